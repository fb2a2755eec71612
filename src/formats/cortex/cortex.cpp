#include "formats/cortex/cortex.h"

#include <utility>

#include "base/try.h"
#include "formats/common/records.h"
#include "formats/common/trace_event.h"

namespace hence {
namespace {

constexpr TraceSpelling spelling = {.format = "cortex",
                                    .type = "event_type",
                                    .agent = "agent_id",
                                    .parent = "parent_event",
                                    .duration = "duration_ms"};

bool is_event(Json object) {
    const auto says = [object](std::string_view name) { return object[name].present(); };
    return says("event_type") && says("agent_id") && says("timestamp");
}

class CortexReader : public RecordReader {
public:
    using RecordReader::RecordReader;

protected:
    Result<void> read(const Record& record, Batch& batch) override {
        TraceContext context;
        const auto read_event = [&context, &batch](const Record& one) -> Result<void> {
            Event event = TRY(trace_event(one.json, spelling, context));
            add(std::move(event), one, batch);
            return {};
        };
        if (is_event(record.json) || !record.json["events"].is_array()) {
            return read_event(record);
        }
        context.name_space = record.json["namespace"].string().value_or("");
        read_each(record.json["events"], batch, read_event);
        return {};
    }
};

}  // namespace

bool is_cortex(const Beginning& beginning) {
    const Json events = beginning.record()["events"];
    return is_event(beginning.record()) || is_event(events.at(0)) ||
           (events.is_array() && (beginning.has({"namespace"}) || beginning.has({"total"})));
}

std::unique_ptr<Reader> read_cortex(const ReadOptions& options) {
    return std::make_unique<CortexReader>(options);
}

}  // namespace hence
