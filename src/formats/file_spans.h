// The spans that a file tells of, on their way to events of the file's own format.
//
// For formats that know more of a span than a span says: where nothing is to be added to what
// translate makes of it, see formats/otlp/telemetry_reader.h.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/otlp/telemetry_reader.h"
#include "formats/otlp/translation.h"
#include "hence/event.h"
#include "hence/store.h"

namespace hence {

// Where something was told, should it be refused.
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
