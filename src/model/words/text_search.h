// Finds a text in other texts and in events, whatever the case of its ASCII letters.
//
// Case is folded eight bytes at a time and the search itself is memmem, so the time is linear in
// the searched text, whatever both texts are. std::string_view::find is not linear, and a regular
// expression from outside could be made to take for ever. An event is searched as its JSON, so that
// a match never depends on which field an emitter chose.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hence/event.h"
#include "hence/result.h"

namespace hence {

inline constexpr std::size_t search_text_bytes_max = 1'024;

// Takes time in proportion to the searched text, and allocates nothing once it has seen the longest
// text. For one thread at a time.
class TextSearch {
public:
    // Fails with invalid when the text is too long. An empty one is found everywhere.
    static Result<TextSearch> from(std::string_view text);

    bool found_in(std::string_view text);
    // Where the first match begins, in bytes; npos when there is none.
    std::size_t position_in(std::string_view text);
    // In the JSON of the event as its emitter gave it, without what the store adds. The text may
    // be written as it reads or as JSON spells it: "a\b" or "a\\b".
    bool found_in(const Event& event);

private:
    TextSearch() = default;
    bool look(std::string_view wanted) const;

    std::string wanted_;   // In lower case.
    std::string spelled_;  // As JSON spells it, in lower case; empty where that is the same.
    std::string folded_;   // What is looked through, in lower case.
};

}  // namespace hence
