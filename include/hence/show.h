// One event whole, as a person reads it: what it was, where it belongs, why it was done, what it
// hangs on and led to, and everything that was recorded in it.
//
// JSON shows the event as it was stored; this is the text beside it. Nothing is cut: whoever asks
// for one event wants all of it.
#pragma once

#include <string>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

// The event of that id, or of an unambiguous beginning or end of it; `latest` is the newest. Fails
// with not_found, and with invalid when the id is ambiguous.
Result<Event> find_event(const Store& store, const std::string& id);

// Every part that was recorded; a part that was not is left out.
Result<void> write_shown(const Store& store, const Event& event, const Sink& sink);

}  // namespace hence
