// The base class of readers whose files hold spans and log records, in whatever format.
//
// A file holds the same spans that the server takes over the network, but its reader has no store
// to look things up in. So a reconstructed call waits until the file has ended and no span of the
// call was found. A rationale reaches the calls of the same record and of later records, because a
// model answers before its calls are made.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/records.h"
#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/translate/translation.h"

namespace hence {

// Which tool calls a file has, so that none is made up that was sent.
class KnownCalls {
public:
    void add(const Event& call);
    // Whether `call` is one of them: by its id, or if one of the two has no id, by tool and input.
    bool has(const Event& call) const;

private:
    std::set<std::string> by_id_;
    std::set<std::string> by_input_;
    std::set<std::string> nameless_;  // Of calls without an id, by what was asked.
};

class TelemetryReader : public RecordReader {
public:
    struct Traits {
        std::string_view format;
        // The same spans may also be recorded from another source, spelled differently: see
        // Reader::copies.
        bool copies = false;
    };

    TelemetryReader(const ReadOptions& options, Traits traits)
        : RecordReader(options), traits_(traits), source_(options.source) {}

    std::uint64_t finish(Batch& batch) override;
    std::vector<std::string> copies() override;

protected:
    // Hands the spans and records of a Record to the sink. Items that were handed over before an
    // error stand.
    virtual Result<void> hand_over(const Record& record, const TelemetrySink& sink) = 0;

    Result<void> read(const Record& record, Batch& batch) final;

private:
    // What was made of one span or record, and how it is called in a reason.
    struct Made {
        Translation translation;
        std::string name;
        std::string_view bytes;  // In the record that is being read.
    };
    struct Place {
        const Record& record;
        std::vector<Made>& made;
        Batch& batch;
    };

    TelemetrySink sink_for(const Place& place);
    void keep(Result<Translation> translation, Made made, const Place& place);
    void refuse(const Record& record, std::string reason, std::string_view bytes, Batch& batch);
    void remember(const Translation& translation);
    void state_rationale(Translation& translation) const;
    void add_all(Made made, const Record& record, Batch& batch);
    bool add_one(EventDraft draft, const Made& made, const Record& record, Batch& batch);
    void note_copy(const Event& event);

    Traits traits_;
    std::string source_;
    std::map<std::string, std::string> rationales_;  // By run and call.
    KnownCalls calls_;
    std::vector<Incoming> held_;
    std::set<std::string> held_ids_;
    std::vector<std::string> copies_;
};

}  // namespace hence
