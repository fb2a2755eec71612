// Reads Google Cloud Trace JSON.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_cloud_trace(const Beginning& beginning);
std::unique_ptr<Reader> read_cloud_trace(const ReadOptions& options);

}  // namespace hence
