// Reads Google Cloud Trace JSON, of the APIs v1 and v2.
//
// A span becomes a span of OpenTelemetry and is translated as one. Traps: v1 writes span ids in
// decimal, some tools write them in hex, and digits alone may be either, so all ids of a trace are
// read in the one spelling that fits all of them; v1 puts the status and the sender into labels.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_cloud_trace(const Beginning& beginning);
std::unique_ptr<Reader> read_cloud_trace(const ReadOptions& options);

}  // namespace hence
