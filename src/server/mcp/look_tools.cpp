#include "server/mcp/look_tools.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/try.h"
#include "hence/gaps.h"
#include "hence/listing.h"
#include "hence/outline.h"
#include "hence/show.h"
#include "hence/stats.h"
#include "model/facts.h"
#include "model/json/json_slices.h"
#include "server/mcp/answer_page.h"
#include "server/mcp/tools.h"
#include "views/cause/call.h"
#include "views/cause/refs.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

constexpr std::uint64_t rows_otherwise = 20;
constexpr std::uint64_t rows_max = 1'000;
constexpr std::size_t frame_size = 256;  // Around the rows of a page: note, cursor and figures.
constexpr std::size_t row_size_min = 128;

std::string without_line_break(std::string text) {
    while (text.ends_with('\n')) {
        text.pop_back();
    }
    return text;
}

struct ListedRows {
    std::vector<std::string> rows;
    std::optional<std::string> next;
};

Result<ListedRows> rows_of(const Store& store, const ListingRequest& asked) {
    Listing listing = TRY(list(store, asked));
    std::string whole;
    TRY(listing.write_json([&whole](std::string_view piece) -> Result<void> {
        whole += piece;
        return {};
    }));
    ListedRows listed;
    listed.next = listing.next_page();
    ElementReader reader(whole);
    std::string_view row;
    while (reader.next(row)) {
        listed.rows.emplace_back(row);
    }
    return listed;
}

std::uint64_t rows_that_fit(const std::vector<std::string>& rows, std::size_t room) {
    std::uint64_t count = 0;
    for (const std::string& row : rows) {
        if (row.size() + 1 > room) {
            break;
        }
        room -= row.size() + 1;
        ++count;
    }
    return std::max<std::uint64_t>(count, 1);
}

Result<ListingRequest> listing_asked(const McpToolCall& call, Space space) {
    const ToolArguments& given = call.arguments;
    TRY(given.only({"agent", "kind", "errors", "from", "to", "correlation", "text", "limit",
                    "cursor", "max_bytes"}));
    ListingRequest asked;
    asked.space = space;
    asked.filter.agent = TRY(given.text("agent"));
    asked.filter.kind = TRY(given.text("kind"));
    const std::optional<bool> errors = TRY(given.boolean("errors"));
    asked.filter.errors = errors.value_or(false);
    asked.filter.from = TRY(given.time("from"));
    asked.filter.to = TRY(given.time("to"));
    asked.filter.correlation = TRY(given.text("correlation"));
    asked.filter.text = TRY(given.text("text"));
    asked.limit =
        TRY(given.whole("limit", {.least = 1, .most = rows_max, .otherwise = rows_otherwise}));
    asked.cursor = TRY(given.text("cursor"));
    return asked;
}

// The page is asked for again with as many rows as fit, so that its cursor stands behind them.
Result<std::string> listed(const McpToolCall& call, Space space, std::string_view name) {
    const std::size_t size_max = TRY(size_asked(call));
    ListingRequest asked = TRY(listing_asked(call, space));
    if (!asked.filter.kind.empty()) {
        TRY(known_kinds(call.store, {asked.filter.kind}, "kind"));
    }
    const std::size_t room = size_max - frame_size;
    ListedRows found = TRY(rows_of(call.store, asked));
    const std::uint64_t fit = rows_that_fit(found.rows, room);
    if (fit < found.rows.size()) {
        asked.limit = fit;
        found = TRY(rows_of(call.store, asked));
    }
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("note", mcp_data_note).key(name).begin_list();
    for (const std::string& row : found.rows) {
        json.raw(json_within(row, std::max(room, row_size_min)));
    }
    json.end_list().member("next", found.next).end_object();
    return out;
}

Result<OutlineRequest> outline_asked(const McpToolCall& call) {
    const ToolArguments& given = call.arguments;
    TRY(given.only({"session_id", "order", "kinds", "errors", "cursor", "max_bytes"}));
    OutlineRequest asked;
    asked.session = TRY(given.required_text("session_id"));
    const std::string order = TRY(given.text("order"));
    if (!order.empty() && order != "turns" && order != "tree" && order != "time") {
        return wrong_argument("order", "turns, tree or time");
    }
    asked.order = order == "tree"   ? OutlineOrder::tree
                  : order == "time" ? OutlineOrder::time
                                    : OutlineOrder::turns;
    asked.kinds = TRY(given.list("kinds"));
    TRY(known_kinds(call.store, asked.kinds, "kinds"));
    const std::optional<bool> errors = TRY(given.boolean("errors"));
    asked.errors = errors.value_or(false);
    return asked;
}

std::string row_json(const OutlineRow& row) {
    std::string out;
    JsonWriter json(out);
    const bool timed = !row.event.has(Flag::time_derived);
    json.begin_object().member("id", row.event.id()).member("level", row.level);
    json.member("time", timed ? std::optional<Time>(row.event.time()) : std::nullopt);
    json.member("agent", OrNull{row.event.agent()}).member("summary", row.summary);
    json.member("why", OrNull{why_of(row.event)}).end_object();
    return out;
}

Result<std::string> session_given(const McpToolCall& call) {
    const std::string part = TRY(call.arguments.text("session_id"));
    if (part.empty()) {
        return call.options.session;
    }
    Result<std::string> whole = resolve_name(call.store, Space::session, part);
    if (!whole) {
        return of_argument("session_id", whole.error());
    }
    return whole;
}

}  // namespace

