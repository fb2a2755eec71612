// File descriptors that close themselves, and error messages from errno.
//
// A Descriptor closes its number in the process that opened it, and in no other: in a forked child
// the number may have been closed (ClosedInChild) and given to another file of the host.
#pragma once

#include <string_view>
#include <utility>

#include "base/process.h"
#include "hence/result.h"

namespace hence {

// Owns a descriptor. Moved from, it is empty.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept
        : number_(std::exchange(other.number_, -1)), opened_in_(other.opened_in_) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        std::swap(opened_in_, other.opened_in_);
        return *this;
    }
    // Closes it, but not in a forked child: the number may stand for another file there.
    ~Descriptor();

    int number() const { return number_; }
    // Gives it away; it is empty afterwards.
    int release() { return std::exchange(number_, -1); }
    explicit operator bool() const { return number_ >= 0; }

private:
    int number_ = -1;
    ProcessMark opened_in_;
};

// "cannot WHAT: No space left on device", from errno.
Error system_error(std::string_view what);
// Likewise, of a stated error number.
Error system_error(std::string_view what, int number);

}  // namespace hence
