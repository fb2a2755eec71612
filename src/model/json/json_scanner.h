// Reads JSON that may be anything, once, from front to back: checks it and copies it without its
// insignificant white space in the same pass.
//
// It is strict RFC 8259, with half a surrogate pair allowed where it is escaped. It keeps no call
// stack, so that nesting is bounded by the limit that is given and by nothing else: a recursive
// parser could be crashed by ten thousand brackets. The output needs no more room than the input.
// The caller checks first that the text is valid UTF-8: see not_utf8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "hence/result.h"

namespace hence {

// The open objects and lists around the read position. One bit each.
class JsonNesting {
public:
    std::size_t depth() const { return depth_; }
    bool in_object() const { return (bits_ & 1) != 0; }
    void open(bool object) {
        if (depth_ != 0 && depth_ % 64 == 0) {
            outer_.push_back(bits_);
        }
        bits_ = bits_ << 1 | static_cast<std::uint64_t>(object);
        ++depth_;
    }
    void close() {
        bits_ >>= 1;
        if (--depth_ != 0 && depth_ % 64 == 0) {
            bits_ = outer_.back();
            outer_.pop_back();
        }
    }
    void clear() {
        depth_ = 0;
        outer_.clear();
    }

private:
    std::size_t depth_ = 0;
    std::uint64_t bits_ = 0;  // The innermost is the lowest.
    std::vector<std::uint64_t> outer_;
};

class JsonScanner {
public:
    struct String {
        std::string_view token;  // With both quotes; in the output.
        bool escaped = false;    // Has a backslash.
        std::string_view inside() const { return token.substr(1, token.size() - 2); }
    };

    // `out` must have room for as many bytes as `text` has.
    JsonScanner(std::string_view text, char* out)
        : begin_(text.data()), read_(begin_), end_(begin_ + text.size()), write_(out) {}

    // The next byte that is not white space, or NUL at the end. Stays before it.
    char peek() {
        while (read_ != end_ && is_space(*read_)) {
            ++read_;
        }
        return read_ == end_ ? '\0' : *read_;
    }
    bool at_end() const { return read_ == end_; }
    // Passes over the byte that peek returned, without copying it.
    void skip() { ++read_; }

    // Each of these reads what stands at the read position, and returns false, with error() set,
    // if it is something else.
    bool string(String& string);
    bool value(std::size_t depth_max, std::string_view& slice);

    // Forgets what was copied since `slice` began.
    void forget(std::string_view slice) { write_ -= slice.size(); }

    std::size_t bytes_read() const { return static_cast<std::size_t>(read_ - begin_); }
    bool nests_too_deep() const { return too_deep_ != 0; }
    // invalid: "not JSON at byte 17: ...", counted from 1.
    Error error() const;
    // What stands at the read position, or that the text ends there, is not what was expected.
    bool fail(const char* what);

private:
    void put() { *write_++ = *read_++; }
    void copy_until(const char* stop);
    bool escape(const char*& at, char*& out);
    bool number();
    bool literal();
    bool scalar(char first);
    bool name();
    bool after_value(bool& more);

    const char* begin_;
    const char* read_;
    const char* end_;
    char* write_;
    const char* what_ = nullptr;
    std::size_t too_deep_ = 0;
    JsonNesting nesting_;
};

// Where `text` stops being valid UTF-8, or nothing when it is valid.
std::optional<std::size_t> not_utf8(std::string_view text);

// invalid: "not UTF-8 at byte 17 ...", counted from 1.
Error utf8_error(std::size_t offset);

}  // namespace hence
