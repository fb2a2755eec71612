// The licences of everything that the program carries inside: whoever passes the program on has to
// pass them on, too, and a program of one file has no other place for them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hence/result.h"

namespace hence {

struct PackedText {
    std::string_view packed;  // By gzip.
    std::size_t bytes = 0;    // Unpacked.
};

// Written when the program is built: see cmake/licenses.py.
PackedText packed_licenses();

// All of them as one text. Fails with corrupt when it cannot be unpacked.
Result<std::string> licenses();

}  // namespace hence
