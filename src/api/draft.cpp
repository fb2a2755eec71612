#include "api/draft.h"

#include <utility>

#include "base/try.h"

namespace hence {
namespace {

Result<std::string> alternatives_of(const Rationale& rationale) {
    std::string json;
    for (const Alternative& alternative : rationale.alternatives) {
        ObjectWriter object;
        object.text("option", alternative.option);
        object.text("rejected_because", alternative.rejected_because);
        const std::string one = TRY(std::move(object).take());
        json += json.empty() ? '[' : ',';
        json += one.empty() ? "{}" : one;
    }
    return json.empty() ? json : json + ']';
}

Result<std::string> rationale_of(const Rationale& rationale) {
    const std::string alternatives = TRY(alternatives_of(rationale));
    ObjectWriter object;
    object.text("why", rationale.why);
    object.list("refs", rationale.refs);
    object.raw("alternatives", alternatives);
    object.number("confidence", rationale.confidence);
    return std::move(object).take();
}

}  // namespace

Result<Event> compose(Draft& draft, const Entry& entry, const Time& time) {
    const std::string rationale = TRY(rationale_of(entry.rationale));
    const std::string fields = TRY(std::move(draft.fields).take());
    const Handoff& place = draft.place;
    ObjectWriter event;
    event.text("id", draft.id);
    event.text("kind", entry.kind);
    event.text("time", to_string(time));
    event.text("agent", place.agent);
    event.text("session", place.session);
    event.text("run", place.run);
    event.text("parent", place.parent);
    event.list("causes", entry.also.causes);
    event.text("correlation", place.correlation);
    event.number("iteration", place.iteration);
    event.number("duration_ms", entry.also.duration_ms);
    event.raw("rationale", rationale);
    event.raw("fields", fields);
    event.value("fields", draft.whole_fields);
    const std::string json = TRY(std::move(event).take());
    return Event::parse(json);
}

}  // namespace hence
