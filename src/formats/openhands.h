// Reads OpenHands events.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_openhands(const Beginning& beginning);
std::unique_ptr<Reader> read_openhands(const ReadOptions& options);

}  // namespace hence
