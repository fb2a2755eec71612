#include "formats/common/graph_events.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "formats/common/records.h"

namespace hence {
namespace {

// What a document says of itself is repeated in each event up to this size. A longer text stands
// in the first alone, so that the events of a document do not outgrow it.
constexpr std::size_t rest_repeated_max = 1'024;

bool is_later(const std::string& a, const std::string& b) {
    const Result<Time> time_a = parse_time(a);
    const Result<Time> time_b = parse_time(b);
    return time_a && (!time_b || *time_b < *time_a);
}

}  // namespace

void GraphEvents::give_time(EventDraft& draft, Json created_at, const GraphDocument& document) {
    const std::uint64_t index = index_++;
    const std::optional<std::string> own = time_from(created_at);
    if (own) {
        latest_ = is_later(*own, latest_) ? *own : latest_;
        draft.time = *own;
        return;
    }
    const std::string& later = is_later(latest_, document.time) ? latest_ : document.time;
    draft.time = later.empty() ? time_of_index(index) : later;
    draft.flags.push_back(Flag::time_derived);
}

Result<Event> GraphEvents::make(GraphPart part, GraphDocument& document) {
    const bool is_node = part.kind == GraphPart::Kind::node;
    const std::string members = TRY(std::move(part.members).take());
    const std::string beside = TRY(std::move(part.beside).take());
    EventDraft draft;
    draft.kind = is_node ? "graph_node" : "graph_edge";
    draft.agent = document.agent;
    give_time(draft, part.created_at, document);
    draft.fields.text("graph", document.graph);
    draft.fields.value(is_node ? "node" : "edge", Json(members));
    draft.fields.value("document", Json(document.rest));
    Foreign(Json(beside)).leave(draft.fields, format_);
    const std::string content = TRY(Fields(draft.fields).take());
    draft.id = derived_id(draft.time, {format_, draft.time, draft.agent, content});
    Event event = TRY(std::move(draft).finish(format_));
    if (document.rest.size() > rest_repeated_max) {
        document.rest.clear();
    }
    return event;
}

std::string metadata_of(Json record, Foreign& rest) {
    for (const std::string_view name : {"metadata", "metadata_json"}) {
        const Json given = record[name];
        if (given.is_object()) {
            return std::string(rest.take(name).raw());
        }
        const std::optional<std::string> text = given.string();
        const Result<std::string> json = minify(text.value_or(""), record_depth_max);
        if (json && Json(*json).is_object()) {
            rest.take(name);
            return *json;
        }
    }
    return {};
}

Result<std::string> rest_of(const Foreign& document, std::string_view format) {
    Fields rest;
    document.leave(rest, format);
    return std::move(rest).take();
}

}  // namespace hence
