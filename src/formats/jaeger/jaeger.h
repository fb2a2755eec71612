// Reads Jaeger JSON: traces with spans and processes.
//
// A span becomes a span of OpenTelemetry and is translated as one. Traps: ids lose their leading
// zeros; status, kind and scope are tags; a process is named by a key of its document, and each
// event repeats it, so what processes may take is limited; newer versions answer with OTLP.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_jaeger(const Beginning& beginning);
std::unique_ptr<Reader> read_jaeger(const ReadOptions& options);

}  // namespace hence