Result<std::string> tool_list_sessions(const McpToolCall& call) {
    return listed(call, Space::session, "sessions");
}

Result<std::string> tool_list_runs(const McpToolCall& call) {
    return listed(call, Space::run, "runs");
}

Result<std::string> tool_get_event(const McpToolCall& call) {
    TRY(call.arguments.only({"event_id", "max_bytes"}));
    const std::size_t size_max = TRY(size_asked(call));
    const std::string id = TRY(call.arguments.required_text("event_id"));
    const Result<Event> event = find_event(call.store, id);
    if (!event) {
        return of_argument("event_id", event.error());
    }
    Sessions sessions(call.store);
    const std::string said = TRY(summary_of(sessions, *event));
    const std::size_t around = frame_size + said.size();
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("note", mcp_data_note).member("summary", said);
    json.raw_member("event",
                    json_within(event->to_json(),
                                std::max(size_max - std::min(size_max, around), row_size_min)));
    json.end_object();
    return out;
}

// Rows go by their place in the session, so that a page of a long session reads no other.
Result<std::string> tool_outline(const McpToolCall& call) {
    OutlineRequest asked = TRY(outline_asked(call));
    const PageAsked page = TRY(page_asked(call));
    asked.offset = page.start;
    const Result<Outline> answer = outline(call.store, asked);
    if (!answer) {
        return of_argument("session_id", answer.error());
    }
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("note", mcp_data_note).member("session", answer->session);
    json.member("events", answer->events).member("first", answer->first);
    json.member("last", answer->last).member("rows_total", answer->rows_total);
    json.key("rows").begin_list();
    std::size_t room = page.size_max - frame_size - std::min(answer->session.size(), row_size_min);
    std::uint64_t taken = 0;
    for (const OutlineRow& row : answer->rows) {
        const std::string shown = json_within(row_json(row), std::max(room, row_size_min));
        if (taken > 0 && shown.size() + 1 > room) {
            break;
        }
        room -= std::min(room, shown.size() + 1);
        json.raw(shown);
        ++taken;
    }
    const std::uint64_t next = answer->offset + taken;
    json.end_list().key("next");
    next < answer->rows_total ? json.value(to_cursor(next)) : json.null();
    json.end_object();
    return out;
}

Result<std::string> tool_gaps(const McpToolCall& call) {
    TRY(call.arguments.only({"id", "scope", "cursor", "max_bytes"}));
    GapsRequest asked;
    asked.id = TRY(call.arguments.required_text("id"));
    const std::string scope = TRY(call.arguments.text("scope"));
    if (!scope.empty() && scope != "session" && scope != "correlation") {
        return wrong_argument("scope", "session or correlation");
    }
    if (!scope.empty()) {
        asked.scope = scope == "session" ? ThreadScope::session : ThreadScope::correlation;
    }
    return page_of_answer(gaps(call.store, asked), "id", call);
}

Result<std::string> tool_stats(const McpToolCall& call) {
    const ToolArguments& given = call.arguments;
    TRY(given.only(
        {"agent", "session", "run", "from", "to", "slower_than_ms", "cursor", "max_bytes"}));
    const PageAsked page = TRY(page_asked(call));
    StatsRequest asked;
    asked.agent = TRY(given.text("agent"));
    asked.session = TRY(given.text("session"));
    asked.run = TRY(given.text("run"));
    asked.from = TRY(given.time("from"));
    asked.to = TRY(given.time("to"));
    asked.slower_than_ms = TRY(given.amount("slower_than_ms"));
    const Stats figures = TRY(stats(call.store, asked));
    std::string whole;
    TRY(figures.write_json([&whole](std::string_view piece) -> Result<void> {
        whole += piece;
        return {};
    }));
    return page_of(without_line_break(std::move(whole)), page);
}

Result<std::string> tool_check_refs(const McpToolCall& call) {
    TRY(call.arguments.only({"refs", "session_id", "cursor", "max_bytes"}));
    const PageAsked page = TRY(page_asked(call));
    const std::vector<std::string> refs = TRY(call.arguments.list("refs"));
    if (refs.empty() || std::ranges::any_of(refs, &std::string::empty)) {
        return wrong_argument("refs", "a list of ids or keys, none of them empty");
    }
    const std::string session = TRY(session_given(call));
    Sessions sessions(call.store);
    Refs checking(call.store, sessions);
    std::string whole;
    JsonWriter json(whole);
    std::vector<std::string> unresolved;
    json.begin_object().member("session", OrNull{session}).key("refs").begin_list();
    for (const std::string& ref : refs) {
        const RefStanding stands = TRY(checking.standing(session, ref));
        std::string said;
        if (stands.named) {
            said = TRY(summary_of(sessions, *stands.named));
        } else if (!stands.exempt) {
            unresolved.push_back(ref);
        }
        json.begin_object().member("ref", Exact{ref}).member("resolves", stands.named.has_value());
        json.member("exempt", stands.exempt);
        json.member("event", OrNull{stands.named ? stands.named->id() : std::string_view()});
        json.member("summary", OrNull{said}).end_object();
    }
    json.end_list().list("unresolved", unresolved).end_object();
    return page_of(whole, page);
}

}  // namespace hence
