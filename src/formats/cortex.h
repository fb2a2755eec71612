// AIngle Cortex events: the same, as the server stores and sends them (snake_case).
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_cortex(const Beginning& beginning);
std::unique_ptr<Reader> read_cortex(const ReadOptions& options);

}  // namespace hence
