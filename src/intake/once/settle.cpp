#include "intake/once/settle.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "intake/once/settlement.h"
#include "model/answer_keys.h"
#include "model/facts.h"
#include "model/keys.h"
#include "model/kinds.h"
#include "model/repeat.h"
#include "store/common/holding_store.h"

namespace hence {
namespace {

// How much of a run is looked at beside a request: the latest events of it.
constexpr std::size_t beside_events_max = 4'096;
constexpr std::size_t beside_bytes_max = 32 << 20;
// Before and after the calls of a request, in which records of the same session may tell of them.
constexpr std::int64_t window_seconds = 2;
// Around a call, in which another program may tell of it without its response id.
constexpr std::int64_t answer_seconds = 60;
// Runs that share the id of a response with a request, and runs beside it in all.
constexpr std::size_t sharing_max = 16;
constexpr std::size_t beside_runs_max = 256;

constexpr std::string_view open_suffix = "~open";

class Settling {
public:
    Settling(const Store& store, Batch& batch) : store_(store), batch_(batch) {}

    Result<void> settle() {
        TRY(take_arrivals());
        TRY(look_beside());
        settle_model_calls(settlement_);
        settle_threads(settlement_);
        reconstruct_calls(settlement_);
        settle_tool_calls(settlement_);
        // Which call was the first is known only where the whole run is.
        if (!too_much_) {
            reconstruct_prompts(settlement_);
        }
        settle_delegations(settlement_);
        settle_decisions(settlement_);
        settle_agents(settlement_);
        settle_failures(settlement_);
        withdraw_open();
        return give();
    }

private:
    struct Window {
        Time from;
        Time to;
    };

    Result<void> take_arrivals();
    Result<void> add_requested();
    Result<void> look_beside();
    Result<void> add_run(const std::string& run);
    Result<void> add_stored(const Key& key, const Scan& scan);
    void add_stored(const Event& event);
    Result<void> find_arrivals();
    void note_answers(const Event& event);
    Result<void> add_response(const std::string& response, const Scan& scan);
    std::map<std::string, Window> windows() const;
    Result<void> add_named();
    Result<void> add_calls_of_sessions();
    Result<void> add_runs_of_calls();
    void withdraw_open();
    static bool is_news(const Telling& telling);
    static void keep_made(Telling& telling);
    Result<void> give();

