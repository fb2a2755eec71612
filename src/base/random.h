// Bytes that nobody can guess, from the kernel.
#pragma once

#include <span>

#include "hence/result.h"

namespace hence {

// Fails with io when the kernel gives none.
Result<void> fill_random(std::span<unsigned char> bytes);

}  // namespace hence
