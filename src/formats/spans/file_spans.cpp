#include "formats/spans/file_spans.h"

#include <fmt/format.h>

namespace hence {

void FileSpans::add(Translation told, TellingPlace place) {
    told_.push_back({std::move(told), std::move(place)});
}

void FileSpans::emit(Batch& batch) {
    for (Told& each : std::exchange(told_, {})) {
        emit_one(std::move(each), batch);
    }
}

void FileSpans::refuse(const TellingPlace& place, std::string_view reason, Batch& batch) const {
    batch.refused.push_back(
        {source_, place.line, fmt::format("{}: {}", place.name, reason), std::string(place.bytes)});
}

bool FileSpans::add_event(EventDraft draft, const TellingPlace& place, Batch& batch) {
    Result<Event> event = std::move(draft).finish(format_);
    if (!event) {
        refuse(place, event.error().message, batch);
        return false;
    }
    copies_.emplace_back(event->id());
    batch.events.push_back({event->with_flag(Flag::settled), place.line});
    return true;
}

void FileSpans::emit_one(Told told, Batch& batch) {
    Translation& translation = told.translation;
    if (!add_event(std::move(translation.main), told.place, batch)) {
        return;
    }
    for (EventDraft& draft : translation.more) {
        add_event(std::move(draft), told.place, batch);
    }
    for (EventDraft& draft : translation.if_absent) {
        add_event(std::move(draft), told.place, batch);
    }
}

}  // namespace hence
