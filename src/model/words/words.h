// Words of a text, as search knows them.
//
// A word is a run of letters, digits and underscores, in lower case. A word that is written in
// camel case or with underscores also has parts: `getUserName` is found as `getusername`, `get`,
// `user` and `name`. Scripts without spaces (Chinese, Japanese, Thai) and emoji give a word for
// each character, so that any part of such a text is found as a phrase. Search compares words by
// their first 64 bytes. A letter that follows a backslash as in `\n` begins no word, because many
// emitters record JSON inside of strings; `\new` is read both as `ew` and as `new`, since it may be
// a path.
// The rules are part of the search index: a change needs a new search_version.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"

namespace hence {

inline constexpr std::size_t word_bytes_max = 64;

// A part of a word: where it stands in the text, and how it reads in lower case.
struct WordPart {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view folded;  // Lives until the next word is read.
};

struct Word {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view folded;      // All of it. Lives until the next word is read.
    std::string_view other = {};  // Another reading, with the letter behind a backslash.
    std::vector<WordPart> parts;  // At least one.
};

// Hands out the words of a text, which must outlive it. Any bytes may come.
class WordReader {
public:
    explicit WordReader(std::string_view text) : text_(text) {}
    // False at the end.
    bool next(Word& word);

private:
    struct Cut {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t folded_begin = 0;
        std::size_t folded_end = 0;
    };

    void read_run(std::size_t begin);
    void hand_out(Word& word, std::size_t begin);

    std::string_view text_;
    std::size_t at_ = 0;
    std::string folded_;
    std::string other_;
    std::vector<Cut> cuts_;
};

// What is compared of a word: its first 64 bytes, whole characters only.
std::string_view term_of(std::string_view folded);

// Calls `visit` for each string that an event's fields and rationale hold, unescaped; not for the
// names of members. Data that is no text (long base64) is handed out as its first bytes.
void each_text(const Event& event, const std::function<void(std::string_view)>& visit);
// The same of one JSON value.
void each_text_of(std::string_view json, const std::function<void(std::string_view)>& visit);
// The same with the place of the text: `fields.args.command`, `fields.messages[2].content`.
void each_text_at(const Event& event,
                  const std::function<void(const std::string& path, std::string_view)>& visit);

}  // namespace hence
