// Reads AIngle Cortex events: Mayros trace events as the Cortex server stores and sends them, in
// snake_case, one by one or as the list of an answer. trace_event.h does the work.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_cortex(const Beginning& beginning);
std::unique_ptr<Reader> read_cortex(const ReadOptions& options);

}  // namespace hence
