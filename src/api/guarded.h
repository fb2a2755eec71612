// The edge towards the host: every exception below becomes an Error, so that recording never ends
// the program that records.
//
// A host calls the recorder in the middle of its own work and did not ask for our failures. All
// public calls of the recorder are noexcept and run inside `guarded`. Even running out of memory
// must be reported without memory: out_of_memory uses a text that fits into the string itself.
#pragma once

#include <exception>
#include <new>

#include "hence/result.h"

namespace hence {

// Needs no memory of its own: the text fits into the string itself.
inline Error out_of_memory() noexcept {
    return {Code::io, "out of memory"};
}

inline Error described(const std::exception& exception) noexcept {
    try {
        return {Code::io, exception.what()};
    } catch (...) {
        return out_of_memory();
    }
}

// What `make` returns, which must be a Result.
template <class Make>
auto guarded(Make make) noexcept -> decltype(make()) {
    try {
        return make();
    } catch (const std::bad_alloc&) {
        return out_of_memory();
    } catch (const std::exception& exception) {
        return described(exception);
    } catch (...) {
        return Error{Code::io, "unknown fault"};
    }
}

}  // namespace hence
