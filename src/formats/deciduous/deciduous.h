// Reads Deciduous patches: nodes and edges of a decision graph, by change id.
//
// Traps: an edge may name its nodes by change id or by a number that only this document knows; a
// confidence goes from 0 to 100; a status `pending` is no status of Hence and becomes `active`. An
// edge has no id, so its id is derived from its two ends and its type.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_deciduous(const Beginning& beginning);
std::unique_ptr<Reader> read_deciduous(const ReadOptions& options);

}  // namespace hence
