// Reads Jaeger JSON: traces with spans and processes.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_jaeger(const Beginning& beginning);
std::unique_ptr<Reader> read_jaeger(const ReadOptions& options);

}  // namespace hence
