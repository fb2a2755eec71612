// Records what a person remarks about an event, beside the event.
//
// A note is an event of its own. It is appended like every other event and never edited: whoever
// changes their mind writes another one. An event may have any number of notes. A request that is
// sent again under the same id gives the first answer again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct NoteRequest {
    // The event that it is about: its id, or an unambiguous beginning or end of it.
    std::string event = {};
    std::string text = {};    // What is remarked.
    std::string author = {};  // Who says so, or empty.
    // Absent: one is made. To send the same request again under the same id records nothing, and
    // gives the first answer again.
    std::string id = {};
    std::optional<Time> time = {};  // Absent: the machine's clock is asked.
};

// The note as it was stored: in the session, run and correlation of the event, which is its parent.
// Fails with not_found when there is no such event; with conflict when another event has the id;
// and with invalid when the text is empty, the id is ambiguous or a text breaks a rule of events.
Result<Event> record_note(Store& store, const NoteRequest& request);

// "recorded note n1 about e1: text (author)"
std::string note_line(const Event& note);

// The notes about any of these events, in order. Reads every note of the store once.
Result<std::vector<Event>> notes_about(const Store& store, const std::vector<std::string>& events);

}  // namespace hence
