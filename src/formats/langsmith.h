// Reads LangSmith runs, and batches that create and update them.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_langsmith(const Beginning& beginning);
std::unique_ptr<Reader> read_langsmith(const ReadOptions& options);

}  // namespace hence
