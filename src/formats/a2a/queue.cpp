#include "formats/a2a/queue.h"

#include <utility>

namespace hence {

void A2aQueue::add(A2aWaiting waiting, Batch& batch) {
    if (waiting.draft.time.empty()) {
        waiting.draft.flags.push_back(Flag::time_derived);
        waiting.draft.time = time_;
    }
    bytes_ += waiting.bytes.size();
    waiting_.push_back(std::move(waiting));
    while (waiting_.size() > limits_.events_max ||
           (bytes_ > limits_.bytes_max && waiting_.size() > 1)) {
        release(batch);
    }
}

void A2aQueue::answer(std::string_view asks, const std::string& context, const std::string& task) {
    for (A2aWaiting& each : waiting_) {
        if (each.asks != asks || asks.empty()) {
            continue;
        }
        each.asks.clear();
        each.draft.session = each.draft.session.empty() ? context : each.draft.session;
        each.draft.run = each.draft.run.empty() ? task : each.draft.run;
    }
}

void A2aQueue::note_time(const std::string& time) {
    if (time_.empty()) {
        for (A2aWaiting& each : waiting_) {
            each.draft.time = each.draft.time.empty() ? time : each.draft.time;
        }
    }
    time_ = time;
}

void A2aQueue::flush(Batch& batch) {
    while (!waiting_.empty() && waiting_.front().asks.empty() &&
           !waiting_.front().draft.time.empty()) {
        release(batch);
    }
}

void A2aQueue::finish(Batch& batch) {
    while (!waiting_.empty()) {
        release(batch);
    }
}

void A2aQueue::release(Batch& batch) {
    A2aWaiting first = std::move(waiting_.front());
    waiting_.pop_front();
    bytes_ -= first.bytes.size();
    ++index_;
    EventDraft& draft = first.draft;
    if (draft.time.empty()) {
        draft.time = time_of_index(index_);
    }
    if (draft.session.empty() && !draft.run.empty()) {
        draft.flags.push_back(Flag::session_derived);
    }
    Result<Event> event = std::move(draft).finish("a2a");
    if (!event) {
        batch.refused.push_back(
            {source_, first.line, event.error().message, std::move(first.bytes)});
        return;
    }
    given_.emplace_back(event->id());
    batch.events.push_back({std::move(event).take(), first.line});
}

}  // namespace hence
