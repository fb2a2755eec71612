// Files of OpenTelemetry: documents of OTLP over JSON, as collectors and exporters write them.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_otlp(const Beginning& beginning);

// A text is one document, an array of documents, or one document to a line; each holds spans, log
// records or both. What a file reconstructs (tool calls that are only told of in messages) comes at
// its end, unless the call itself was in it.
std::unique_ptr<Reader> read_otlp(const ReadOptions& options);

}  // namespace hence
