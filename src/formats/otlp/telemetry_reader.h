// The base class of readers whose files hold spans and log records, in whatever format.
//
// A file holds the same spans that the server takes over the network, and gives the same events.
// What belongs together is settled where they are stored (intake/once).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/records.h"
#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/translate/translation.h"

namespace hence {

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

    std::vector<std::string> copies() override;

protected:
    // Hands the spans and records of a Record to the sink. Items that were handed over before an
    // error stand.
    virtual Result<void> hand_over(const Record& record, const TelemetrySink& sink) = 0;

    // Hands one span of a document over, the `number`th from 1, or says why it could not be read.
    static void hand_over_span(Result<SpanAndOrigin> read, std::uint64_t number, Json json,
                               const TelemetrySink& sink);

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
    void add_all(Made made, const Record& record, Batch& batch);
    bool add_one(EventDraft draft, const Made& made, const Record& record, Batch& batch);

    Traits traits_;
    std::string source_;
    std::vector<std::string> copies_;
};

}  // namespace hence
