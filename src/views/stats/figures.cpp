#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/try.h"
#include "model/json/json.h"
#include "model/position.h"
#include "model/summary/summary_text.h"
#include "views/cause/call.h"
#include "views/find/event_at.h"
#include "views/find/session_events.h"
#include "views/stats/loops.h"
#include "views/stats/tally.h"

namespace hence {
namespace {

constexpr std::size_t slowest_max = 10;

// The smallest of these sorted values that `percent` of them do not exceed.
double nearest_rank(const std::vector<double>& sorted, std::size_t percent) {
    const std::size_t rank = (sorted.size() * percent + 99) / 100;
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace

double Durations::sum() const {
    double sum = 0;
    for (const double ms : ms_) {
        sum += ms < 0 ? 0 : ms;
    }
    return sum;
}

std::size_t Durations::add(std::optional<double> ms) {
    ms_.push_back(ms.value_or(-1));
    return ms_.size() - 1;
}

CallStats Durations::figures() const {
    CallStats figures;
    figures.n = ms_.size();
    std::vector<double> known;
    double sum = 0;
    for (const double ms : ms_) {
        if (ms >= 0) {
            known.push_back(ms);
            sum += ms;
        }
    }
    if (known.empty()) {
        return figures;
    }
    // Any finite duration may be recorded, and two of the largest add up to none.
    const auto count = static_cast<double>(known.size());
    double mean = sum / count;
    if (!std::isfinite(sum)) {
        mean = 0;
        for (const double ms : known) {
            mean += ms / count;
        }
    }
    std::sort(known.begin(), known.end());
    const double whole = std::floor(mean);
    figures.mean_ms = mean - whole >= 0.5 ? whole + 1 : whole;
    figures.p50_ms = nearest_rank(known, 50);
    figures.p95_ms = nearest_rank(known, 95);
    figures.max_ms = known.back();
    return figures;
}

void SlowCalls::offer(double ms, const Position& place, std::string_view event) {
    if (slower_than_ms_ && ms <= *slower_than_ms_) {
        return;
    }
    const bool full = !slower_than_ms_ && candidates_.size() == slowest_max;
    Candidate candidate{ms, place, std::string(event)};
    if (full && !(candidate < *candidates_.rbegin())) {
        return;
    }
    candidates_.insert(std::move(candidate));
    if (full) {
        candidates_.erase(std::prev(candidates_.end()));
    }
}

Result<std::vector<SlowCall>> SlowCalls::list(const Store& store) const {
    std::vector<SlowCall> calls;
    Sessions sessions(store);
    for (const Candidate& candidate : candidates_) {
        const std::optional<Event> event = TRY(store.find(candidate.event));
        if (event) {
            std::string said = TRY(summary_of(sessions, *event));
            calls.push_back({candidate.event, std::move(said), candidate.ms});
        }
    }
    return calls;
}

void ErrorGroups::add(const std::string& error, const std::optional<Time>& time,
                      std::string_view agent) {
    Group& group = groups_[error];
    // One instant in two spellings shows as the longer, whichever came first.
    if (time && (!group.last_seen || *group.last_seen < *time ||
                 (*group.last_seen == *time && group.last_seen->digits < time->digits))) {
        group.last_seen = time;
    }
    ++group.count;
    if (!agent.empty() && !group.agents.contains(agent)) {
        group.agents.emplace(agent);
    }
}

std::vector<ErrorGroup> ErrorGroups::list() const {
    std::vector<ErrorGroup> list;
    for (const auto& [error, group] : groups_) {
        list.push_back(
            {error, group.count, group.last_seen, {group.agents.begin(), group.agents.end()}});
    }
    std::sort(list.begin(), list.end(), [](const ErrorGroup& a, const ErrorGroup& b) {
        return a.count != b.count ? a.count > b.count : a.error < b.error;
    });
    return list;
}

// Without a session and a run there is nothing that would hold these calls together.
void ToolSequences::add(std::string_view session, const Event& call) {
    if (session.empty() && call.run().empty()) {
        return;
    }
    std::string name = Json(call.fields())["tool_name"].string().value_or("");
    if (name.empty()) {
        name = "unknown";
    }
    const auto [number, is_new] = numbers_.emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) {
        names_.push_back(std::move(name));
    }
    Sequence& sequence = sequences_[joined(session, call.run())];
    sequence.run = call.run();
    sequence.tools.push_back(number->second);
    sequence.seqs.push_back(call.seq());
}

std::uint64_t ToolSequences::loop_count() const {
    std::uint64_t count = 0;
    for (const auto& [key, sequence] : sequences_) {
        count += repetitions(sequence.tools).size();
    }
    return count;
}

Result<std::vector<ToolLoop>> ToolSequences::loops(const Store& store) const {
    std::vector<std::pair<Position, ToolLoop>> found;
    for (const auto& [key, sequence] : sequences_) {
        for (const Repetition& repetition : repetitions(sequence.tools)) {
            const std::optional<Event> first =
                TRY(event_at(store, sequence.seqs[repetition.begin]));
            if (!first) {
                continue;
            }
            ToolLoop loop{.run = sequence.run,
                          .steps = {},
                          .repeats = repetition.count,
                          .first_event = std::string(first->id())};
            for (std::size_t i = 0; i < repetition.period; ++i) {
                loop.steps.push_back(names_[sequence.tools[repetition.begin + i]]);
            }
            found.emplace_back(position_of(*first), std::move(loop));
        }
    }
    std::sort(found.begin(), found.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<ToolLoop> loops;
    for (auto& [place, loop] : found) {
        loops.push_back(std::move(loop));
    }
    return loops;
}

}  // namespace hence
