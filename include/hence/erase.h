// Takes events out of a store for good, and never in silence.
//
// An erasure is first announced by an event of kind `erasure`, which says why, who asked and which
// events go, and never what they said. From then on a stub stands in place of each of them: it
// keeps the number, the time, the names and the links of the event, and shows "erased: REASON"
// where an answer would show its words. A store in a directory removes the bytes from every file
// below that directory before the call returns; if the process dies on the way, the next one that
// opens the store finishes the work before it answers anything. A store in an engine erases in one
// transaction; docs/ENGINE.md says what the engine's own files still hold. What other events still
// say stays: a long text that they share, and quarantined lines of other events. An event that
// comes again under the id of a stub is a duplicate, and nothing of it is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/store.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

// Numbers of events, both ends inclusive.
struct SeqRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    friend bool operator==(const SeqRange&, const SeqRange&) = default;
};

// What a store is asked to erase: the event that announces it, with an id, and the numbers that it
// names, ascending and apart. `session`, if any, takes its quarantined lines along. `rows` are rows
// of the quarantine that go, too.
struct Erasure {
    Event event;
    std::vector<SeqRange> seqs;
    std::string session = {};
    std::vector<std::uint64_t> rows = {};
};

// A store that can erase. `erase` below is what programs call; it finds the events first.
class ErasableStore {
public:
    virtual ~ErasableStore() = default;

    // Announces and erases all of it, or nothing. Answers from before, and cursors, may fail with
    // io: ask again. Fails with io after it was announced when the disk says no; then the next
    // opening finishes it.
    virtual Result<Receipt> erase_all(const std::vector<Erasure>& erasures) = 0;

    // Events whose place another event of the same id took, ascending: they stand in no answer and
    // are in the log.
    virtual Result<std::vector<std::uint64_t>> replaced() const = 0;

    // Where bytes of the last erasure may still lie because the store could not reach them, in
    // words; empty when it reached all that it can.
    virtual std::vector<std::string> erasure_leftovers() const { return {}; }
};

// Which events to erase, and why. Exactly one of event, session, where, older_than and quarantine
// is given; `where` may go with older_than.
struct EraseRequest {
    std::string event = {};    // An id, which may be shortened.
    std::string session = {};  // With all its runs; what a fork inherited stays.
    std::string where = {};    // As in EventQuery.
    std::optional<Time> older_than = {};
    std::uint64_t quarantine = 0;  // A row of the quarantine, by its number.
    std::string reason = {};       // 1 to 240 bytes, without control characters.
    std::string by = {};           // Who asks; at most 240 bytes.
    bool dry_run = false;          // Only says what would go.
};

struct ErasedCount {
    std::string name;
    std::uint64_t events = 0;
};

// What was erased, or would be.
struct EraseAnswer {
    bool dry_run = false;
    std::string reason;
    std::uint64_t events = 0;            // Records in the log, earlier states of an event included.
    std::uint64_t already = 0;           // Were erased before, and stay as they are.
    std::vector<SeqRange> seqs;          // Of the events.
    std::vector<ErasedCount> kinds;      // By name.
    std::vector<ErasedCount> sessions;   // Likewise; "" for none.
    std::vector<std::uint64_t> rows;     // Of the quarantine.
    std::vector<std::string> erasures;   // Ids of the events that announced it.
    std::vector<std::string> left = {};  // What the store could not reach, in words.
};

// Fails with invalid (nothing or too much is named, no reason), not_found (no such event or
// session), conflict (the event is itself an erasure), or unsupported (a store that cannot erase).
Result<EraseAnswer> erase(Store& store, const EraseRequest& request);

void append_erased_json(std::string& out, const EraseAnswer& answer);
void append_erased_text(std::string& out, const EraseAnswer& answer);

}  // namespace hence
