#include "formats/mayros/mayros.h"

#include <deque>
#include <utility>

#include "base/try.h"
#include "formats/common/records.h"
#include "formats/common/trace_event.h"

namespace hence {
namespace {

constexpr TraceSpelling spelling = {.format = "mayros",
                                    .type = "type",
                                    .agent = "agentId",
                                    .parent = "parentEvent",
                                    .duration = "durationMs",
                                    .effects = "children"};

bool is_event(Json object) {
    const auto says = [object](std::string_view name) { return object[name].present(); };
    return says("type") && says("timestamp") && (says("agentId") || says("subject"));
}

// A decision tree holds each event's effects in it: {"events":[{..., "children":[...]}]}. Without
// recursion, since its depth is up to whoever wrote it.
class MayrosReader : public RecordReader {
public:
    using RecordReader::RecordReader;

protected:
    Result<void> read(const Record& record, Batch& batch) override {
        struct List {
            Json list;
            std::string parent;
        };
        std::deque<List> lists;
        std::string name_space;
        const auto read_event = [&](const Record& one, const std::string& parent) -> Result<void> {
            Event event =
                TRY(trace_event(one.json, spelling, {.name_space = name_space, .parent = parent}));
            if (const Json children = one.json[spelling.effects]; children.is_array()) {
                lists.push_back({children, std::string(event.id())});
            }
            add(std::move(event), one, batch);
            return {};
        };
        if (record.json["events"].is_array() && !is_event(record.json)) {
            name_space = record.json["namespace"].string().value_or("");
            lists.push_back({record.json["events"], {}});
        } else {
            TRY(read_event(record, {}));
        }
        for (; !lists.empty(); lists.pop_front()) {
            const List& next = lists.front();
            read_each(next.list, batch,
                      [&](const Record& one) { return read_event(one, next.parent); });
        }
        return {};
    }
};

}  // namespace

bool is_mayros(const Beginning& beginning) {
    const Json record = beginning.record();
    if (beginning.has({"uuid", "sessionId"})) {
        return false;  // A line of Claude Code, which has the same members and more.
    }
    return is_event(record) || is_event(record["events"].at(0)) || beginning.has({"rootEventId"});
}

std::unique_ptr<Reader> read_mayros(const ReadOptions& options) {
    return std::make_unique<MayrosReader>(options);
}

}  // namespace hence
