// Reads ATIF trajectories.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_atif(const Beginning& beginning);
std::unique_ptr<Reader> read_atif(const ReadOptions& options);

}  // namespace hence
