// The events that an explanation meets, and every edge between them.
//
// An event is kept as its id and place only, so that a graph of a million events fits into memory.
// The edges serve two purposes: the answer lists them where it was asked to, and cycles are found
// in them (views/cause/cycles.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hence/completeness.h"
#include "hence/explain.h"
#include "views/cause/cycles.h"
#include "views/cause/links.h"

namespace hence {

// Keeps of each event no more than its id and place, so that a large graph fits into memory.
class ExplainGraph {
public:
    struct Node {
        std::uint32_t index;
        bool added;  // False: it had been met before.
    };
    Node add(const Event& event);
    void connect(std::uint32_t from, std::uint32_t to, const Link& link);

    std::size_t size() const { return ids_.size(); }
    std::vector<std::vector<std::string>> cycles() const;
    std::vector<ExplainEdge> edges() const;  // Sorted by `to`, `from` and the name of the type.

private:
    struct Kind {
        LinkType type;
        Provenance provenance;
    };

    std::unordered_map<std::uint64_t, std::uint32_t> index_;  // By seq.
    std::vector<std::string> ids_;
    std::vector<Position> places_;
    std::vector<Arrow> arrows_;
    std::vector<Kind> kinds_;  // Of the arrows, one each.
};

}  // namespace hence
