// The fields of the known kinds, as attributes spell them: which names a kind has, and of what type
// each is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/json/json.h"

namespace hence {

enum class FieldSort : std::uint8_t {
    text,          // Of a number or a truth value, its spelling.
    number,        // Be it spelled as a text.
    truth,         // "true" and "false" as text too.
    texts,         // A list; one text is a list of one.
    json,          // Anything; a text that holds an object or a list counts as what it holds.
    event,         // The id of an event: see event_id_meant.
    alternatives,  // A list of {option, rejected_because}: see stated_alternatives.
};

struct KnownField {
    std::string_view kind;
    std::string_view name;
    FieldSort sort = FieldSort::text;
    std::string_view alias = {};    // Another name for it.
    std::string_view choices = {};  // What it may be, with a bar after each. Empty: anything.
};

bool is_known_kind(std::string_view kind);
// Null when there is none.
const KnownField* find_known_field(std::string_view kind, std::string_view name);
// The field that says what an event of that kind is about: `text` of a thought. Null where it takes
// several.
const KnownField* find_main_field(std::string_view kind);

// The value as JSON of that field. Empty when it cannot be.
std::string field_json(const KnownField& field, Json value, std::string_view trace_id);

// The text of a string, the spelling of a number or a truth value. Empty for anything else.
std::string spelled(Json value);
// A list of texts. Empty when it cannot be.
std::string texts_json(Json value);

}  // namespace hence
