// Tools that read: each answers a page that a model can take in.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "graph/node_json.h"
#include "hence/graph.h"
#include "hence/query.h"
#include "model/event_rules.h"
#include "model/kinds.h"
#include "model/text.h"
#include "model/where/where.h"
#include "server/mcp/answer_page.h"
#include "server/mcp/page.h"
#include "server/mcp/route_tools.h"
#include "server/router/parameters.h"
#include "views/cause/call.h"
#include "views/find/page_token.h"

namespace hence {
namespace {

constexpr std::uint64_t nodes_max = 1'000;
constexpr std::uint64_t recent_decisions_otherwise = 10;
constexpr std::size_t event_frame_size = 256;  // Around the events of a page: note and cursor.

// A node to start from; nothing when it is not there, since then nothing hangs on it.
Result<std::optional<std::string>> start_node(Graph& graph, const McpToolCall& call,
                                              std::string_view name) {
    const std::string part = TRY(call.arguments.required_text(name));
    const Result<std::string> id = graph.resolve(part);
    if (!id && id.error().code == Code::not_found) {
        return std::optional<std::string>();
    }
    if (!id) {
        return of_argument(name, id.error());
    }
    return std::optional<std::string>(*id);
}

Result<std::vector<GraphNode>> path_asked(Graph& graph, const McpToolCall& call) {
    const std::optional<std::string> from = TRY(start_node(graph, call, "from_id"));
    const std::optional<std::string> to = TRY(start_node(graph, call, "to_id"));
    if (!from || !to) {
        return std::vector<GraphNode>();
    }
    return path_between(graph, {.from = *from, .to = *to});
}

Result<std::vector<GraphNode>> nodes_asked(Graph& graph, const McpToolCall& call,
                                           std::uint64_t limit) {
    const std::string type = TRY(call.arguments.required_text("query_type"));
    // Also where the query needs none of them: an argument that is wrong is never passed over.
    for (const std::string_view name : {"node_id", "from_id", "to_id"}) {
        TRY(call.arguments.text(name));
    }
    if (type == "active_goals") {
        return active_goals(graph);
    }
    if (type == "recent_decisions") {
        return recent_decisions(graph, limit == 0 ? recent_decisions_otherwise : limit);
    }
    if (type == "open") {
        return open_nodes(graph);
    }
    if (type == "path_between") {
        return path_asked(graph, call);
    }
    if (type != "descendants" && type != "ancestors") {
        return wrong_argument("query_type",
                              "active_goals, recent_decisions, path_between, descendants, "
                              "ancestors or open");
    }
    const std::optional<std::string> start = TRY(start_node(graph, call, "node_id"));
    if (!start) {
        return std::vector<GraphNode>();
    }
    return type == "ancestors" ? ancestors(graph, {.node = *start})
                               : descendants(graph, {.node = *start});
}

// A list of events is to be looked through, so it says of each what tells them apart; the rest is a
// question more.
void append_compact(JsonWriter& json, const Event& event, std::string_view session,
                    std::string_view summary) {
    const bool timed = !event.has(Flag::time_derived);
    json.begin_object().member("id", event.id());
    json.member("time", timed ? std::optional<Time>(event.time()) : std::nullopt);
    json.member("agent", OrNull{event.agent()}).member("summary", summary);
    json.member("session", OrNull{session}).end_object();
}

// Whether the whole of each event was asked for.
Result<bool> full_asked(const McpToolCall& call) {
    const std::string detail = TRY(call.arguments.text("detail"));
    return detail == "full";
}

struct ShownEvent {
    std::string json;
    Position place;
};

// Events as a page shows them; one that no page could hold is cut.
class EventForm {
public:
    EventForm(const Store& store, bool full, std::size_t size_max)
        : sessions_(store), full_(full), size_max_(size_max) {}

    Result<ShownEvent> of(const Event& event) {
        std::string shown;
        if (full_) {
            shown = event.to_json();
        } else {
            const std::string session = TRY(sessions_.of(event));
            const std::string said = TRY(summary_of(sessions_, event));
            JsonWriter json(shown);
            append_compact(json, event, session, said);
        }
        return ShownEvent{json_within(shown, size_max_ - event_frame_size),
                          {event.time(), event.seq()}};
    }

private:
    Sessions sessions_;
    bool full_;
    std::size_t size_max_;
};

// Events of one page, oldest first, in the room that there is.
class EventPage {
public:
    EventPage(std::size_t size_max, Direction direction)
        : room_(size_max - event_frame_size), direction_(direction) {}

    // False when there is no room for it: then it begins the next page.
    bool take(const ShownEvent& event) {
        if (!shown_.empty() && event.json.size() + 1 > room_) {
            return false;
        }
        room_ -= std::min(room_, event.json.size() + 1);
        shown_.push_back(event.json);
        last_ = event.place;
        return true;
    }

    // Where to go on behind what was taken last.
    std::string cursor() const { return to_token({.direction = direction_, .place = last_}); }

