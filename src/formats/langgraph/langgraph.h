// Reads checkpoints of LangGraph: the states of a thread, as its server and its library list them.
//
// Each state holds all messages up to it, and names the state before it. What is new in a state is
// what the state before it does not have, so the states are read in the order of their times,
// whatever their order in the file (LangGraph lists the newest first); events are therefore given
// when the text has ended. A state that goes on from another one than the last is a rewind, and
// from one of another thread a fork.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_langgraph(const Beginning& beginning);
std::unique_ptr<Reader> read_langgraph(const ReadOptions& options);

}  // namespace hence
