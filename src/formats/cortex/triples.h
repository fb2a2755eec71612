// Reads the triples in which AIngle Cortex stores its events.
//
// Cortex stores an event as several triples that share a subject, NAMESPACE:event:ID, and its API
// lists triples in no useful order. So an event is put together when the text has ended. A triple
// of another subject (an agent, a session) is refused: no event is told by it.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_cortex_triples(const Beginning& beginning);
std::unique_ptr<Reader> read_cortex_triples(const ReadOptions& options);

}  // namespace hence
