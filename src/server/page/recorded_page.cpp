// Writes a session as one HTML file, answer by answer; page/recorded_page.h says what it is for.
//
// A file holds thousands of answers about one session at one moment. Asking for each of them
// separately would take time with the square of the session. So explanations, debriefs and "knew"
// share their work (Explaining, Debriefing, KnewLanes), and budgets bound the steps of walks, the
// bytes of fields and the bytes of answers. Answers that matter most are written first, because a
// budget may end before the last one. The answers come from the same views as a server's.
#include "server/page/recorded_page.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"
#include "hence/listing.h"
#include "model/json/writer.h"
#include "model/kinds.h"
#include "model/text.h"
#include "server/door/door.h"
#include "server/page/page.h"
#include "views/debrief/debriefing.h"
#include "views/explain/chain.h"
#include "views/explain/explaining.h"
#include "views/find/noted_store.h"
#include "views/find/resolve.h"
#include "views/kept/kept_answers.h"
#include "views/knew/lanes.h"
#include "views/lists/listing_derived.h"

namespace hence {
namespace {

using Query = std::multimap<std::string, std::string, std::less<>>;

constexpr std::uint64_t fields_bytes_each = 65'536;
constexpr std::uint64_t map_nodes = 1'000;
constexpr std::uint64_t knew_bytes = 16'384;
constexpr std::uint64_t knew_items = 12;
// Links of one explanation. All of them would grow with the square of the events.
constexpr std::uint64_t links_in_all = 40'000;
constexpr std::uint64_t links_least = 20;
constexpr std::uint64_t links_most = 500;
// Of the walk for one explanation, which is longer than what is kept of it.
constexpr std::uint64_t steps_most = 1U << 20U;
// How far that walk may go is foretold by the tree. Causes that the tree does not show may make it
// longer: up to here it still goes on.
constexpr std::uint64_t steps_least = 1'000;
constexpr std::uint64_t steps_beyond_tree = 4;

// What the file needs to know of an event, from its row in the outline.
struct KeptEvent {
    std::string id;
    std::string kind;
    std::string run;
    std::string time;
    std::uint64_t ordinal = 0;
    std::uint64_t level = 0;
    std::uint64_t descendants = 0;
    std::uint64_t bytes = 0;
};

std::uint64_t whole(Json number) {
    return static_cast<std::uint64_t>(std::max(number.number().value_or(0), 0.0));
}

Request api_request(std::initializer_list<std::string_view> segments, Query query = {}) {
    Request request;
    request.path = {"api", "v1"};
    request.path.insert(request.path.end(), segments.begin(), segments.end());
    request.query = std::move(query);
    return request;
}

// The JSON that answers a request. Fails with what was answered instead.
Result<std::string> ask(const App& app, const Request& request) {
    const Response response = handle(app, request);
    std::string text = response.body;
    if (response.produce) {
        TRY(response.produce([&text](std::string_view piece) -> Result<void> {
            text.append(piece);
            return {};
        }));
    }
    if (response.status >= 400) {
        return error_in(text, response.content_type, response.exit_status);
    }
    while (text.ends_with('\n')) {
        text.pop_back();
    }
    return text;
}

// What a view writes.
template <class Write>
Result<std::string> written(Write write) {
    std::string text;
    TRY(write([&text](std::string_view piece) -> Result<void> {
        text.append(piece);
        return {};
    }));
    while (text.ends_with('\n')) {
        text.pop_back();
    }
    return text;
}

// One file on its way out. Its answers are about one moment and one session, thousands of them:
// what one has found out the next may use, or the time would grow with the square of the session.
class Recording {
public:
    Recording(const App& app, const RecordedLimits& limits)
        : app_(app),
          limits_(limits),
          store_(app.store),
          sessions_(store_),
          explaining_(store_, sessions_),
          knew_(sessions_),
          debriefing_(store_, sessions_) {
        app_.kept = app_.kept == nullptr ? &kept_answers_ : app_.kept;
    }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    // Reads what is to be kept.
    Result<void> open(const RecordedRequest& asked);
    const std::string& session() const { return session_; }

