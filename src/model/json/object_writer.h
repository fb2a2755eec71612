// Writes one JSON object from the values of a host or of a reader: text of any bytes, numbers, and
// JSON that is checked.
//
// A host calls it on the path of its own work, so no member fails by itself: the first thing that
// cannot be written is remembered, and `take` fails with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/entries.h"
#include "hence/result.h"

namespace hence {

// Members come in the order in which they are added. What is absent is left out. The first thing
// that cannot be written is what `take` fails with.
class ObjectWriter {
public:
    void text(std::string_view name, std::string_view text);  // Empty: absent.
    // The same with append_token, also where it is empty.
    void token(std::string_view name, std::string_view text);
    void number(std::string_view name, std::optional<std::int64_t> number);
    void number(std::string_view name, std::optional<double> number);  // Must be finite.
    void value(std::string_view name, const Value& value);
    void list(std::string_view name, const std::vector<std::string>& texts);  // Empty: absent.
    void raw(std::string_view name, std::string_view valid);  // JSON of our own; empty: absent.

    // The object, or nothing at all when it has no members.
    Result<std::string> take() &&;

private:
    void begin(std::string_view name);

    std::string json_;
    std::optional<Error> failure_;
};

}  // namespace hence
