// Reads Google Cloud Logging entries.
//
// An entry becomes a log record of OpenTelemetry and is translated as one. Traps: a payload is text
// or an object, the trace is a resource name with the project in it, and the same entry is spelled
// in camelCase by the API and in snake_case by some libraries.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_cloud_logging(const Beginning& beginning);
std::unique_ptr<Reader> read_cloud_logging(const ReadOptions& options);

}  // namespace hence
