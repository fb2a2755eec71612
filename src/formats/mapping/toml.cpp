// Every value is known by the whole path of its key, whatever table it stands in. Sorted by their
// paths, the values are written as JSON from front to back: close what ended, open what begins.
#include "formats/mapping/toml.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/common/records.h"
#include "model/json/json.h"
#include "model/text.h"

namespace hence {
namespace {

// Keys within keys, and lists within lists.
constexpr std::size_t depth_max = 16;

using Path = std::vector<std::string>;

bool is_bare(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

class TomlReader {
public:
    explicit TomlReader(std::string_view text) : text_(text) {}

    Result<std::string> read() {
        while (true) {
            skip(Blanks::with_lines);
            if (at_ == text_.size()) {
                return written();
            }
            TRY(read_line());
            TRY(end_line());
        }
    }

private:
    enum class Blanks { in_line, with_lines };

    Result<void> read_line() { return peek() == '[' ? read_table() : read_entry(); }

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(char c) {
        const bool is = peek() == c && at_ < text_.size();
        at_ += is ? 1 : 0;
        return is;
    }
    Error wrong(std::string_view what) const {
        const auto lines = std::ranges::count(text_.substr(0, at_), '\n');
        return {Code::invalid, fmt::format("line {}: {}", lines + 1, what)};
    }

    void skip(Blanks blanks) {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const bool line = c == '\n' || c == '\r';
            if (c == '#' && blanks == Blanks::with_lines) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (c == ' ' || c == '\t' || (line && blanks == Blanks::with_lines)) {
                ++at_;
            } else {
                return;
            }
        }
    }

    Result<void> end_line() {
        skip(Blanks::in_line);
        if (at_ < text_.size() && peek() != '#' && peek() != '\n' && peek() != '\r') {
            return wrong("something stands behind the value");
        }
        return {};
    }

    // A string as a JSON token.
    Result<std::string> read_string() {
        const char quote = text_[at_];
        const std::string_view rest = text_.substr(at_ + 1);
        if (rest.starts_with(std::string(2, quote))) {
            return wrong("a string of several lines is not read: write it on one line");
        }
        std::size_t end = 0;
        while (end < rest.size() && rest[end] != quote && rest[end] != '\n') {
            end += quote == '"' && rest[end] == '\\' ? 2 : 1;
        }
        if (end >= rest.size() || rest[end] != quote) {
            return wrong("the string has no end");
        }
        const std::string_view inside = rest.substr(0, end);
        std::string token;
        if (quote == '\'') {
            append_string(token, inside);
        } else {
            token = fmt::format("\"{}\"", inside);
        }
        const Result<std::string> valid = minify(token, depth_max);
        if (!valid) {
            return wrong("the string has an escape or a letter that is not read");
        }
        at_ += end + 2;
        return *valid;
    }

    Result<std::string> read_key() {
        if (peek() == '"' || peek() == '\'') {
            const std::string token = TRY(read_string());
            return Json(token).string().value_or("");
        }
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_bare(text_[at_])) {
            ++at_;
        }
        if (at_ == begin) {
            return wrong("a key is expected here: letters, digits, _ and -, or a string");
        }
        return std::string(text_.substr(begin, at_ - begin));
    }

    Result<Path> read_path() {
        Path path;
        do {
            skip(Blanks::in_line);
            std::string key = TRY(read_key());
            path.push_back(std::move(key));
            skip(Blanks::in_line);
        } while (take('.'));
        return path;
    }

    Result<void> read_table() {
        ++at_;
        if (peek() == '[') {
            return wrong("a mapping has no lists of tables");
        }
        table_ = TRY(read_path());
        if (!take(']')) {
            return wrong("the table has no ]");
        }
        return {};
    }

    Result<void> read_entry() {
        Path path = table_;
        const Path key = TRY(read_path());
        path.insert(path.end(), key.begin(), key.end());
        if (path.size() > depth_max) {
            return wrong("the keys are nested too deep");
        }
        if (!take('=')) {
            return wrong("a key and = are expected here");
        }
        const std::string value = TRY(read_value());
        if (!values_.emplace(path, value).second) {
            return wrong(fmt::format("{} is given twice", fmt::join(path, ".")));
        }
        return {};
    }

