#include "formats/spans/file_spans.h"

#include <initializer_list>

#include <fmt/format.h>

namespace hence {
namespace {

std::string joined(std::initializer_list<std::string_view> parts) {
    std::string all;
    for (const std::string_view part : parts) {
        all += fmt::format("{}:{}", part.size(), part);
    }
    return all;
}

}  // namespace

void FileSpans::add(Translation told, TellingPlace place) {
    for (const StatedRationale& stated : told.rationales) {
        rationales_.emplace(joined({told.main.run, stated.call_id}), stated.rationale);
    }
    told_.push_back({std::move(told), std::move(place)});
}

void FileSpans::emit(Batch& batch) {
    for (Told& each : std::exchange(told_, {})) {
        emit_one(std::move(each), batch);
    }
}

void FileSpans::finish(Batch& batch) {
    emit(batch);
    for (Incoming& incoming : std::exchange(held_, {})) {
        if (incoming.event.kind() != "tool_call" || !calls_.has(incoming.event)) {
            copies_.emplace_back(incoming.event.id());
            batch.events.push_back(std::move(incoming));
        }
    }
}

void FileSpans::refuse(const TellingPlace& place, std::string_view reason, Batch& batch) const {
    batch.refused.push_back(
        {source_, place.line, fmt::format("{}: {}", place.name, reason), std::string(place.bytes)});
}

void FileSpans::state_rationale(Translation& told) const {
    if (told.call_id.empty() || told.main.kind != "tool_call" || !told.main.rationale.empty()) {
        return;
    }
    const auto stated = rationales_.find(joined({told.main.run, told.call_id}));
    if (stated != rationales_.end()) {
        told.main.rationale = stated->second;
    }
}

bool FileSpans::add_event(EventDraft draft, const TellingPlace& place, Batch& batch) {
    Result<Event> event = std::move(draft).finish(format_);
    if (!event) {
        refuse(place, event.error().message, batch);
        return false;
    }
    if (event->kind() == "tool_call") {
        calls_.add(*event);
    }
    copies_.emplace_back(event->id());
    batch.events.push_back({std::move(event).take(), place.line});
    return true;
}

void FileSpans::emit_one(Told told, Batch& batch) {
    Translation& translation = told.translation;
    state_rationale(translation);
    if (!add_event(std::move(translation.main), told.place, batch)) {
        return;
    }
    for (EventDraft& draft : translation.more) {
        add_event(std::move(draft), told.place, batch);
    }
    for (EventDraft& draft : translation.if_absent) {
        Result<Event> event = std::move(draft).finish(format_);
        if (!event) {
            refuse(told.place, event.error().message, batch);
        } else if (held_ids_.insert(std::string(event->id())).second) {
            held_.push_back({std::move(event).take(), told.place.line});
        }
    }
}

}  // namespace hence
