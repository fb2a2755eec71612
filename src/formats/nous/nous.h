// Reads Nous decision graphs: nodes and edges, as one document or as lines.
//
// The shape is that of a Hence graph, so each node and edge becomes one event. A Deciduous document
// looks alike: is_nous asks is_deciduous first and leaves such a document to it.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_nous(const Beginning& beginning);
std::unique_ptr<Reader> read_nous(const ReadOptions& options);

}  // namespace hence
