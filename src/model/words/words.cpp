#include "model/words/words.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ascii.h"
#include "base/utf8.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

// A longer run is read as several words.
constexpr std::size_t run_bytes_max = 1'024;
// Where a longer string ends in a run of base64 of this size, that run holds no words.
constexpr std::size_t data_bytes_min = 4'096;
constexpr std::size_t data_run_bytes_min = 1'024;

// How a character takes part in words.
enum class Letter : std::uint8_t {
    none,   // Stands between words.
    lower,  // A lower-case letter, or one without case.
    upper,
    digit,
    joint,  // An underscore: inside of a word, between its parts.
    alone,  // A word by itself.
};

Letter ascii_letter(char c) {
    if (c >= 'a' && c <= 'z') {
        return Letter::lower;
    }
    if (c >= 'A' && c <= 'Z') {
        return Letter::upper;
    }
    if (c >= '0' && c <= '9') {
        return Letter::digit;
    }
    return c == '_' ? Letter::joint : Letter::none;
}

bool within(char32_t c, char32_t first, char32_t last) {
    return c >= first && c <= last;
}

// The lower-case form of a character outside of ASCII, in scripts that have cases.
char32_t lower_of(char32_t c) {
    if (within(c, 0xC0, 0xDE) && c != 0xD7) {
        return c + 32;
    }
    const bool even_upper = within(c, 0x100, 0x137) || within(c, 0x14A, 0x177) ||
                            within(c, 0x1E00, 0x1E95) || within(c, 0x1EA0, 0x1EFF) ||
                            within(c, 0x460, 0x481) || within(c, 0x48A, 0x4BF) ||
                            within(c, 0x4D0, 0x52F);
    if (even_upper) {
        return c | 1U;
    }
    if (within(c, 0x139, 0x148) || within(c, 0x179, 0x17E) || within(c, 0x4C1, 0x4CE)) {
        return c % 2 == 1 ? c + 1 : c;
    }
    if ((within(c, 0x391, 0x3A9) && c != 0x3A2) || within(c, 0x410, 0x42F)) {
        return c + 32;
    }
    if (within(c, 0x400, 0x40F)) {
        return c + 80;
    }
    if (within(c, 0x531, 0x556)) {
        return c + 48;
    }
    return within(c, 0xFF21, 0xFF3A) ? c + 32 : c;
}

// Punctuation, spaces and marks that only change how a neighbour looks.
bool is_between(char32_t c) {
    return within(c, 0x80, 0xA9) || within(c, 0xAB, 0xB4) || within(c, 0xB6, 0xB9) ||
           within(c, 0xBB, 0xBF) || c == 0xD7 || c == 0xF7 || within(c, 0x2000, 0x206F) ||
           within(c, 0x20A0, 0x20CF) || within(c, 0x2190, 0x21FF) || within(c, 0x2500, 0x259F) ||
           within(c, 0x3000, 0x3004) || within(c, 0x3008, 0x3020) || c == 0x30FB ||
           within(c, 0xFE00, 0xFE1F) || within(c, 0xFE30, 0xFE6F) || within(c, 0xFF00, 0xFF0F) ||
           within(c, 0xFF1A, 0xFF20) || within(c, 0xFF3B, 0xFF40) || within(c, 0xFF5B, 0xFF65) ||
           within(c, 0xFFF0, 0xFFFF) || within(c, 0xE0000, 0xE01EF) || within(c, 0xD800, 0xF8FF);
}

// Scripts that are written without spaces, and signs that are words by themselves.
bool is_alone(char32_t c) {
    return within(c, 0x0E00, 0x0EFF) || within(c, 0x1000, 0x109F) || within(c, 0x1780, 0x17FF) ||
           within(c, 0x2100, 0x218F) || within(c, 0x2200, 0x24FF) || within(c, 0x25A0, 0x2BFF) ||
           within(c, 0x2E80, 0x2FDF) || within(c, 0x3005, 0x3007) || within(c, 0x3021, 0xA4CF) ||
           within(c, 0xAC00, 0xD7FF) || within(c, 0xF900, 0xFAFF) || within(c, 0xFF66, 0xFFDC) ||
           within(c, 0x1F000, 0x1FAFF) || within(c, 0x20000, 0x3FFFF);
}