    Result<std::string> read_scalar() {
        if (peek() == '"' || peek() == '\'') {
            return read_string();
        }
        std::string token;
        while (at_ < text_.size() && (is_bare(text_[at_]) || peek() == '+' || peek() == '.')) {
            token += text_[at_] == '_' ? "" : std::string(1, text_[at_]);
            ++at_;
        }
        token.erase(0, token.starts_with('+') ? 1 : 0);
        const Result<std::string> valid = minify(token, depth_max);
        if (!valid || token == "null") {
            return wrong(fmt::format("{} is no value that a mapping has", quoted(token)));
        }
        return token;
    }

    // Opens a list or a table in place. In a table a key follows.
    Result<void> open(std::string& json, std::vector<char>& ends) {
        if (ends.size() == depth_max) {
            return wrong("the value is nested too deep");
        }
        json += text_[at_++];
        ends.push_back(json.back() == '[' ? ']' : '}');
        return begin_member(json, ends);
    }

    Result<void> begin_member(std::string& json, const std::vector<char>& ends) {
        skip(ends.back() == ']' ? Blanks::with_lines : Blanks::in_line);
        if (ends.back() == ']' || peek() == '}') {
            return {};
        }
        const std::string key = TRY(read_key());
        skip(Blanks::in_line);
        if (!take('=')) {
            return wrong("in a table in place, a key and = are expected here");
        }
        append_string(json, key);
        json += ':';
        return {};
    }

    // A scalar, or lists and tables in place. What is open is kept in a list, so that no depth of
    // the text is a depth of calls.
    Result<std::string> read_value() {
        std::string json;
        std::vector<char> ends;
        bool wanted = true;
        while (wanted || !ends.empty()) {
            skip(!ends.empty() && ends.back() == ']' ? Blanks::with_lines : Blanks::in_line);
            if (!ends.empty() && take(ends.back())) {
                json.erase(json.size() - (json.ends_with(',') ? 1 : 0));
                json += ends.back();
                ends.pop_back();
                wanted = false;
            } else if (!wanted) {
                if (!take(',')) {
                    return wrong(fmt::format("a comma or {} is expected here", ends.back()));
                }
                json += ',';
                TRY(begin_member(json, ends));
                wanted = true;
            } else if (peek() == '[' || peek() == '{') {
                TRY(open(json, ends));
            } else {
                const std::string scalar = TRY(read_scalar());
                json += scalar;
                wanted = false;
            }
        }
        return json;
    }

    Result<std::string> written() const {
        std::string json = "{";
        Path open;  // The tables that are open.
        const Path* last = nullptr;
        for (const auto& [path, value] : values_) {
            // What stands within another comes right behind it.
            if (last != nullptr && is_within(path, *last)) {
                return Error{Code::invalid,
                             fmt::format("{} is a value and a table", fmt::join(*last, "."))};
            }
            last = &path;
            const auto same =
                static_cast<std::size_t>(std::ranges::mismatch(open, path).in1 - open.begin());
            json.append(open.size() - same, '}');
            open.resize(same);
            json += json.ends_with('{') ? "" : ",";
            for (std::size_t i = same; i < path.size(); ++i) {
                append_string(json, path[i]);
                json += i + 1 < path.size() ? ":{" : ":";
            }
            open.insert(open.end(), path.begin() + static_cast<std::ptrdiff_t>(same),
                        path.end() - 1);
            json += value;
        }
        json.append(open.size(), '}');
        return json + "}";
    }

    static bool is_within(const Path& inner, const Path& outer) {
        return inner.size() > outer.size() && std::equal(outer.begin(), outer.end(), inner.begin());
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Path table_ = {};
    std::map<Path, std::string> values_ = {};
};

}  // namespace

Result<std::string> json_of_toml(std::string_view text) {
    return TomlReader(text).read();
}

}  // namespace hence
