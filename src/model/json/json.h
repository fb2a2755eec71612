// Reading JSON that is known to be valid, by slices: numbers, order and text stay as they were
// given.
//
// A Json is a view of a value in the original text. Nothing is parsed until it is asked for, and
// asking for a member walks over the members of its object. A document tree would cost an
// allocation for each value and would lose the spelling of numbers, which a record must keep.
// Must never happen: a Json of text that was not checked. Text from outside passes through `minify`
// or JsonScanner first; from then on reading cannot fail, and what is missing or of another type is
// simply absent.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "hence/result.h"

namespace hence {

inline constexpr std::size_t fields_depth_max = 64;

// A view of one valid JSON value, or of nothing. It owns nothing and never fails: what is not
// there, or of another type, is absent.
class Json {
public:
    Json() = default;
    explicit Json(std::string_view valid) : raw_(valid) {}

    std::string_view raw() const { return raw_; }
    bool present() const { return !raw_.empty() && raw_ != "null"; }  // There, and not null.
    bool is_object() const { return !raw_.empty() && raw_.front() == '{'; }
    bool is_array() const { return !raw_.empty() && raw_.front() == '['; }
    bool is_string() const { return !raw_.empty() && raw_.front() == '"'; }
    bool is_number() const {
        return !raw_.empty() &&
               (raw_.front() == '-' || (raw_.front() >= '0' && raw_.front() <= '9'));
    }

    // The member of that (unescaped) name, the last if there are several.
    Json operator[](std::string_view name) const;
    Json at(std::size_t index) const;

    std::optional<std::string> string() const;  // Unescaped, see unescape.
    std::optional<double> number() const;       // Finite numbers only.
    std::optional<bool> boolean() const;

    // Calls `visit` for each in turn until it returns false. A name comes unescaped.
    void each_element(const std::function<bool(Json)>& visit) const;
    void each_member(const std::function<bool(std::string_view, Json)>& visit) const;

private:
    std::string_view raw_;
};

// The text of a string, unescaped; of anything else it is empty. Text without escapes, which most
// text is, is not copied.
class JsonString {
public:
    JsonString() = default;
    explicit JsonString(Json value);

    std::string_view view() const { return unescaped_.empty() ? plain_ : unescaped_; }
    bool empty() const { return view().empty(); }

private:
    std::string_view plain_;
    std::string unescaped_;
};

// Checks that `text` is one JSON value, valid UTF-8, nested at most `depth_max` levels, and returns
// it without insignificant white space. Fails with invalid, naming the byte where it went wrong.
Result<std::string> minify(std::string_view text, std::size_t depth_max);

// The text of a string token (quotes included). Half a surrogate pair becomes its three bytes.
std::string unescape(std::string_view token);

// Whether two valid values say the same: strings unescaped, numbers by decimal value, members in
// any order, lists in order.
bool same_value(std::string_view a, std::string_view b);

// Compares two JSON numbers by their exact decimal value: negative, zero or positive.
int compare_numbers(std::string_view a, std::string_view b);

// Writing. Half a surrogate pair is written as U+FFFD.
void append_string(std::string& out, std::string_view text);
// The same, but half a surrogate pair is written as its escape, so that unescape gives `text` back.
void append_token(std::string& out, std::string_view text);
// The shortest text that reads back as the same double: 45, 0.1, 1e+21.
void append_number(std::string& out, double value);

}  // namespace hence
