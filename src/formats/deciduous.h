// Deciduous patches: nodes and edges by change id.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_deciduous(const Beginning& beginning);
std::unique_ptr<Reader> read_deciduous(const ReadOptions& options);

}  // namespace hence
