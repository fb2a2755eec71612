// The beginning of a text, by which its format is detected, and whether the text is one document.
//
// A text that is one JSON document must be read whole; a text of lines can be read line by line
// while it grows. `begins_as_document` decides by the first line alone: it is an array, or an
// object that breaks off where JSON must go on. An array may be long and still be written, so only
// its first element is looked at.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "model/json/json.h"

namespace hence {

// Whether a text that begins so is one JSON document over several lines, or a JSON array: then it
// must be read whole, not by lines.
bool begins_as_document(std::string_view text);

// Whether the beginning of a text is a document, may become one, or cannot.
enum class DocumentPart : std::uint8_t {
    whole,
    cut,   // It may go on.
    none,  // Whatever follows, it is none.
};
DocumentPart document_part(std::string_view text);

// The first record of a text: the first line that is a JSON object, or the first element of an
// array, or the whole document.
class Beginning {
public:
    explicit Beginning(std::string_view text);

    Json record() const { return Json(record_); }  // Absent when there is none.
    // The first bytes of the text, for a format that is no JSON.
    std::string_view head() const { return head_; }
    // Whether the record has a member of each of these names, null or not.
    bool has(std::initializer_list<std::string_view> names) const;

private:
    std::string head_;
    std::string record_;
};

}  // namespace hence
