// A graph as text in a language that draws it: Graphviz's DOT, or Mermaid.
//
// Nodes are numbered here and called n1, n2, and so on; recorded text stands in labels only. Labels
// are escaped for the language, so that recorded text can neither end its label nor add a node, a
// link or a directive.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hence/completeness.h"
#include "hence/export.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "views/write/pieces.h"

namespace hence {

// Writes a drawing as it is told, so that a large one is never whole in memory. Labels may hold any
// text: none can end its label, nor say anything to the one who draws.
class Drawing {
public:
    enum class Look : std::uint8_t {
        plain,
        failed,
        unrecorded,  // Nobody recorded it: it was named, or makes the drawing readable.
    };
    enum class Line : std::uint8_t { solid, dashed };

    Drawing(DrawingLanguage language, std::string_view title, const Sink& sink);

    // A node's number counts up from 1. A label's lines end with \n.
    std::uint64_t node(std::string_view label, Look look = Look::plain);
    void edge(std::uint64_t from, std::uint64_t to, std::string_view label, Line line);

    // To be called now and then.
    Result<void> pass_on() { return out_.pass_on(); }
    // Ends the drawing with what it lacks.
    Result<void> finish(const Completeness& completeness);

private:
    bool dot() const { return language_ == DrawingLanguage::dot; }
    void append_label(std::string_view text);

    DrawingLanguage language_;
    Pieces out_;
    std::uint64_t nodes_ = 0;
};

}  // namespace hence