    std::string answer(const std::optional<std::string>& next) && {
        if (direction_ == Direction::backward) {
            std::ranges::reverse(shown_);
        }
        std::string out;
        JsonWriter json(out);
        json.begin_object().member("note", mcp_data_note).key("events").begin_list();
        for (const std::string& event : shown_) {
            json.raw(event);
        }
        json.end_list().member("next", next).end_object();
        return out;
    }

private:
    std::size_t room_;
    Direction direction_;
    std::vector<std::string> shown_;
    Position last_;
};

Result<std::string> forward_page(EventList& list, EventForm& form, std::size_t size_max) {
    EventPage page(size_max, Direction::forward);
    for (;;) {
        const std::optional<Event> event = TRY(list.next());
        if (!event) {
            return std::move(page).answer(list.next_page());
        }
        const ShownEvent shown = TRY(form.of(*event));
        if (!page.take(shown)) {
            const std::string next = page.cursor();
            return std::move(page).answer(next);
        }
    }
}

// The newest stand last in the list, and are to be shown first.
Result<std::string> newest_page(EventList& list, EventForm& form, std::size_t size_max) {
    std::vector<ShownEvent> events;
    for (;;) {
        const std::optional<Event> event = TRY(list.next());
        if (!event) {
            break;
        }
        ShownEvent shown = TRY(form.of(*event));
        events.push_back(std::move(shown));
    }
    EventPage page(size_max, Direction::backward);
    std::optional<std::string> next = list.next_page();
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
        if (!page.take(*event)) {
            next = page.cursor();
            break;
        }
    }
    return std::move(page).answer(next);
}

// Of what the route of search answers, what tells the events apart.
std::string compact(Json answer) {
    std::string out;
    JsonWriter json(out);
    json.begin_object();
    for (const std::string_view name : {"query", "matches", "counted_all"}) {
        json.member(name, answer[name]);
    }
    json.key("rows").begin_list();
    answer["rows"].each_element([&json](Json row) {
        json.begin_object().member("id", row["event"]).member("time", row["time"]);
        json.member("agent", row["agent"]).member("summary", row["summary"]);
        json.member("session", row["session"]).end_object();
        return true;
    });
    json.end_list().end_object();
    return out;
}

}  // namespace

Result<void> known_kinds(const Store& store, const std::vector<std::string>& kinds,
                         std::string_view argument) {
    for (const std::string& kind : kinds) {
        if (!is_kind(kind)) {
            return wrong_argument(argument, "a kind, such as tool_call");
        }
        if (kind_named(kind)) {
            continue;
        }
        const auto cursor = TRY(store.scan({Space::kind, kind}));
        const std::optional<Event> any = TRY(cursor->next());
        if (!any) {
            return of_argument(argument, {Code::not_found,
                                          fmt::format("no event of kind {} was ever recorded",
                                                      hence::quoted(kind)),
                                          "stats says which kinds there are"});
        }
    }
    return {};
}

Result<std::string> node_argument(const McpToolCall& call, std::string_view name) {
    const std::string part = TRY(call.arguments.required_text(name));
    Graph graph(call.store, {.graph = call.options.graph});
    Result<std::string> id = graph.resolve(part);
    if (!id) {
        return of_argument(name, id.error());
    }
    return id;
}

Result<std::string> tool_query_decisions(const McpToolCall& call) {
    TRY(call.arguments.only(
        {"query_type", "node_id", "from_id", "to_id", "limit", "cursor", "max_bytes"}));
    const std::uint64_t limit = TRY(call.arguments.whole("limit", {.least = 1, .most = nodes_max}));
    const PageAsked asked = TRY(page_asked(call));
    Graph graph(call.store, {.graph = call.options.graph});
    std::vector<GraphNode> nodes = TRY(nodes_asked(graph, call, limit));
    if (limit != 0 && nodes.size() > limit) {
        nodes.resize(limit);
    }
    std::string whole;
    JsonWriter json(whole);
    json.begin_object().member("status", "found").member("count", nodes.size());
    json.key("nodes").begin_list();
    for (const GraphNode& node : nodes) {
        append_node(json, node);
    }
    json.end_list().end_object();
    return page_of(whole, asked);
}

Result<std::string> tool_explain_event(const McpToolCall& call) {
    RouteQuestion question = TRY(question_of(call));
    const PageAsked page = TRY(page_asked(call));
    Result<std::string> answer = answer_of_route(call, question);
    if (!answer && answer.error().code == Code::not_found) {
        // Agents know nodes best; many stand for an event.
        Graph graph(call.store, {.graph = call.options.graph});
        if (const Result<std::string> id = graph.resolve(question.id)) {
            const std::optional<GraphNode> node = TRY(graph.node(*id));
            if (node && !node->event.empty()) {
                question.id = node->event;
                answer = answer_of_route(call, question);
            }
        }
    }
    const std::string whole = TRY(std::move(answer));
    return page_of(whole, page);
}

// Pages are made of whole events, so that a cursor stands between two of them, whichever they are.
Result<std::string> tool_search_events(const McpToolCall& call) {
    RouteQuestion question = TRY(question_of(call));
    const std::size_t size_max = TRY(size_asked(call));
    const bool full = TRY(full_asked(call));
    EventQuery asked = TRY(event_query(question.request));
    asked.cursor = TRY(call.arguments.text("cursor"));
    if (const Result<Where> where = Where::parse(asked.where); !asked.where.empty() && !where) {
        return of_argument("where", where.error());
    }
    const std::vector<std::string> kinds = TRY(call.arguments.list("kinds"));
    TRY(known_kinds(call.store, kinds, "kinds"));
    EventList list = TRY(query(call.store, asked));
    EventForm form(call.store, full, size_max);
    return asked.newest ? newest_page(list, form, size_max) : forward_page(list, form, size_max);
}

Result<std::string> tool_search(const McpToolCall& call) {
    const RouteQuestion question = TRY(question_of(call));
    const PageAsked page = TRY(page_asked(call));
    const bool full = TRY(full_asked(call));
    const std::vector<std::string> kinds = TRY(call.arguments.list("kinds"));
    TRY(known_kinds(call.store, kinds, "kinds"));
    const std::string whole = TRY(answer_of_route(call, question));
    return page_of(full ? whole : compact(Json(whole)), page);
}

}  // namespace hence
