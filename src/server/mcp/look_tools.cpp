#include "server/mcp/look_tools.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/try.h"
#include "hence/show.h"
#include "server/mcp/answer_page.h"
#include "server/mcp/route_tools.h"
#include "views/cause/call.h"
#include "views/cause/refs.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

constexpr std::size_t frame_size = 256;  // Around the rows of a page: note, cursor and figures.
constexpr std::size_t row_size_min = 128;

struct ListedRows {
    std::vector<std::string> rows;
    std::optional<std::string> next;
};

Result<ListedRows> rows_of(const McpToolCall& call, const RouteQuestion& question,
                           std::string_view name) {
    const std::string whole = TRY(answer_of_route(call, question));
    ListedRows listed;
    Json(whole)[name].each_element([&listed](Json row) {
        listed.rows.emplace_back(row.raw());
        return true;
    });
    listed.next = Json(whole)["next"].string();
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

// The page is asked for again with as many rows as fit, so that its cursor stands behind them.
Result<std::string> listed(const McpToolCall& call, std::string_view name) {
    const std::size_t size_max = TRY(size_asked(call));
    RouteQuestion question = TRY(question_of(call));
    auto& query = question.request.query;
    if (const std::string cursor = TRY(call.arguments.text("cursor")); !cursor.empty()) {
        query.emplace("cursor", cursor);
    }
    if (const std::string kind = TRY(call.arguments.text("kind")); !kind.empty()) {
        TRY(known_kinds(call.store, {kind}, "kind"));
    }
    const std::size_t room = size_max - frame_size;
    ListedRows found = TRY(rows_of(call, question, name));
    const std::uint64_t fit = rows_that_fit(found.rows, room);
    if (fit < found.rows.size()) {
        query.erase("limit");
        query.emplace("limit", std::to_string(fit));
        found = TRY(rows_of(call, question, name));
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

// A row of an outline is to be read in passing: what happened, and why.
std::string row_json(Json row) {
    std::string out;
    JsonWriter json(out);
    const bool timed = !row["time_derived"].present();
    json.begin_object().member("id", row["id"]).member("level", row["level"]);
    json.member("time", timed ? row["time"] : Json()).member("agent", row["agent"]);
    json.member("summary", row["summary"]).member("why", row["why"]).end_object();
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
    return listed(call, "sessions");
}

Result<std::string> tool_list_runs(const McpToolCall& call) {
    return listed(call, "runs");
}

Result<std::string> tool_get_event(const McpToolCall& call) {
    const RouteQuestion question = TRY(question_of(call));
    const std::size_t size_max = TRY(size_asked(call));
    const Result<Event> event = find_event(call.store, question.id);
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
    RouteQuestion question = TRY(question_of(call));
    const std::vector<std::string> kinds = TRY(call.arguments.list("kinds"));
    TRY(known_kinds(call.store, kinds, "kinds"));
    const PageAsked page = TRY(page_asked(call));
    question.request.query.emplace("offset", std::to_string(page.start));
    const std::string whole = TRY(answer_of_route(call, question));
    const Json answer(whole);
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("note", mcp_data_note);
    for (const std::string_view name : {"session", "events", "first", "last", "rows_total"}) {
        json.member(name, answer[name]);
    }
    json.key("rows").begin_list();
    const std::size_t named = answer["session"].string().value_or("").size();
    std::size_t room = page.size_max - frame_size - std::min(named, row_size_min);
    std::uint64_t taken = 0;
    answer["rows"].each_element([&](Json row) {
        const std::string shown = json_within(row_json(row), std::max(room, row_size_min));
        if (taken > 0 && shown.size() + 1 > room) {
            return false;
        }
        room -= std::min(room, shown.size() + 1);
        json.raw(shown);
        ++taken;
        return true;
    });
    const auto number = [&answer](std::string_view name) {
        return static_cast<std::uint64_t>(answer[name].number().value_or(0));
    };
    const std::uint64_t next = number("offset") + taken;
    json.end_list().key("next");
    next < number("rows_total") ? json.value(to_cursor(next)) : json.null();
    json.end_object();
    return out;
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
