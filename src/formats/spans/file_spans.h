// Spans of a file whose format knows more of a span than a span says, on their way to events.
//
// Langfuse and LangSmith exports become spans first, so that the one translation applies, and their
// readers then change the drafts. FileSpans holds these translations until `emit`. Where nothing is
// to be added to the translation of a span, use formats/otlp/telemetry_reader.h.
#pragma once

#include <cstdint>
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

// Each event may stand in another file as well, in other words.
class FileSpans {
public:
    FileSpans(std::string_view format, std::string source)
        : format_(format), source_(std::move(source)) {}

    // Taken together with what else comes until `emit`.
    void add(Translation told, TellingPlace place);
    // Adds the events of all that was added; what cannot be an event is refused.
    void emit(Batch& batch);

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

    std::string format_;
    std::string source_;
    std::vector<Told> told_;
    std::vector<std::string> copies_;
};

}  // namespace hence
