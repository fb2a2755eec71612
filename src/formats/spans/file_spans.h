// Spans of a file whose format knows more of a span than a span says, on their way to events.
//
// Langfuse and LangSmith exports become spans first, so that the one translation applies, and their
// readers then change the drafts. FileSpans holds these translations until `emit`, gives each tool
// call the rationale that a model stated for it, and keeps reconstructed calls back until the file
// has ended. Where nothing is to be added to the translation of a span, use
// formats/otlp/telemetry_reader.h.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/otlp/telemetry_reader.h"
#include "formats/otlp/translate/translation.h"
#include "hence/event.h"
#include "hence/store.h"

namespace hence {

// Where a span was read, for the reason of a refusal.
struct TellingPlace {
    std::string name;             // "observation o1"
    std::uint64_t line = 0;       // Of its record.
    std::string_view bytes = {};  // Until `emit`.
};

// A rationale that a model stated reaches the calls that come with it or later; a call that is only
// told of in messages waits until the file has ended, and is made of them if nobody told the call
// itself. Each event may stand in another file as well, in other words.
class FileSpans {
public:
    FileSpans(std::string_view format, std::string source)
        : format_(format), source_(std::move(source)) {}

    // Taken together with what else comes until `emit`.
    void add(Translation told, TellingPlace place);
    // Adds the events of all that was added; what cannot be an event is refused.
    void emit(Batch& batch);
    // Adds what waited until now.
    void finish(Batch& batch);

    void refuse(const TellingPlace& place, std::string_view reason, Batch& batch) const;
    // The ids of the events since this was last asked: see Reader::copies.
    std::vector<std::string> copies() { return std::exchange(copies_, {}); }

private:
    struct Told {
        Translation translation;
        TellingPlace place;
    };

    void emit_one(Told told, Batch& batch);
    bool add_event(EventDraft draft, const TellingPlace& place, Batch& batch);
    void state_rationale(Translation& told) const;

    std::string format_;
    std::string source_;
    std::vector<Told> told_;
    std::map<std::string, std::string> rationales_;  // By run and call.
    KnownCalls calls_;
    std::vector<Incoming> held_;
    std::set<std::string> held_ids_;
    std::vector<std::string> copies_;
};

}  // namespace hence
