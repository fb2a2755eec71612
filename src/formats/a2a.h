// Reads A2A messages and tasks, as audit entries.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_a2a(const Beginning& beginning);
std::unique_ptr<Reader> read_a2a(const ReadOptions& options);

}  // namespace hence
