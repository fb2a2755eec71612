// What stays of an event that was erased: a stub, which keeps the event's place and loses its
// words.
//
// An erased event must not leave a hole: its children would lose their parent, its answer its call,
// and every number behind it would shift. So a stub takes its place. The stub keeps when, who and
// where (id, kind, time, agent, session, run, parent, causes, correlation, iteration, duration) and
// the ids by which other events know it: the id of a call, the event that an outcome judges, the
// two ends of a delegation, a message or an edge of a graph. Everything else that the emitter said
// goes: fields, rationale, texts. In its place the fields say why (`erased`) and which event
// announced it
// (`erasure`). Every store makes its stubs here, so that all of them show the same.
// Must never happen: a stub shares memory with the event that it stands for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hence/event.h"
#include "hence/result.h"

namespace hence {

// A longer reason is refused, so that a stub is always small.
inline constexpr std::size_t erase_reason_max = 240;

bool is_erased(const Event& event);
// Why, as the stub says it; empty when it does not.
std::string erased_reason(const Event& stub);

// Why an event goes, and the id of the event that announced it.
struct ErasedBy {
    std::string_view reason;
    std::string_view erasure;
};

// The stub of an event, with its seq and time of arrival. A stub's stub is the stub itself. Fails
// with corrupt for an event that no store would have taken.
Result<Event> stub_of(const Event& event, const ErasedBy& by);

}  // namespace hence
