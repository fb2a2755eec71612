#include "formats/replay/replay_builder.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "formats/common/records.h"
#include "formats/replay/replay_rows.h"

namespace hence {
namespace {

bool is_chain(Json object) {
    return object["chain_type"].present() || object["traces"].is_array() ||
           object["audit_entries"].is_array();
}

ReplayChain chain_of(Json object) {
    const std::string id = object["chain_id"].string().value_or("");
    return object["chain_type"].string() == "session" ? ReplayChain{.session = id}
                                                      : ReplayChain{.correlation = id};
}

class ReplayBuilderReader : public RecordReader {
public:
    explicit ReplayBuilderReader(const ReadOptions& options)
        : RecordReader(options), arrival_(options.arrival) {}

    std::vector<std::string> copies() override { return std::exchange(copies_, {}); }

protected:
    Result<void> read(const Record& record, Batch& batch) override {
        if (!is_chain(record.json)) {
            return read_row(record, {}, batch);
        }
        const ReplayChain chain = chain_of(record.json);
        for (const std::string_view name : {"events", "traces", "audit_entries"}) {
            read_each(record.json[name], batch,
                      [&](const Record& row) { return read_row(row, chain, batch); });
        }
        return {};
    }

private:
    Result<void> read_row(const Record& record, const ReplayChain& chain, Batch& batch) {
        const std::uint64_t index = record.line == 0 ? 0 : record.line - 1;
        const ReplayRow row{record.json, index, arrival_ ? &*arrival_ : nullptr};
        std::vector<Event> events = TRY(events_of_row(row, chain));
        for (Event& event : events) {
            // Posted again, it has another time of arrival.
            if (arrival_ && !arrival_->key.empty() && !row.has_time()) {
                copies_.emplace_back(event.id());
            }
            add(std::move(event), record, batch);
        }
        return {};
    }

    std::optional<ReadOptions::Arrival> arrival_;
    std::vector<std::string> copies_;  // Of a post with a key, what has no time.
};

}  // namespace

bool is_replay_builder(const Beginning& beginning) {
    const Json record = beginning.record();
    // Others have lists of traces too, which hold spans.
    const bool chain = is_chain(record) && !record["traces"].at(0)["spans"].is_array();
    return chain || is_replay_decision(record) || is_replay_message(record);
}

std::unique_ptr<Reader> read_replay_builder(const ReadOptions& options) {
    return std::make_unique<ReplayBuilderReader>(options);
}

}  // namespace hence