Letter letter_of(const Character& character) {
    const char32_t c = character.value;
    if (!character.valid || is_between(c)) {
        return Letter::none;
    }
    if (is_alone(c)) {
        return Letter::alone;
    }
    return lower_of(c) != c ? Letter::upper : Letter::lower;
}

// A character of the text, ASCII without a call.
struct Read {
    Letter letter = Letter::none;
    char32_t value = 0;
    std::size_t size = 1;
};

Read read_at(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) < 0x80) {
        return {ascii_letter(c), static_cast<unsigned char>(c), 1};
    }
    const Character character = first_character(text.substr(at));
    return {letter_of(character), character.value, character.size};
}

bool is_cased(Letter letter) {
    return letter == Letter::lower || letter == Letter::upper || letter == Letter::digit;
}

// Whether a new part begins between two letters of a word, of which `next` follows the second:
// get|User, HTTP|Server.
bool begins_part(Letter before, Letter letter, Letter next) {
    return letter == Letter::upper && (before == Letter::lower || before == Letter::digit ||
                                       (before == Letter::upper && next == Letter::lower));
}

// A backslash that escapes a letter, as JSON inside of a string has it. Two of them are a
// backslash.
bool escapes_next(std::string_view text, std::size_t at) {
    if (at + 1 >= text.size() || text[at] != '\\') {
        return false;
    }
    const char c = text[at + 1];
    return c == 'n' || c == 'r' || c == 't';
}

bool is_base64(char c) {
    return ascii_letter(c) == Letter::lower || ascii_letter(c) == Letter::upper ||
           ascii_letter(c) == Letter::digit || c == '+' || c == '/' || c == '=' || c == '-' ||
           c == '_';
}

std::string_view without_data(std::string_view text) {
    if (text.size() < data_bytes_min) {
        return text;
    }
    std::size_t run = text.size();
    while (run > 0 && is_base64(text[run - 1])) {
        --run;
    }
    // Of the run, what a word compares by.
    return text.size() - run < data_run_bytes_min ? text : text.substr(0, run + word_bytes_max);
}

void hand_over(std::string_view token, const std::function<void(std::string_view)>& visit) {
    if (has_backslash(token)) {
        visit(without_data(unescape(token)));
    } else {
        visit(without_data(inside_quotes(token)));
    }
}

// Follows the names and numbers that lead to a value, in one pass.
class PathWalk {
public:
    PathWalk(std::string_view json, std::string root) : json_(json), path_(std::move(root)) {}

    void run(const std::function<void(const std::string&, std::string_view)>& visit) {
        for (std::size_t at = 0; at < json_.size();) {
            const char c = json_[at];
            if (c == '"') {
                const std::size_t end = token_end(json_, at);
                const std::string_view token = json_.substr(at, end - at);
                if (end < json_.size() && json_[end] == ':') {
                    name(unescape(token));
                } else {
                    hand_over(token, [&](std::string_view text) { visit(path_, text); });
                }
                at = end;
                continue;
            }
            structure(c);
            ++at;
        }
    }

private:
    struct Level {
        std::size_t path_size = 0;  // Of the container itself.
        bool list = false;
        std::size_t index = 0;
    };

    void structure(char c) {
        if (c == '{' || c == '[') {
            levels_.push_back({path_.size(), c == '[', 0});
            number();
        } else if ((c == '}' || c == ']') && !levels_.empty()) {
            path_.resize(levels_.back().path_size);
            levels_.pop_back();
        } else if (c == ',' && !levels_.empty()) {
            ++levels_.back().index;
            number();
        }
    }

