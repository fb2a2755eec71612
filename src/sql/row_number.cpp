#include "sql/row_number.h"

#include <cstring>
#include <string>

#include "base/hash.h"

namespace hence {

std::int64_t row_number(std::initializer_list<std::string_view> names) {
    std::string all;
    for (const std::string_view name : names) {
        // With the length before it, "ab" and "c" differ from "a" and "bc".
        all += std::to_string(name.size());
        all += ':';
        all += name;
    }
    const Hash hash = sha256(all);
    std::int64_t number = 0;
    std::memcpy(&number, hash.data(), sizeof number);
    return number;
}

}  // namespace hence
