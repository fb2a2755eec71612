// ReplayBuilder decision traces, audit rows, and whole chains of them.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_replay_builder(const Beginning& beginning);
std::unique_ptr<Reader> read_replay_builder(const ReadOptions& options);

}  // namespace hence
