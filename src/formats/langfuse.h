// Reads Langfuse exports: a trace and its observations.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_langfuse(const Beginning& beginning);
std::unique_ptr<Reader> read_langfuse(const ReadOptions& options);

}  // namespace hence
