#include "formats/otlp/decode/python_literal.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "model/json/json.h"

namespace hence {
namespace {

// Walks over the text once and writes JSON. What it lets pass is checked by the scanner of JSON, so
// it need not know where a comma may stand.
class PythonReader {
public:
    PythonReader(std::string_view text, std::size_t depth_max)
        : text_(text), depth_max_(depth_max) {}

    std::optional<std::string> read() {
        while (at_ < text_.size()) {
            if (!step()) {
                return std::nullopt;
            }
        }
        return closers_.empty() ? std::optional(std::move(json_)) : std::nullopt;
    }

private:
    bool step() {
        const char c = text_[at_];
        switch (c) {
            case ' ':
            case '\n': ++at_; return true;
            case '{': return open('{', '}');
            case '[': return open('[', ']');
            case '(': return open('[', ')');
            case '}':
            case ']':
            case ')': return close(c);
            case ':': return put(c);
            case ',': return comma();
            case '\'':
            case '"': return string(c);
            default: return word();
        }
    }

    bool put(char c) {
        json_ += c;
        ++at_;
        return true;
    }

    bool open(char as, char closer) {
        if (closers_.size() == depth_max_) {
            return false;
        }
        closers_ += closer;
        return put(as);
    }

    bool close(char c) {
        if (closers_.empty() || closers_.back() != c) {
            return false;
        }
        closers_.pop_back();
        return put(c == ')' ? ']' : c);
    }

    // A tuple of one has a comma behind its value.
    bool comma() {
        const std::size_t next = text_.find_first_not_of(" \n", at_ + 1);
        if (next != text_.npos && text_[next] == ')') {
            at_ = next;
            return true;
        }
        return put(',');
    }

    bool string(char quote) {
        std::string said;
        for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
            if (text_[at_] != '\\') {
                said += text_[at_];
            } else if (++at_ == text_.size() || !escape(said)) {
                return false;
            }
        }
        if (at_ == text_.size()) {
            return false;
        }
        ++at_;
        append_token(json_, said);
        return true;
    }

    // Python escapes what cannot be printed as \xNN, and most of the rest it prints.
    bool escape(std::string& said) {
        switch (text_[at_]) {
            case 'n': said += '\n'; return true;
            case 't': said += '\t'; return true;
            case 'r': said += '\r'; return true;
            case '\\':
            case '\'':
            case '"': said += text_[at_]; return true;
            default: return false;
        }
    }

    bool word() {
        constexpr std::string_view part =
            "+-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
        const std::size_t end = std::min(text_.find_first_not_of(part, at_), text_.size());
        const std::string_view said = text_.substr(at_, end - at_);
        at_ = end;
        if (said == "None" || said == "True" || said == "False") {
            json_ += said == "None" ? "null" : said == "True" ? "true" : "false";
            return true;
        }
        const bool number = !said.empty() && (is_digit(said.front()) || said.front() == '-');
        json_ += number ? said : std::string_view();
        return number;
    }

    std::string_view text_;
    std::size_t depth_max_;
    std::size_t at_ = 0;
    std::string closers_;
    std::string json_;
};

}  // namespace

std::optional<std::string> json_of_python(std::string_view text, std::size_t depth_max) {
    text = trimmed_front(text);
    if (text.empty() || std::string_view("{[(").find(text.front()) == text.npos) {
        return std::nullopt;
    }
    const std::optional<std::string> read = PythonReader(text, depth_max).read();
    if (!read) {
        return std::nullopt;
    }
    Result<std::string> valid = minify(*read, depth_max);
    return valid ? std::optional(std::move(valid).take()) : std::nullopt;
}

}  // namespace hence