    // Writes {"session","opens_at":{"event","view"},"events_total","events_kept","answers":{...},
    // "answers_left_out"}.
    Result<void> write(const Sink& sink);

private:
    Result<void> write_session_answers();
    Result<void> write_listing();
    Result<void> write_runs();
    Result<void> write_event_answers();
    Result<void> write_explanations(const std::string& direction, std::uint64_t steps_each,
                                    std::uint64_t KeptEvent::*steps);
    // Writes what answers `asked` under the address `named`; leaves out what is not there.
    Result<void> write_answer(const Request& named, const Request& asked);
    // The same, unless it is one too many for the file: then it is counted, and so is what takes
    // more steps than it may.
    Result<void> write_if_it_fits(const Request& named,
                                  const std::function<Result<std::string>()>& answer);
    Result<void> put(const Request& named, std::string_view json);
    Result<void> pass_on();
    // The largest size, halved from `most` on, up to which events are taken and the sum of all
    // these sizes fits.
    std::uint64_t largest(std::uint64_t KeptEvent::*size, std::uint64_t most,
                          std::uint64_t sum_max) const;

    KeptAnswers kept_answers_;
    App app_;
    RecordedLimits limits_;
    NotedStore store_;
    Sessions sessions_;
    Explaining explaining_;
    KnewLanes knew_;
    Debriefing debriefing_;
    const Sink* sink_ = nullptr;
    std::string text_;  // What was written and not yet passed on.
    JsonWriter json_{text_};
    std::string session_;
    std::string event_;  // Selected at first, or empty.
    std::string view_;   // Shown at first, or empty.
    std::string outline_;
    std::uint64_t events_total_ = 0;
    std::vector<KeptEvent> kept_;  // By ordinal.
    std::uint64_t answers_bytes_ = 0;
    std::uint64_t left_out_ = 0;
};

KeptEvent kept_event(Json row) {
    return {.id = row["id"].string().value_or(""),
            .kind = row["kind"].string().value_or(""),
            .run = row["run"].string().value_or(""),
            .time = row["time"].string().value_or(""),
            .ordinal = whole(row["ordinal"]),
            .level = whole(row["level"]),
            .descendants = whole(row["descendants"]),
            .bytes = whole(row["size"])};
}

Query first_events(std::string order, std::uint64_t count) {
    return {{"order", std::move(order)},
            {"offset", "0"},
            {"limit", std::to_string(count)},
            {"before", std::to_string(count + 1)}};
}

Result<void> Recording::open(const RecordedRequest& asked) {
    constexpr std::array<std::string_view, 4> views = {"graph", "tree", "timeline", "transcript"};
    if (!asked.view.empty() && std::ranges::find(views, asked.view) == views.end()) {
        return Error{Code::invalid, fmt::format("there is no view {}", hence::quoted(asked.view)),
                     fmt::format("use {}", fmt::join(views, ", "))};
    }
    const std::string& session = asked.session;
    view_ = asked.view;
    if (!asked.event.empty()) {
        const Event selected = TRY(resolve_event(app_.store, asked.event));
        event_ = selected.id();
    }
    outline_ = TRY(ask(app_, api_request({"sessions", session, "outline"},
                                         first_events("tree", limits_.events_max))));
    const Json outline(outline_);
    session_ = outline["session"].string().value_or(session);
    events_total_ = whole(outline["events"]);
    outline["rows"].each_element([this](Json row) {
        kept_.push_back(kept_event(row));
        return true;
    });
    std::ranges::sort(kept_, {}, &KeptEvent::ordinal);
    return {};
}

std::uint64_t Recording::largest(std::uint64_t KeptEvent::*size, std::uint64_t most,
                                 std::uint64_t sum_max) const {
    std::uint64_t limit = most;
    for (; limit > 0; limit /= 2) {
        std::uint64_t sum = 0;
        for (const KeptEvent& event : kept_) {
            sum += event.*size <= limit ? event.*size : 0;
        }
        if (sum <= sum_max) {
            break;
        }
    }
    return limit;
}

Result<void> Recording::put(const Request& named, std::string_view json) {
    json_.line_break().recorded_key(target_of(named)).raw(json);
    return pass_on();
}

Result<void> Recording::pass_on() {
    TRY((*sink_)(harmless_in_html(text_)));
    text_.clear();
    return {};
}

Result<void> Recording::write_answer(const Request& named, const Request& asked) {
    const Result<std::string> json = ask(app_, asked);
    if (!json && json.error().code == Code::not_found) {
        return {};
    }
    if (!json) {
        return json.error();
    }
    return put(named, *json);
}

// The row of this session alone, as a list of one.
Result<void> Recording::write_listing() {
    ListingRequest asked{.limit = 1, .filter = {.id = session_}, .status = true};
    Listing listing = TRY(list(&app_.kept->derived, app_.store, asked));
    const std::string page = TRY(
        written([&listing](const Sink& sink) { return listing.write_json(sink, ListForm::page); }));
    return Json(page)["sessions"].at(0).present() ? put(api_request({"sessions"}), page)
                                                  : Result<void>();
}

Result<void> Recording::write_session_answers() {
    const std::uint64_t count = kept_.size();
    TRY(write_listing());
    TRY(put(api_request({"sessions", session_, "outline"}, {{"order", "tree"}}), outline_));
    outline_ = {};
    Query in_order = first_events("time", limits_.events_max);
    in_order.emplace("fields", std::to_string(largest(&KeptEvent::bytes, fields_bytes_each,
                                                      limits_.fields_bytes)));
    Query by_turn = first_events("turns", limits_.events_max);
    TRY(write_answer(api_request({"sessions", session_, "outline"}, {{"order", "turns"}}),
                     api_request({"sessions", session_, "outline"}, std::move(by_turn))));
    TRY(write_answer(api_request({"sessions", session_, "outline"}, {{"order", "time"}}),
                     api_request({"sessions", session_, "outline"}, std::move(in_order))));
    Query kept_time = {{"limit", std::to_string(std::max<std::uint64_t>(count, 1))}};
    if (count < events_total_ && count > 0) {
        kept_time.emplace("to", kept_.back().time);
    }
    TRY(write_answer(api_request({"sessions", session_, "timeline"}),
                     api_request({"sessions", session_, "timeline"}, std::move(kept_time))));
    for (const std::string by : {"turn", "run"}) {
        TRY(write_answer(api_request({"sessions", session_, "map"}, {{"by", by}}),
                         api_request({"sessions", session_, "map"},
                                     {{"by", by}, {"limit", std::to_string(map_nodes)}})));
    }
    const Request files = api_request({"sessions", session_, "files"});
    return write_if_it_fits(files, [&] { return ask(app_, files); });
}

Result<void> Recording::write_runs() {
    std::vector<std::string> runs;
    for (const KeptEvent& event : kept_) {
        if (!event.run.empty()) {
            runs.push_back(event.run);
        }
    }
    std::ranges::sort(runs);
    runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
    for (const std::string& run : runs) {
        const auto answer = [&]() -> Result<std::string> {
            const Debrief told = TRY(debriefing_.debrief({session_, run}));
            return written([&](const Sink& sink) { return write_json(told, app_.store, sink); });
        };
        TRY(write_if_it_fits(api_request({"runs", run, "debrief"}, {{"session", session_}}),
                             answer));
    }
    return {};
}

Result<void> Recording::write_if_it_fits(const Request& named,
                                         const std::function<Result<std::string>()>& answer) {
    if (answers_bytes_ >= limits_.answers_bytes) {
        ++left_out_;
        return {};
    }
    const Result<std::string> json = answer();
    if (!json && json.error().code == Code::not_found) {
        return {};
    }
    const bool too_long = !json && json.error().code == Code::limit;
    if (!json && !too_long) {
        return json.error();
    }
    if (too_long || answers_bytes_ + json->size() > limits_.answers_bytes) {
        ++left_out_;
        return {};
    }
    answers_bytes_ += json->size();
    return put(named, *json);
}

Result<void> Recording::write_explanations(const std::string& direction, std::uint64_t steps_each,
                                           std::uint64_t KeptEvent::*steps) {
    const std::uint64_t links = std::clamp(links_in_all / std::max<std::uint64_t>(kept_.size(), 1),
                                           links_least, links_most);
    for (const KeptEvent& event : kept_) {
        if (event.*steps > steps_each) {
            ++left_out_;
            continue;
        }
        const Explaining::Asked asked{
            .event = event.id,
            .down = direction == "down",
            .limit = links,
            .steps_max = std::max(steps_least, steps_beyond_tree * event.*steps)};
        const auto answer = [&]() -> Result<std::string> {
            const Explanation why = TRY(explaining_.explain(asked));
            return written([&](const Sink& sink) { return write_json(why, sessions_, sink); });
        };
        TRY(write_if_it_fits(
            api_request({"events", event.id, "explain"}, {{"direction", direction}}), answer));
    }
    return {};
}

// What matters most comes first: there may not be room for all.
Result<void> Recording::write_event_answers() {
    for (const KeptEvent& event : kept_) {
        const Request named = api_request({"events", event.id});
        TRY(write_if_it_fits(named, [&] { return ask(app_, named); }));
    }
    const std::uint64_t up = largest(&KeptEvent::level, steps_most, limits_.steps_up);
    TRY(write_explanations("up", up, &KeptEvent::level));
    TRY(write_runs());
    for (const KeptEvent& event : kept_) {
        if (event.kind == Kind::llm_call || event.kind == Kind::decision) {
            const auto answer = [&]() -> Result<std::string> {
                const Knew before = TRY(
                    knew_.knew({.event = event.id, .limit = knew_bytes, .items_max = knew_items}));
                return written(
                    [&](const Sink& sink) { return write_json(before, app_.store, sink); });
            };
            TRY(write_if_it_fits(api_request({"events", event.id, "knew"}), answer));
        }
    }
    const Request gaps = api_request({"gaps", session_}, {{"scope", "session"}});
    TRY(write_if_it_fits(gaps, [&] { return ask(app_, gaps); }));
    const std::uint64_t down = largest(&KeptEvent::descendants, steps_most, limits_.steps_down);
    return write_explanations("down", down, &KeptEvent::descendants);
}

Result<void> Recording::write(const Sink& sink) {
    sink_ = &sink;
    json_.begin_object().member("session", session_);
    json_.key("opens_at").begin_object().member("event", OrNull{event_});
    json_.member("view", OrNull{view_}).end_object().member("events_total", events_total_);
    json_.member("events_kept", kept_.size()).key("answers").begin_object();
    TRY(pass_on());
    TRY(write_session_answers());
    TRY(write_event_answers());
    text_ += '\n';
    json_.end_object().member("answers_left_out", left_out_).end_object();
    return pass_on();
}

// "session.html", from a name that may hold anything.
std::string file_name(std::string_view session) {
    constexpr std::size_t letters_max = 80;
    std::string name;
    for (const char c : session.substr(0, letters_max)) {
        name += is_letter_or_digit(c) || c == '_' ? c : '-';
    }
    return (name.empty() ? "session" : name) + ".html";
}

}  // namespace

std::string harmless_in_html(std::string_view json) {
    std::string out;
    out.reserve(json.size());
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string_view three = json.substr(i, 3);
        if (json[i] == '<') {
            out += "\\u003c";
        } else if (three == "\xe2\x80\xa8" || three == "\xe2\x80\xa9") {
            out += three.back() == '\xa8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else {
            out += json[i];
        }
    }
    return out;
}