    void number() {
        const Level& level = levels_.back();
        if (level.list) {
            path_.resize(level.path_size);
            path_ += '[';
            path_ += std::to_string(level.index);
            path_ += ']';
        }
    }

    void name(const std::string& key) {
        if (!levels_.empty()) {
            path_.resize(levels_.back().path_size);
            path_ += '.';
            path_ += key;
        }
    }

    std::string_view json_;
    std::string path_;
    std::vector<Level> levels_;
};

}  // namespace

std::string_view term_of(std::string_view folded) {
    if (folded.size() <= word_bytes_max) {
        return folded;
    }
    std::size_t end = word_bytes_max;
    while (end > 0 && (static_cast<unsigned char>(folded[end]) & 0xC0U) == 0x80) {
        --end;
    }
    return folded.substr(0, end);
}

bool WordReader::next(Word& word) {
    while (at_ < text_.size()) {
        if (escapes_next(text_, at_)) {
            at_ += 2;
            continue;
        }
        const Read read = read_at(text_, at_);
        if (read.letter == Letter::none) {
            at_ += read.size;
            continue;
        }
        const std::size_t begin = at_;
        read_run(begin);
        if (!cuts_.empty()) {
            hand_out(word, begin);
            return true;
        }
    }
    return false;
}

// Reads the run of letters that begins here, and cuts it into parts. A run of joints alone has no
// part, and is no word.
void WordReader::read_run(std::size_t begin) {
    folded_.clear();
    cuts_.clear();
    Letter before = Letter::none;
    std::size_t at = begin;
    Read read = read_at(text_, at);
    while (read.letter != Letter::none && at - begin < run_bytes_max) {
        const bool alone = read.letter == Letter::alone;
        if (alone && at > begin) {
            break;
        }
        const std::size_t after = at + read.size;
        const Read next = after < text_.size() ? read_at(text_, after) : Read{};
        const bool part = alone || is_cased(read.letter);
        if (part && (alone || !is_cased(before) || begins_part(before, read.letter, next.letter))) {
            cuts_.push_back({at, at, folded_.size(), folded_.size()});
        }
        if (read.value < 0x80) {
            folded_ += lower(static_cast<char>(read.value));
        } else {
            append_utf8(folded_, lower_of(read.value));
        }
        if (part) {
            cuts_.back().end = after;
            cuts_.back().folded_end = folded_.size();
        }
        before = read.letter;
        at = after;
        read = next;
        if (alone) {
            break;
        }
    }
    at_ = at;
}

void WordReader::hand_out(Word& word, std::size_t begin) {
    word.begin = begin;
    word.end = at_;
    word.folded = folded_;
    word.other = {};
    if (begin >= 2 && escapes_next(text_, begin - 2)) {
        other_.assign(1, text_[begin - 1]);
        other_ += folded_;
        word.other = other_;
    }
    word.parts.clear();
    for (const Cut& cut : cuts_) {
        word.parts.push_back({cut.begin, cut.end,
                              std::string_view(folded_).substr(cut.folded_begin,
                                                               cut.folded_end - cut.folded_begin)});
    }
}

void each_text_of(std::string_view json, const std::function<void(std::string_view)>& visit) {
    for (std::size_t at = json.find('"'); at < json.size(); at = json.find('"', at)) {
        const std::size_t end = token_end(json, at);
        if (end >= json.size() || json[end] != ':') {
            hand_over(json.substr(at, end - at), visit);
        }
        at = end;
    }
}

void each_text(const Event& event, const std::function<void(std::string_view)>& visit) {
    each_text_of(event.fields(), visit);
    each_text_of(event.rationale(), visit);
}

void each_text_at(const Event& event,
                  const std::function<void(const std::string&, std::string_view)>& visit) {
    PathWalk(event.fields(), "fields").run(visit);
    PathWalk(event.rationale(), "rationale").run(visit);
}

}  // namespace hence
