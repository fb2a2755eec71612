// Collects an answer and hands it on in pieces, neither byte by byte nor whole.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "hence/sink.h"
#include "model/json.h"

namespace hence {

// Append to `text`, then say `pass_on`; at the end, `finish`.
class Pieces {
public:
    explicit Pieces(const Sink& sink) : sink_(sink) {}

    std::string text;

    // Hands on what has come together, if it is enough to be worth it.
    Result<void> pass_on() { return text.size() < piece_size ? Result<void>() : finish(); }

    Result<void> finish() {
        if (!text.empty()) {
            TRY(sink_(text));
            text.clear();
        }
        return {};
    }

private:
    static constexpr std::size_t piece_size = 64 * 1024;
    const Sink& sink_;
};

// What is absent is null in an answer.
inline void append_string_or_null(std::string& out, std::string_view text) {
    if (text.empty()) {
        out += "null";
    } else {
        append_string(out, text);
    }
}

inline void append_number_or_null(std::string& out, const std::optional<double>& number) {
    if (number) {
        append_number(out, *number);
    } else {
        out += "null";
    }
}

// A list of texts, of whatever container.
template <class Strings>
void append_strings(std::string& out, const Strings& strings) {
    out += '[';
    bool first = true;
    for (const std::string& text : strings) {
        out += first ? "" : ",";
        append_string(out, text);
        first = false;
    }
    out += ']';
}

}  // namespace hence
