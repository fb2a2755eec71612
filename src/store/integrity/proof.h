// The proof of one event: the event, the bytes and the salt behind its leaf, and the way from the
// leaf to the root of a signed checkpoint. A file with it needs no store to be checked.
//
//     {"event":{...},"salt":"BASE64","stored":"BASE64","proof":"TLOG-PROOF","key":"VKEY"}
//
// `proof` is a c2sp.org/tlog-proof, whose `extra` line is the leaf (leaf.h). `stored` is the event
// as docs/FORMAT.md has it; `event` is the same event as JSON. `key` is the key that signed, by the
// word of this file only; null when nobody signed. Salt and stored bytes of an erased event are
// null. Other programs may write the same value in another form, with white space say. As many
// bytes as in ours must be ours: so a changed byte is noticed even if it means nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "store/integrity/integrity.h"
#include "store/integrity/note.h"

namespace hence {

struct EventProof {
    std::string event;  // JSON.
    ProvenEvent proven;
    std::vector<Hash> path;
    std::string checkpoint;  // A note, or the text of one that nobody signed.
    std::optional<NoteKey> key = {};
};

// The proof of an event that `integrity` has, in its newest checkpoint.
Result<EventProof> prove(Integrity& integrity, const Event& event);

// One line, with its line feed.
std::string proof_text(const EventProof& proof);
// Fails with invalid when the bytes are no proof in the form above.
Result<EventProof> read_proof(std::string_view bytes);

// One line of events.ndjson in an export: {"event":{...},"salt":"BASE64","stored":"BASE64"}.
// Reading leaves the leaf empty, and fails with invalid when the line has any other form.
std::string exported_line(const ProvenEvent& proven, std::string_view event_json);
struct ExportedEvent {
    std::string event;
    ProvenEvent proven;
};
Result<ExportedEvent> read_exported_line(std::string_view line);

// The tlog-proof alone.
std::string tlog_proof_text(const EventProof& proof);

// What an event is, as an export and a proof state it, held against its leaf. Fails with corrupt,
// saying what does not fit.
Result<void> check_event(const ProvenEvent& proven, std::string_view event_json);
// The leaf, the path and the event. Hands out the checkpoint; signatures are the caller's to check.
Result<CheckpointText> check_proof(const EventProof& proof);

}  // namespace hence
