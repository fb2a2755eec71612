// Members of a JSON object behind its first, each with the comma before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "views/pieces.h"

namespace hence {

inline void append_member_name(std::string& out, std::string_view name) {
    out += ",\"";
    out += name;
    out += "\":";
}

inline void append_member(std::string& out, std::string_view name, std::uint64_t count) {
    append_member_name(out, name);
    out += std::to_string(count);
}

// Null when it is empty.
inline void append_member(std::string& out, std::string_view name, std::string_view text) {
    append_member_name(out, name);
    append_string_or_null(out, text);
}

inline void append_member(std::string& out, std::string_view name, std::optional<double> number) {
    append_member_name(out, name);
    append_number_or_null(out, number);
}

inline void append_truth(std::string& out, std::string_view name, bool truth) {
    append_member_name(out, name);
    out += truth ? "true" : "false";
}

}  // namespace hence
