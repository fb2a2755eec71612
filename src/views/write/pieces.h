// Collects an answer and hands it on in pieces of some 64 KiB: byte by byte would be slow, and a
// whole answer may not fit into memory. A writer calls pass_on after each element, and finish once
// at the end.
#pragma once

#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/sink.h"
#include "model/json/writer.h"

namespace hence {

// Append to `text`, or write by `json`, which appends to `text`. Then say `pass_on`; at the end,
// `finish`.
class Pieces {
public:
    explicit Pieces(const Sink& sink) : sink_(sink) {}
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;

    std::string text;
    JsonWriter json{text};

    // Hands on what has come together, if it is enough to be worth it.
    Result<void> pass_on() { return text.size() < piece_size ? Result<void>() : finish(); }

    Result<void> finish() {
        if (!text.empty()) {
            TRY(sink_(text));
            text.clear();
        }
        return {};
    }

    // Writes a list as the next JSON value. `append(json, element)` writes each element.
    template <class Elements, class Append>
    Result<void> list(const Elements& elements, const Append& append) {
        json.begin_list();
        for (const auto& element : elements) {
            append(json, element);
            TRY(pass_on());
        }
        json.end_list();
        return {};
    }
    // Writes the list as a member of that name.
    template <class Elements, class Append>
    Result<void> list(std::string_view name, const Elements& elements, const Append& append) {
        json.key(name);
        return list(elements, append);
    }

private:
    static constexpr std::size_t piece_size = std::size_t{64} * 1024;
    const Sink& sink_;
};

}  // namespace hence
