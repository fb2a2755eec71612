// The one way a function here says that it can fail.
//
// A Result is a value or an Error, and the compiler refuses a dropped one. We throw nothing; what a
// library throws is caught where the library is called, and becomes an Error there.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace [[gnu::visibility("default")]] hence {

// What went wrong, for a program to branch on. The names are the wire names, too: the HTTP API and
// the CLI print them as they stand here.
enum class Code {
    invalid,       // The request makes no sense, whatever the store holds.
    not_found,     // The request makes sense; the store holds no such thing.
    conflict,      // Someone else wrote first.
    limit,         // A documented limit was reached.
    corrupt,       // Bytes on disk or on the wire are not what was written.
    io,            // The operating system said no.
    unsupported,   // A newer version wrote this, or a feature was left out of this build.
    unauthorized,  // It is not known who asks.
    forbidden,     // The caller lacks the right.
    busy,          // Later it may well work.
};

struct Error {
    Code code;
    std::string message;    // One lower-case clause for a person: what failed, and on what.
    std::string hint = {};  // What to do about it, or empty.
};

template <class T>
class [[nodiscard]] Result {
public:
    // Implicit on purpose: `return record;` and `return Error{...};` both read well.
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return state_.index() == 0; }

    // The value. There must be one.
    const T& operator*() const { return *operator->(); }
    const T* operator->() const {
        assert(*this);
        return std::get_if<0>(&state_);
    }
    T& operator*() { return *operator->(); }
    T* operator->() {
        assert(*this);
        return std::get_if<0>(&state_);
    }
    T take() && {
        assert(*this);
        return std::move(*std::get_if<0>(&state_));
    }

    // The error. There must be one.
    const Error& error() const {
        assert(!*this);
        return *std::get_if<1>(&state_);
    }

private:
    std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return !error_; }
    void take() && { assert(*this); }
    const Error& error() const {
        assert(!*this);
        return *error_;
    }

private:
    std::optional<Error> error_;
};

}  // namespace hence
