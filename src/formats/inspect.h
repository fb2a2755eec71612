// Reads Inspect AI logs, as JSON or from an .eval file.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_inspect(const Beginning& beginning);
std::unique_ptr<Reader> read_inspect(const ReadOptions& options);

}  // namespace hence
