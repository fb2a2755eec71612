// What one record of a Reactive Agents trace says, as the event of Hence that says the same.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/common/foreign.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view reactive_agents_name = "reactive-agents";

// When a record without a time happened.
struct ReactiveWhen {
    std::string otherwise = {};  // RFC 3339; empty: at the time of its index.
    bool arrived = false;        // Then that is when it arrived, and is no guess.
    std::uint64_t index = 0;
};

// What every record of a trace has.
struct ReactiveRecord {
    std::string kind;      // Theirs, as traces spell it.
    std::string bus_name;  // The same as the event bus has it; empty: this is a record of a trace.
    std::string run;
    EventDraft draft;  // With id, time, run, iteration.
    Foreign rest;      // What the draft does not have yet.
    Json json;

    // Fails with invalid, naming the key. `json` must outlive what is returned. Only an event of
    // the bus may have no time.
    static Result<ReactiveRecord> from(Json json, const ReactiveWhen& when);
    bool has_time() const { return json["timestamp"].present(); }
};

// `<parent run>.<agent>-<8 hex digits>` is how a run that was started by another is named.
std::string_view agent_of_run(std::string_view run);  // The last agent; empty for a root.
std::string_view root_of_run(std::string_view run);   // What is left without any of them.

// Fill in kind and fields of `record.draft`; `finish_reactive` then makes the event, with whatever
// nobody took.
void describe_start_of_call(ReactiveRecord& record);
// `call_id` is that of its start; empty when it has none: then the end is a whole call. `number`
// counts the results of the run from 1: refs name the nth as "obs:n".
void describe_end_of_call(ReactiveRecord& record, std::string_view call_id, std::uint64_t number);
void describe_other(ReactiveRecord& record);
Result<Event> finish_reactive(ReactiveRecord record);

}  // namespace hence
