// The one way to write JSON: the writer puts the commas, quotes and escapes, so that no answer
// does.
//
// A JsonWriter appends to a text that somebody else owns and may pass on and empty at any time, so
// that an answer can be written piece by piece. It remembers one bit: whether the next value needs
// a comma before it. Values are written as every answer has them: a text as a string, a number in
// its shortest form, a time in RFC 3339, and null for an optional that is empty. Nothing is checked
// that only a programming error can break (an `end` without its `begin`, a value without its key):
// the tests read every answer back.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hence/time.h"
#include "model/json/json.h"

namespace hence {

// A text that is null when it is empty: how an answer shows what was not recorded.
struct OrNull {
    std::string_view text;
};

// A text that reads back as the same bytes: append_token writes it.
struct Exact {
    std::string_view text;
};

class JsonWriter {
public:
    explicit JsonWriter(std::string& out) : out_(out) {}

    JsonWriter& begin_object() { return begin('{'); }
    JsonWriter& end_object() { return end('}'); }
    JsonWriter& begin_list() { return begin('['); }
    JsonWriter& end_list() { return end(']'); }

    // The name of a member; its value follows. Names are ours, and need no escapes.
    JsonWriter& key(std::string_view name) {
        // An answer is full of names, so a name is appended at once with all that is around it.
        std::array<char, 64> token;
        if (name.size() + 4 > token.size()) {
            return raw_key('"' + std::string(name) + '"');
        }
        char* end = token.data();
        *end = ',';
        end += comma_ ? 1 : 0;
        *end++ = '"';
        end = std::ranges::copy(name, end).out;
        *end++ = '"';
        *end++ = ':';
        out_.append(token.data(), static_cast<std::size_t>(end - token.data()));
        comma_ = false;
        return *this;
    }
    // Likewise, of a name that was recorded: it reads back as the same bytes.
    JsonWriter& recorded_key(std::string_view name) {
        comma();
        append_token(out_, name);
        out_ += ':';
        comma_ = false;
        return *this;
    }
    // Likewise, of a name as it stands in other JSON, with its quotes.
    JsonWriter& raw_key(std::string_view token) {
        comma();
        out_ += token;
        out_ += ':';
        comma_ = false;
        return *this;
    }

    JsonWriter& value(std::string_view text) {
        comma();
        append_string(out_, text);
        return *this;
    }
    JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    template <class Any>
    JsonWriter& value(const Any* pointer) = delete;  // It would count as a truth.
    JsonWriter& value(OrNull text) { return text.text.empty() ? null() : value(text.text); }
    JsonWriter& value(Exact text) {
        comma();
        append_token(out_, text.text);
        return *this;
    }
    // JSON as it was recorded; null when there is none.
    JsonWriter& value(Json json) { return raw(json.raw().empty() ? "null" : json.raw()); }
    JsonWriter& value(bool truth) { return raw(truth ? "true" : "false"); }
    JsonWriter& value(double number) {
        comma();
        append_number(out_, number);
        return *this;
    }
    template <std::integral Whole>
    requires(!std::same_as<Whole, bool>) JsonWriter& value(Whole number) {
        comma();
        out_ += std::to_string(number);
        return *this;
    }
    JsonWriter& value(const Time& time) {
        comma();
        out_ += '"';
        append_time(out_, time);
        out_ += '"';
        return *this;
    }
    template <class Value>
    JsonWriter& value(const std::optional<Value>& maybe) {
        return maybe ? value(*maybe) : null();
    }
    JsonWriter& null() { return raw("null"); }
    // JSON as it was recorded, or that another writer made.
    JsonWriter& raw(std::string_view json) {
        comma();
        out_ += json;
        return *this;
    }

    template <class Value>
    JsonWriter& member(std::string_view name, const Value& given) {
        return key(name).value(given);
    }
    JsonWriter& raw_member(std::string_view name, std::string_view json) {
        return key(name).raw(json);
    }
    // Null when there is no JSON.
    JsonWriter& raw_or_null(std::string_view name, std::string_view json) {
        return key(name).raw(json.empty() ? "null" : json);
    }
    // These two leave out a member that is empty.
    JsonWriter& member_if_any(std::string_view name, Exact given) {
        return given.text.empty() ? *this : member(name, given);
    }
    JsonWriter& raw_if_any(std::string_view name, std::string_view json) {
        return json.empty() ? *this : raw_member(name, json);
    }
    // All members of an object that is written already.
    JsonWriter& members_of(std::string_view object) {
        constexpr std::string_view empty = "{}";
        return object == empty ? *this : raw(object.substr(1, object.size() - empty.size()));
    }
    template <class Values>
    JsonWriter& values(const Values& elements) {
        begin_list();
        for (const auto& element : elements) {
            value(element);
        }
        return end_list();
    }
    template <class Values>
    JsonWriter& list(std::string_view name, const Values& elements) {
        return key(name).values(elements);
    }

    // An object of what is counted under names of ours.
    template <class Entries>
    JsonWriter& object(std::string_view name, const Entries& entries) {
        key(name).begin_object();
        for (const auto& [each, given] : entries) {
            member(each, given);
        }
        return end_object();
    }
    // Takes back the end of the object that was just written, so that more members can follow.
    JsonWriter& reopen_object() {
        out_.pop_back();
        comma_ = out_.back() != '{';
        return *this;
    }

    // Puts the next member or value on a line of its own, behind the comma.
    JsonWriter& line_break() {
        comma();
        out_ += '\n';
        comma_ = false;
        return *this;
    }
    // Ends the line of a whole value. The next value begins a line of its own, without a comma.
    void end_line() {
        out_ += '\n';
        comma_ = false;
    }

    // What an append_json of somebody else writes into, as the next value.
    std::string& text() {
        comma();
        return out_;
    }

private:
    JsonWriter& begin(char bracket) {
        comma();
        out_ += bracket;
        comma_ = false;
        return *this;
    }
    JsonWriter& end(char bracket) {
        out_ += bracket;
        comma_ = true;
        return *this;
    }
    void comma() {
        if (comma_) {
            out_ += ',';
        }
        comma_ = true;
    }

    std::string& out_;
    bool comma_ = false;
};

}  // namespace hence
