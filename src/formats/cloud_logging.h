// Reads Google Cloud Logging entries.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_cloud_logging(const Beginning& beginning);
std::unique_ptr<Reader> read_cloud_logging(const ReadOptions& options);

}  // namespace hence
