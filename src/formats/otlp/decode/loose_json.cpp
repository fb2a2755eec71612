#include "formats/otlp/decode/loose_json.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "formats/otlp/decode/python_literal.h"
#include "hence/result.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

constexpr std::size_t words_about_cut_max = 80;

bool begins_container(std::string_view text) {
    text = trimmed_front(text);
    return text.starts_with('{') || text.starts_with('[');
}

bool begins_string(std::string_view text) {
    return trimmed_front(text).starts_with('"');
}

// Whether what a string says may begin with a container or a string, by how it is spelled.
bool may_hold_json(Json string) {
    constexpr std::string_view begins = "{[\"\\ \t\r\n";
    const std::string_view inside = inside_quotes(string.raw());
    return !inside.empty() && begins.find(inside.front()) != begins.npos;
}

// "...", an ellipsis, or a note in brackets, alone or behind the others.
bool tells_of_cut(std::string_view words) {
    words = trimmed_front(words);
    if (words.size() > words_about_cut_max) {
        return false;
    }
    const bool dots = words.starts_with("...") || words.starts_with("\xE2\x80\xA6");
    const bool note = words.find("truncated") != words.npos || words.find("omitted") != words.npos;
    return words.empty() || dots || note;
}

// Walks over a text that may break off anywhere, and remembers where it could have ended. What it
// lets pass is checked once more at the end, so it need not be strict.
class CutReader {
public:
    explicit CutReader(std::string_view text) : text_(text) {}

    // Nothing if it does not break off, or is no JSON.
    std::optional<std::string> read() {
        while (at_ < text_.size() && step()) {
        }
        if (done_ || (at_ < text_.size() && !tells_of_cut(text_.substr(at_)))) {
            return std::nullopt;
        }
        std::string json(text_.substr(0, safe_));
        json += text_in_part_;
        json.append(safe_closers_.rbegin(), safe_closers_.rend());
        return json;
    }

private:
    // False where JSON cannot go on like this, or is over.
    bool step() {
        const char c = text_[at_];
        switch (c) {
            case ' ':
            case '\t':
            case '\r':
            case '\n': ++at_; return true;
            case '{':
            case '[': return open(c);
            case '}':
            case ']': return close(c);
            case ',': name_next_ = in_object(); return closers_.empty() ? false : pass();
            case ':': name_next_ = false; return closers_.empty() ? false : pass();
            case '"': return string();
            default: return scalar();
        }
    }

    bool pass() {
        ++at_;
        return true;
    }
    bool in_object() const { return !closers_.empty() && closers_.back() == '}'; }

    void is_safe() {
        safe_ = at_;
        safe_closers_ = closers_;
    }

    bool open(char c) {
        if (closers_.size() == loose_depth_max) {
            return false;
        }
        closers_ += c == '{' ? '}' : ']';
        name_next_ = c == '{';
        ++at_;
        is_safe();
        return true;
    }

    bool close(char c) {
        if (closers_.empty() || closers_.back() != c) {
            return false;
        }
        closers_.pop_back();
        ++at_;
        is_safe();
        done_ = closers_.empty();
        name_next_ = false;
        return !done_;
    }

    bool string() {
        const std::size_t begin = at_++;
        std::size_t whole = at_;  // Up to here no escape is cut in two.
        while (at_ < text_.size() && text_[at_] != '"') {
            const bool escaped = text_[at_] == '\\';
            const bool unicode = escaped && at_ + 1 < text_.size() && text_[at_ + 1] == 'u';
            at_ += unicode ? 6 : escaped ? 2 : 1;
            whole = at_ <= text_.size() ? at_ : whole;
        }
        if (at_ < text_.size()) {
            ++at_;
            if (!name_next_) {
                is_safe();
            }
            return true;
        }
        at_ = text_.size();
        if (!name_next_) {
            safe_closers_ = closers_;
            text_in_part_ = text_.substr(safe_, begin - safe_);
            text_in_part_ += text_.substr(begin, whole - begin);
            text_in_part_ += '"';
        }
        return false;
    }

    // A number or a word that the text ends with, or that is cut off, may have gone on: it counts
    // as not there.
    bool scalar() {
        constexpr std::string_view part =
            "+-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        const std::size_t end = std::min(text_.find_first_not_of(part, at_), text_.size());
        if (closers_.empty() || name_next_ || end == at_) {
            return false;
        }
        const std::size_t dots = text_.substr(at_, end - at_).find("..");
        at_ = dots == text_.npos ? end : at_ + dots;
        if (at_ == text_.size() || std::string_view(",]} \t\r\n").find(text_[at_]) == text_.npos) {
            return false;
        }
        is_safe();
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string closers_;
    bool name_next_ = false;  // The next string is the name of a member.
    bool done_ = false;
    std::size_t safe_ = 0;
    std::string safe_closers_;
    std::string text_in_part_;
};

}  // namespace

std::optional<std::string> json_before_cut(std::string_view text) {
    if (!begins_container(text)) {
        return std::nullopt;
    }
    const std::optional<std::string> read = CutReader(text).read();
    if (!read) {
        return std::nullopt;
    }
    Result<std::string> valid = minify(*read, loose_depth_max);
    return valid ? std::optional(std::move(valid).take()) : std::nullopt;
}

LooseJson loosened(Json value, std::deque<std::string>& kept) {
    // A text in a text, and no further.
    for (int level = 0; level < 2 && value.is_string() && may_hold_json(value); ++level) {
        std::string text = value.string().value_or("");
        if (!begins_container(text) && !begins_string(text)) {
            return {value};
        }
        Result<std::string> whole = minify(text, loose_depth_max);
        if (!whole) {
            if (std::optional<std::string> printed = json_of_python(text, loose_depth_max)) {
                return {Json(kept.emplace_back(std::move(*printed)))};
            }
            std::optional<std::string> part = json_before_cut(text);
            return part ? LooseJson{Json(kept.emplace_back(std::move(*part))), true}
                        : LooseJson{value};
        }
        value = Json(kept.emplace_back(std::move(whole).take()));
    }
    return {value};
}

}  // namespace hence