Result<Response> recorded_page(const App& app, const RecordedRequest& asked,
                               const RecordedLimits& limits) {
    const PageFile* file = page_file("recorded.html");
    if (file == nullptr) {
        return Error{Code::not_found, "this program was built without its page"};
    }
    const auto recording = std::make_shared<Recording>(app, limits);
    TRY(recording->open(asked));
    std::string text = TRY(unpacked(*file));
    const auto page = std::make_shared<const std::string>(std::move(text));
    const std::size_t mark = page->find(recorded_mark);
    if (mark == std::string::npos) {
        return Error{Code::corrupt, "the page has no place for a session",
                     "build the program again"};
    }
    Response response;
    response.content_type = "text/html; charset=utf-8";
    // To be kept as a file: here, under the server's own name, its script is not let run.
    response.headers.emplace_back(
        "Content-Disposition",
        fmt::format("attachment; filename=\"{}\"", file_name(recording->session())));
    response.produce = [recording, page, mark](const Sink& sink) -> Result<void> {
        const std::string_view whole_page = *page;
        TRY(sink(whole_page.substr(0, mark)));
        TRY(sink("<script type=\"application/json\" id=\"hence-recorded\">"));
        TRY(recording->write(sink));
        TRY(sink("</script>"));
        return sink(whole_page.substr(mark + recorded_mark.size()));
    };
    return response;
}

}  // namespace hence
