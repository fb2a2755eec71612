// Nous decision graphs: nodes and edges.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_nous(const Beginning& beginning);
std::unique_ptr<Reader> read_nous(const ReadOptions& options);

}  // namespace hence
