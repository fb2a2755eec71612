#include "model/summary/script_calls.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "model/json/json.h"

namespace hence {
namespace {

constexpr std::size_t calls_max = 64;
constexpr std::size_t depth_max = 32;
constexpr std::string_view call_begins = "tools.";

bool is_word(char character) {
    return is_letter(character) || is_digit(character) || character == '_' || character == '$';
}

bool is_blank(char character) {
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

// Writes an object of the script's language as JSON. Each value is read once, from left to right.
class ObjectText {
public:
    explicit ObjectText(std::string_view text) : text_(text) {}

    // Empty when there is no whole object at the beginning.
    std::string json() {
        do {
            skip_blank();
            if (at_ >= text_.size() || !step()) {
                return {};
            }
        } while (!open_.empty());
        return out_;
    }

private:
    enum class Next : std::uint8_t { key, value, separator };

    char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_blank() {
        while (at_ < text_.size() && is_blank(text_[at_])) {
            ++at_;
        }
    }

    bool step() {
        const char character = here();
        if (character == '}' || character == ']') {
            return close(character);
        }
        if (open_.empty() && character != '{') {
            return false;
        }
        if (next_ == Next::separator) {
            ++at_;
            next_ = open_.back() == '{' ? Next::key : Next::value;
            return character == ',';
        }
        comma();
        return next_ == Next::key ? key() : value();
    }

    // A comma may stand behind the last member as well, so it is written before the next one.
    void comma() {
        if (!out_.empty() && out_.back() != '{' && out_.back() != '[' && out_.back() != ':') {
            out_ += ',';
        }
    }

    bool close(char character) {
        if (open_.empty() || open_.back() != (character == '}' ? '{' : '[') || out_.back() == ':') {
            return false;
        }
        open_.pop_back();
        out_ += character;
        ++at_;
        next_ = Next::separator;
        return true;
    }

    bool key() {
        if (here() == '"' || here() == '\'') {
            string();
        } else {
            const std::size_t begin = at_;
            while (is_word(here())) {
                ++at_;
            }
            if (at_ == begin) {
                return false;
            }
            append_string(out_, text_.substr(begin, at_ - begin));
        }
        skip_blank();
        out_ += ':';
        if (here() != ':') {  // {cmd} is {cmd:cmd}: worked out.
            out_ += "null";
            next_ = Next::separator;
            return here() == ',' || here() == '}';
        }
        ++at_;
        next_ = Next::value;
        return true;
    }

    bool value() {
        next_ = Next::separator;
        const char character = here();
        if (character == '{' || character == '[') {
            open_ += character;
            out_ += character;
            ++at_;
            next_ = character == '{' ? Next::key : Next::value;
            return open_.size() <= depth_max;
        }
        const std::size_t begin = at_;
        const std::size_t written = out_.size();
        if (character == '"' || character == '\'' || character == '`') {
            string();
        } else {
            while (is_word(here()) || here() == '.' || here() == '-') {
                ++at_;
            }
            const std::string_view word = text_.substr(begin, at_ - begin);
            out_ += is_plain(word) ? word : "null";
        }
        skip_blank();
        if (here() != ',' && here() != '}' && here() != ']') {
            out_.resize(written);
            out_ += "null";
            skip_expression();
        }
        return at_ < text_.size();
    }

    // A number, true, false or null. No other word is JSON.
    static bool is_plain(std::string_view word) { return bool(minify(word, 1)); }

    // Up to where the value ends.
    void skip_expression() {
        std::size_t depth = 0;
        while (at_ < text_.size()) {
            const char character = here();
            const bool closes = character == ')' || character == ']' || character == '}';
            if (depth == 0 && (closes || character == ',')) {
                return;
            }
            if (character == '"' || character == '\'' || character == '`') {
                const std::size_t written = out_.size();
                string();
                out_.resize(written);
                continue;
            }
            depth += character == '(' || character == '[' || character == '{' ? 1 : 0;
            depth -= closes ? 1 : 0;
            ++at_;
        }
    }

    // A text in any of the three quotes.
    void string() {
        const char quote = here();
        std::string said;
        for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
            if (text_[at_] != '\\' || at_ + 1 == text_.size()) {
                said += text_[at_];
                continue;
            }
            ++at_;
            escape(said);
        }
        ++at_;
        append_string(out_, said);
    }

    void escape(std::string& said) {
        switch (text_[at_]) {
            case 'n': said += '\n'; break;
            case 't': said += '\t'; break;
            case 'r': said += '\r'; break;
            case '\n': break;
            case 'u':
            case 'x': said += '\\'; [[fallthrough]];  // Left as it is written.
            default: said += text_[at_]; break;
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string out_;
    std::string open_;  // The brackets that are open.
    Next next_ = Next::value;
};

}  // namespace

std::vector<ScriptCall> script_calls(std::string_view script) {
    std::vector<ScriptCall> calls;
    for (std::size_t at = script.find(call_begins); at != script.npos && calls.size() < calls_max;
         at = script.find(call_begins, at)) {
        const bool own_word = at == 0 || (!is_word(script[at - 1]) && script[at - 1] != '.');
        at += call_begins.size();
        const std::size_t begin = at;
        while (at < script.size() && is_word(script[at])) {
            ++at;
        }
        if (!own_word || at == begin || at == script.size() || script[at] != '(') {
            continue;
        }
        ScriptCall call{std::string(script.substr(begin, at - begin)), {}};
        std::string told = ObjectText(script.substr(at + 1)).json();
        Result<std::string> valid = minify(told, depth_max + 1);
        if (valid) {
            call.arguments = std::move(valid).take();
        }
        calls.push_back(std::move(call));
    }
    return calls;
}

}  // namespace hence
