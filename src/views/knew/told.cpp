#include "views/knew/told.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/extent.h"
#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/call.h"
#include "views/cause/turns.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

Told told(const Event& event, ToldAs as) {
    return {.at = position_of(event),
            .call = {},
            .known_at = end_of(event).value_or(event.time()),
            .as = as};
}

template <class Table>
const typename Table::mapped_type* find(const Table& table, std::string_view name) {
    const auto at = table.find(name);
    return at == table.end() ? nullptr : &at->second;
}

bool says_something(Json value) {
    return value.present() && value.raw() != "\"\"";
}

// Adds the last `count_max` of the list that were known before the event; counts all of them. What
// begins before the event may end behind it: such a call has not told anything yet.
void add_newest(const std::vector<Told>& list, const Event& event, std::size_t count_max,
                ToldBefore& found) {
    const auto end = std::ranges::lower_bound(list, position_of(event), {}, &Told::at);
    std::uint64_t count = static_cast<std::uint64_t>(end - list.begin());
    std::size_t taken = 0;
    for (auto at = std::make_reverse_iterator(end); at != list.rend() && taken < count_max; ++at) {
        if (at->known_at > event.time()) {
            --count;
        } else {
            found.newest.push_back(*at);
            ++taken;
        }
    }
    found.total += count;
    const auto first = std::find_if(
        list.begin(), end, [&](const Told& each) { return each.known_at <= event.time(); });
    if (first != end && (!found.first || first->at < found.first->at)) {
        found.first = *first;
    }
}

}  // namespace

ToldTable::Lane& ToldTable::lane(std::string_view agent, std::string_view run) {
    const auto [at, added] = lanes_.try_emplace(joined(agent, run));
    if (added) {
        runs_[std::string(agent)].emplace_back(run);
    }
    return at->second;
}

void ToldTable::put(std::string_view agent, std::string_view run, const Told& item) {
    if (only_.empty()) {
        lane("", run).list.push_back(item);
    }
    if (!agent.empty() && concerns(agent)) {
        lane(agent, run).list.push_back(item);
    }
}

void ToldTable::see(const Event& event) {
    const std::string run(event.run());
    if (event.kind() == Kind::prompt || event.kind() == Kind::session_start) {
        const bool goal = event.kind() == Kind::session_start;
        if (says_something(field(event, goal ? "goal" : "text"))) {
            prompts_[run].push_back({told(event, ToldAs::prompt), std::string(event.agent())});
        }
        return;
    }
    if (event.kind() == Kind::message) {
        field(event, "to").each_element([&](Json name) {
            messages_[name.string().value_or("")].push_back(told(event, ToldAs::message));
            return true;
        });
        return;
    }
    if (event.kind() == Kind::delegation) {
        see_delegation(event);
    } else if (event.kind() == Kind::tool_call) {
        see_call(event);
    } else if (event.kind() == Kind::observation) {
        see_observation(event);
    }
    // Whoever does something in a run has been told what was asked there.
    if (!is_step(event)) {
        return;
    }
    const auto act = [&](Lane& own) {
        own.first = own.first.value_or(position_of(event));
        if (event.kind() == Kind::llm_call) {
            own.models.push_back(position_of(event));
        }
    };
    if (only_.empty()) {
        act(lane("", run));
    }
    if (!event.agent().empty() && concerns(event.agent())) {
        act(lane(event.agent(), run));
    }
}

void ToldTable::see_call(const Event& event) {
    const auto [output, error, id] = members<3>(event.fields(), {"output", "error", "call_id"});
    const bool ended = says_something(output) || says_something(error);
    if (ended) {
        put(event.agent(), event.run(), told(event, ToldAs::result));
    }
    const std::optional<std::string> call_id = id.string();
    if (call_id && !call_id->empty()) {
        calls_[*call_id] = {position_of(event), std::string(event.agent()),
                            std::string(event.run()), ended};
    }
}

void ToldTable::see_observation(const Event& event) {
    const std::optional<std::string> id = call_id_of(event);
    const auto call = id ? calls_.find(*id) : calls_.end();
    if (call == calls_.end()) {
        return put(event.agent(), event.run(), told(event, ToldAs::observation));
    }
    if (!call->second.told) {
        Told result = told(event, ToldAs::result);
        result.call = call->second.place;
        put(call->second.agent, call->second.run, result);
    }
    calls_.erase(call);
}

void ToldTable::see_delegation(const Event& event) {
    const auto [child, run] = members<2>(event.fields(), {"child_id", "run_id"});
    const std::string child_id = child.string().value_or("");
    const std::string run_id = run.string().value_or("");
    if (!child_id.empty()) {
        tasks_by_child_[child_id].push_back(told(event, ToldAs::task));
    }
    if (!run_id.empty()) {
        tasks_by_run_[run_id].push_back(told(event, ToldAs::task));
    }
}