    const Store& store_;
    Batch& batch_;
    Settlement settlement_;
    std::set<std::string, std::less<>> runs_;
    std::map<std::string, Scan> answers_;  // Keys in Space::response, and when to look.
    Keys keys_;
    bool too_much_ = false;              // Not everything beside the request was looked at.
    std::set<std::size_t> conflicting_;  // Tellings that are stored in other words.
    std::map<std::size_t, std::size_t> repeats_;  // Places in the batch, and the telling there.
};

Time seconds_later(const Time& time, std::int64_t seconds) {
    Time later = time;
    later.seconds += seconds;
    return later;
}

// An arrival whose id is stored counts as stored, unless it says something else: then it is a
// conflict, which the store finds out.
Result<void> Settling::take_arrivals() {
    settlement_.reserve(batch_.events.size());
    for (std::size_t i = 0; i < batch_.events.size(); ++i) {
        const Event& event = batch_.events[i].event;
        if (!event.has(Flag::settled)) {
            continue;
        }
        const std::size_t known = settlement_.find(event.id());
        if (known != no_telling) {
            if (settlement_.at(known).event.says_the_same_as(event)) {
                repeats_.emplace(i, known);
            }
            continue;
        }
        Telling telling = telling_of(event);
        telling.arrives = true;
        telling.number = i;
        if (!event.run().empty() && !runs_.contains(event.run())) {
            runs_.emplace(event.run());
        }
        note_answers(event);
        settlement_.add(std::move(telling));
    }
    return {};
}

// Also what was withdrawn: what it gave way to may turn out to be something else.
Result<void> Settling::add_run(const std::string& run) {
    TRY(add_stored({Space::run, run}, {.direction = Direction::backward}));
    return add_stored({Space::withdrawn, run}, {.direction = Direction::backward});
}

Result<void> Settling::add_stored(const Key& key, const Scan& scan) {
    const std::unique_ptr<Cursor> cursor = TRY(store_.scan(key, scan));
    std::size_t bytes = 0;
    for (std::size_t count = 0; count < beside_events_max && bytes < beside_bytes_max; ++count) {
        const std::optional<Event> event = TRY(cursor->next());
        if (!event) {
            return {};
        }
        if (event->has(Flag::settled)) {
            bytes += event->fields().size();
            add_stored(*event);
        }
    }
    too_much_ = true;
    return {};
}

void Settling::add_stored(const Event& event) {
    const std::size_t known = settlement_.find(event.id());
    if (known == no_telling) {
        Telling telling = telling_of(event);
        telling.made = telling.told.change();
        settlement_.add(std::move(telling));
        return;
    }
    Telling& arrival = settlement_.at(known);
    if (!arrival.arrives || arrival.made) {
        return;
    }
    const AsTold stored(event);
    const Result<Event> told = amended(stored, {});
    if (told && told->says_the_same_as(arrival.event)) {
        arrival.made = stored.change();
    } else {
        conflicting_.insert(known);
    }
}

// Beyond what was looked at, an arrival may be stored already.
Result<void> Settling::find_arrivals() {
    for (std::size_t i = 0; i < settlement_.all().size() && too_much_; ++i) {
        if (settlement_.at(i).arrives && !settlement_.at(i).made) {
            const std::optional<Event> stored = TRY(store_.find(settlement_.at(i).event.id()));
            if (stored && stored->has(Flag::settled)) {
                add_stored(*stored);
            }
        }
    }
    return {};
}

// By which other runs may tell of the same answer. A response id is found whenever it was told; an
// answer that is known by its words counts only around its own time.
void Settling::note_answers(const Event& event) {
    if (event.kind() != Kind::llm_call) {
        return;
    }
    for (const KeyView& key : keys_.of(event)) {
        if (key.space != Space::response) {
            continue;
        }
        Scan scan{.direction = Direction::backward};
        const auto known_by = [&](std::string_view how) { return key.value.starts_with(how); };
        if (known_by(answer_by_text) || known_by(answer_by_failure) || known_by(answer_by_prompt) ||
            known_by(answer_by_tokens)) {
            const auto lasts = static_cast<std::int64_t>(event.duration_ms().value_or(0) / 1'000);
            scan.from = seconds_later(event.time(), -answer_seconds);
            scan.to = seconds_later(event.time(), std::min(lasts, answer_seconds) + 1);
        }
        answers_.try_emplace(std::string(key.value), scan);
    }
}

// Runs that tell of the same answer come in whole: their tool calls are told twice as well.
Result<void> Settling::add_response(const std::string& response, const Scan& scan) {
    const std::unique_ptr<Cursor> cursor = TRY(store_.scan({Space::response, response}, scan));
    std::set<std::string> sharing;
    for (std::size_t count = 0; count < sharing_max; ++count) {
        const std::optional<Event> event = TRY(cursor->next());
        if (!event) {
            break;
        }
        if (!runs_.contains(event->run())) {
            sharing.emplace(event->run());
        }
    }
    for (const std::string& run : sharing) {
        runs_.insert(run);
        TRY(add_run(run));
    }
    return {};
}

// The runs and the answers of the request. The store is asked about all of them at once: it has
// nothing of most, and a scan would cost more than all that is found.
Result<void> Settling::add_requested() {
    std::vector<Key> asked;
    for (const std::string& run : runs_) {
        asked.push_back({Space::run, run});
        asked.push_back({Space::withdrawn, run});
    }
    for (const auto& [answer, scan] : answers_) {
        asked.push_back({Space::response, answer});
    }
    const std::vector<bool> held = TRY(may_hold(store_, asked));
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Key& key = asked[i];
        if (held[i] && key.space == Space::response) {
            TRY(add_response(key.value, answers_.at(key.value)));
        } else if (held[i]) {
            TRY(add_stored(key, {.direction = Direction::backward}));
        }
    }
    return {};
}

Result<void> Settling::look_beside() {
    TRY(add_requested());
    settlement_.connect();
    settle_sessions(settlement_);
    for (const auto& [session, window] : windows()) {
        TRY(add_stored({Space::session, session}, {.from = window.from, .to = window.to}));
    }
    TRY(add_named());
    TRY(add_calls_of_sessions());
    TRY(add_runs_of_calls());
    TRY(find_arrivals());
    settlement_.connect();
    settle_sessions(settlement_);
    return {};
}

// Adds what stored events name as other tellings of theirs: in other runs, at any time.
Result<void> Settling::add_named() {
    std::vector<std::string> ids;
    for (const Telling& telling : settlement_.all()) {
        if (!telling.made) {
            continue;
        }
        for (const std::string_view name :
             {counted_by_field, also_told_by_field, content_from_field}) {
            const auto named = telling.made->fields.find(std::string(name));
            if (named == telling.made->fields.end()) {
                continue;
            }
            const Json value(named->second);
            ids.push_back(value.string().value_or(""));
            value.each_element([&ids](Json id) {
                ids.push_back(id.string().value_or(""));
                return true;
            });
        }
    }
    for (const std::string& id : ids) {
        if (id.empty() || settlement_.find(id) != no_telling) {
            continue;
        }
        const std::optional<Event> event = TRY(store_.find(id));
        if (event && event->has(Flag::settled)) {
            add_stored(*event);
        }
    }
    return {};
}

// A conversation may go on in another trace at any time later, and its first messages tell of a
// tool call that has its span in an earlier trace. Such calls are known by their ids.
Result<void> Settling::add_calls_of_sessions() {
    std::map<std::string, std::set<std::string>, std::less<>> wanted;  // Ids of calls by session.
    std::set<std::string> made;
    for (const Telling& telling : settlement_.all()) {
        if (telling.is_tool_call()) {
            made.insert(telling.told.field_now("call_id").string().value_or(""));
        }
    }
    for (const Telling& telling : settlement_.all()) {
        const bool news = is_news(telling);
        auto known = wanted.find(telling.session_now());
        if (known == wanted.end()) {
            known = wanted.emplace(telling.session_now(), std::set<std::string>()).first;
        }
        std::set<std::string>& ids = known->second;
        if (telling.is_tool_call() && news) {
            ids.insert(telling.call_id);
        }
        std::ranges::copy_if(telling.call_ids, std::inserter(ids, ids.end()),
                             [&](const auto& id) { return news || !made.contains(id); });
    }
    wanted.erase("");
    for (const auto& [session, ids] : wanted) {
        const std::vector<std::string> runs = TRY(store_.runs_of(session));
        if (std::ranges::all_of(runs, [&](const auto& run) { return runs_.contains(run); })) {
            continue;
        }
        for (const std::string& id : ids) {
            if (!id.empty()) {
                TRY(add_stored({Space::call, joined(session, id)}, {}));
            }
        }
    }
    return {};
}

// A call is settled beside its whole run, or not at all.
Result<void> Settling::add_runs_of_calls() {
    std::set<std::string> runs;
    for (const Telling& telling : settlement_.all()) {
        const std::string_view run = telling.event.run();
        if ((telling.is_model_call() || telling.is_tool_call()) && !runs_.contains(run)) {
            runs.emplace(run);
        }
    }
    for (const std::string& run : runs) {
        if (runs_.size() < beside_runs_max) {
            runs_.insert(run);
            TRY(add_run(run));
        }
    }
    return {};
}

// Whether it was not settled in its session yet.
bool Settling::is_news(const Telling& telling) {
    return telling.arrives || !telling.made || telling.made->session != telling.change.session;
}

// The sessions in which records and spans may tell of the same calls, and when.
std::map<std::string, Settling::Window> Settling::windows() const {
    std::map<std::string, Window> windows;
    for (const Telling& telling : settlement_.all()) {
        const std::string session(telling.session_now());
        if ((!telling.is_model_call() && !telling.is_tool_call()) || session.empty() ||
            !is_news(telling)) {
            continue;
        }
        const Time from = seconds_later(telling.event.time(), -window_seconds);
        const auto lasts =
            static_cast<std::int64_t>((telling.end_ns - telling.start_ns) / 1'000'000'000);
        const Time to = seconds_later(telling.event.time(), lasts + window_seconds);
        Window& window = windows.try_emplace(session, Window{from, to}).first->second;
        window = {std::min(window.from, from), std::max(window.to, to)};
    }
    return windows;
}

// A span that is not over gives way to the finished one.
void Settling::withdraw_open() {
    for (Telling& telling : settlement_.all()) {
        const std::string_view id = telling.event.id();
        if (id.ends_with(open_suffix) &&
            settlement_.find(id.substr(0, id.size() - open_suffix.size())) != no_telling) {
            telling.withdrawn = true;
        }
    }
}

// Where not everything could be looked at, what was made of an event stays, unless something that
// is in sight says otherwise.
void Settling::keep_made(Telling& telling) {
    if (!telling.made) {
        return;
    }
    const Change& made = *telling.made;
    Change& change = telling.change;
    const auto keep = [](std::optional<std::string>& now,
                         const std::optional<std::string>& before) { now = now ? now : before; };
    keep(change.agent, made.agent);
    keep(change.session, made.session);
    if (made.kind == withdrawn_kind) {
        telling.withdrawn = true;
        return;
    }
    const std::string counted_by(counted_by_field);
    if (change.fields.contains(counted_by)) {
        return;
    }
    if (made.fields.contains(counted_by)) {
        // Whatever counts for it is not in sight.
        change.kind = made.kind;
        change.fields = made.fields;
        return;
    }
    change.rationale = change.rationale.empty() ? made.rationale : change.rationale;
    for (const auto& [name, value] : made.fields) {
        change.fields.try_emplace(name, value);
    }
}

Result<void> Settling::give() {
    std::vector<Incoming> events = std::exchange(batch_.events, {});
    batch_.events.reserve(events.size());
    std::vector<bool> settled(events.size(), false);
    std::vector<std::size_t> given(settlement_.all().size(), no_telling);  // Places in the batch.
    for (std::size_t i = 0; i < settlement_.all().size(); ++i) {
        Telling& telling = settlement_.at(i);
        const bool alone = !telling.arrives && !runs_.contains(telling.event.run());
        if (conflicting_.contains(i) || (alone && !telling.made_up)) {
            continue;
        }
        if (telling.arrives) {
            settled[telling.number] = true;
        }
        if (too_much_) {
            keep_made(telling);
        }
        if (telling.withdrawn) {
            telling.change = {.kind = std::string(withdrawn_kind)};
        }
        if (!telling.arrives && !telling.made_up && telling.made == telling.change) {
            continue;
        }
        Incoming incoming =
            telling.arrives ? std::move(events[telling.number]) : Incoming{.event = telling.event};
        if (telling.made_up && !events.empty()) {
            incoming.line = events.front().line;
        }
        if (telling.change.any() || telling.made) {
            // Too large with what others told of it: then it stands as it was told.
            if (Result<Event> changed = amended(telling.told, telling.change)) {
                incoming.event = std::move(changed).take();
            }
        }
        incoming.replaces = true;
        given[i] = batch_.events.size();
        batch_.events.push_back(std::move(incoming));
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
        const auto repeat = repeats_.find(i);
        if (repeat != repeats_.end()) {
            const std::size_t same = given[repeat->second];
            if (same != no_telling) {
                events[i].event = batch_.events[same].event;
                batch_.events.push_back(std::move(events[i]));
            }
        } else if (!settled[i]) {
            batch_.events.push_back(std::move(events[i]));
        }
    }
    std::ranges::stable_sort(batch_.events, {}, &Incoming::line);
    return {};
}

}  // namespace

Result<void> settle(const Store& store, Batch& batch) {
    return Settling(store, batch).settle();
}

}  // namespace hence
