// Mayros trace events: tool calls, model calls, decisions, delegations, errors (camelCase).
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_mayros(const Beginning& beginning);
std::unique_ptr<Reader> read_mayros(const ReadOptions& options);

}  // namespace hence