// Whether somebody had delegated this run before the event.
bool ToldTable::delegated(const std::string& run, const Event& event) const {
    const List* const tasks = run.empty() ? nullptr : find(tasks_by_run_, run);
    return tasks != nullptr && tasks->front().at < position_of(event);
}

// The runs whose contents the agent has before it.
std::vector<std::string> ToldTable::runs_of(const Event& event) const {
    const std::string own(event.run());
    std::vector<std::string> runs;
    if (delegated(own, event)) {
        return {own};
    }
    const std::vector<std::string>* const all = find(runs_, event.agent());
    for (std::size_t i = 0; all != nullptr && i < all->size(); ++i) {
        const std::string& run = (*all)[i];
        const Lane* const there = find(lanes_, joined(event.agent(), run));
        const bool begun = there->first && *there->first <= position_of(event);
        if ((begun && !delegated(run, event)) || run == own) {
            runs.push_back(run);
        }
    }
    if (std::ranges::find(runs, own) == runs.end()) {
        runs.push_back(own);
    }
    return runs;
}

ToldTable::List ToldTable::tasks_of(const Event& event,
                                    const std::vector<std::string>& runs) const {
    List tasks;
    const auto add = [&](const List* list) {
        if (list != nullptr) {
            const auto end = std::ranges::lower_bound(*list, position_of(event), {}, &Told::at);
            tasks.insert(tasks.end(), list->begin(), end);
        }
    };
    if (!event.agent().empty()) {
        add(find(tasks_by_child_, event.agent()));
    }
    for (const std::string& run : runs) {
        add(run.empty() ? nullptr : find(tasks_by_run_, run));
    }
    std::ranges::sort(tasks, {}, &Told::at);
    const auto same = std::unique(tasks.begin(), tasks.end(),
                                  [](const Told& a, const Told& b) { return a.at == b.at; });
    tasks.erase(same, tasks.end());
    return tasks;
}

// An agent that was called in by another one has not heard what the other was asked before.
void ToldTable::add_prompts(const Event& event, const std::vector<std::string>& runs,
                            List& found) const {
    const List tasks = tasks_of(event, runs);
    // What was asked outside of any run was asked of the whole session.
    std::vector<std::string> asked_in = runs;
    if (std::ranges::find(runs, "") == runs.end()) {
        asked_in.emplace_back();
    }
    for (const std::string& run : asked_in) {
        const std::vector<Prompt>* const prompts = find(prompts_, run);
        for (std::size_t i = 0; prompts != nullptr && i < prompts->size(); ++i) {
            const Prompt& prompt = (*prompts)[i];
            const bool to_another = !tasks.empty() && prompt.told.at < tasks.front().at &&
                                    prompt.agent != event.agent();
            if (!to_another) {
                found.push_back(prompt.told);
            }
        }
    }
    found.insert(found.end(), tasks.begin(), tasks.end());
    std::ranges::sort(found, {}, &Told::at);
}

ToldBefore ToldTable::before(const Event& event, std::size_t count_max) const {
    ToldBefore found;
    const std::vector<std::string> runs = runs_of(event);
    List asked;
    add_prompts(event, runs, asked);
    add_newest(asked, event, count_max, found);
    if (const List* const messages = find(messages_, event.agent())) {
        add_newest(*messages, event, count_max, found);
    }
    for (const std::string& run : runs) {
        if (const Lane* const there = find(lanes_, joined(event.agent(), run))) {
            add_newest(there->list, event, count_max, found);
        }
    }
    std::ranges::sort(found.newest, {}, &Told::at);
    if (found.newest.size() > count_max) {
        const auto extra = static_cast<std::ptrdiff_t>(found.newest.size() - count_max);
        found.newest.erase(found.newest.begin(), found.newest.begin() + extra);
    }
    return found;
}

std::vector<Position> ToldTable::model_calls(const Event& event) const {
    std::vector<Position> calls;
    for (const std::string& run : runs_of(event)) {
        const Lane* const there = find(lanes_, joined(event.agent(), run));
        if (there == nullptr) {
            continue;
        }
        const auto end = std::ranges::upper_bound(there->models, position_of(event));
        const std::ptrdiff_t count = std::min<std::ptrdiff_t>(end - there->models.begin(), 2);
        calls.insert(calls.end(), end - count, end);
    }
    std::ranges::sort(calls);
    if (calls.size() > 2) {
        calls.erase(calls.begin(), calls.end() - 2);
    }
    return calls;
}

}  // namespace hence
