#include "model/erased.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

#include "base/try.h"
#include "model/event_body.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"
#include "model/json/writer.h"
#include "model/kinds.h"

namespace hence {
namespace {

// As long as an id can be spelled, every byte escaped. A longer text is no link.
constexpr std::size_t link_size_max = std::size_t{6} * 256 + 2;

// The fields that link an event of a kind with others.
struct KeptLinks {
    Kind kind;
    std::array<std::string_view, 4> names;
};
constexpr std::array kept_links = {
    KeptLinks{Kind::tool_call, {"call_id"}},
    KeptLinks{Kind::observation, {"call_id"}},
    KeptLinks{Kind::llm_call, {"call_ids"}},
    KeptLinks{Kind::outcome, {"of"}},
    KeptLinks{Kind::decision, {"node"}},
    KeptLinks{Kind::delegation, {"parent_id", "child_id", "run_id"}},
    KeptLinks{Kind::message, {"message_id", "from", "to"}},
    KeptLinks{Kind::session_fork, {"origin", "at"}},
    KeptLinks{Kind::session_rewind, {"to", "from"}},
    KeptLinks{Kind::session_checkpoint, {"at"}},
    KeptLinks{Kind::graph_update, {"graph", "id"}},
    KeptLinks{Kind::graph_delete, {"graph", "id"}},
    KeptLinks{Kind::graph_supersede, {"graph", "old_id", "new_id", "edge_id"}},
    KeptLinks{Kind::graph_node, {"graph"}},
    KeptLinks{Kind::graph_edge, {"graph"}},
};

bool is_link(Json value) {
    return value.is_string() && value.raw().size() <= link_size_max;
}

bool is_list_of_links(Json value) {
    bool all = value.is_array();
    value.each_element([&all](Json element) { return all = all && is_link(element); });
    return all;
}

void keep_links(JsonWriter& json, Json from, std::span<const std::string_view> names) {
    for (const std::string_view name : names) {
        const Json value = name.empty() ? Json() : from[name];
        if (is_link(value) || is_list_of_links(value)) {
            json.member(name, value);
        }
    }
}

// A node or an edge of a graph without its ids would take other nodes and edges with it.
void keep_graph_part(JsonWriter& json, const Event& event, const std::string& label) {
    const Json fields(event.fields());
    if (event.kind() == Kind::graph_node && fields["node"].is_object()) {
        constexpr std::array<std::string_view, 3> names = {"id", "type", "event"};
        json.key("node").begin_object();
        keep_links(json, fields["node"], names);
        json.member("label", label).end_object();
    } else if (event.kind() == Kind::graph_edge && fields["edge"].is_object()) {
        constexpr std::array<std::string_view, 4> names = {"id", "from_id", "to_id", "edge_type"};
        json.key("edge").begin_object();
        keep_links(json, fields["edge"], names);
        json.end_object();
    }
}

std::string stub_fields(const Event& event, const ErasedBy& by) {
    std::string text;
    JsonWriter json(text);
    json.begin_object().member("erased", by.reason).member("erasure", Exact{by.erasure});
    const auto row = std::ranges::find_if(
        kept_links, [&](const KeptLinks& each) { return event.kind() == each.kind; });
    if (row != kept_links.end()) {
        keep_links(json, Json(event.fields()), row->names);
        keep_graph_part(json, event, "erased: " + std::string(by.reason));
    }
    json.end_object();
    return text;
}

}  // namespace

bool is_erased(const Event& event) {
    return event.body().erased;
}

std::string erased_reason(const Event& stub) {
    return Json(stub.fields())["erased"].string().value_or("");
}

Result<Event> stub_of(const Event& event, const ErasedBy& by) {
    if (is_erased(event)) {
        return event;
    }
    const std::string fields = stub_fields(event, by);
    EventBody body = event.body();
    body.rationale = {};
    body.fields = fields;
    std::string text;
    append_recorded(text, body);
    text.pop_back();  // Goes on inside the brace.
    text += R"(,"flags":["erased"]})";
    Result<Event> stub = Event::parse(text);
    if (!stub) {
        return Error{Code::corrupt,
                     "an event that is to be erased breaks a rule: " + stub.error().message};
    }
    Event kept = stub->with_source(event.source());
    for (const Flag flag : {Flag::derived, Flag::parent_derived, Flag::session_derived,
                            Flag::time_derived, Flag::unfinished, Flag::settled}) {
        kept = event.has(flag) ? kept.with_flag(flag) : kept;
    }
    return kept.stored_as(event.seq(), event.received());
}

}  // namespace hence
