#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/try.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"
#include "model/json/members.h"
#include "model/position.h"
#include "model/summary/summary_text.h"
#include "model/summary/tool_argument.h"
#include "views/cause/call.h"
#include "views/diff/steps.h"
#include "views/find/event_at.h"
#include "views/find/event_reader.h"
#include "views/find/session_events.h"
#include "views/stats/loops.h"
#include "views/stats/tally.h"

namespace hence {
namespace {

constexpr std::size_t slowest_max = 10;

// The smallest of these values that `percent` of them do not exceed. The values change places,
// which takes a fraction of the time of sorting them.
double nearest_rank(std::vector<double>& values, std::size_t percent) {
    const std::size_t rank = (values.size() * percent + 99) / 100;
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1));
    std::nth_element(values.begin(), place - 1, values.end());
    return *(place - 1);
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
    const double whole = std::floor(mean);
    figures.mean_ms = mean - whole >= 0.5 ? whole + 1 : whole;
    figures.p50_ms = nearest_rank(known, 50);
    figures.p95_ms = nearest_rank(known, 95);
    figures.max_ms = *std::ranges::max_element(known);
    return figures;
}

void SlowCalls::offer(double ms, const Position& place) {
    if (slower_than_ms_ && ms <= *slower_than_ms_) {
        return;
    }
    const bool full = !slower_than_ms_ && candidates_.size() == slowest_max;
    if (full && !(Candidate{ms, place} < *candidates_.rbegin())) {
        return;
    }
    candidates_.insert({ms, place});
    if (full) {
        candidates_.erase(std::prev(candidates_.end()));
    }
}

Result<std::vector<SlowCall>> SlowCalls::list(const Store& store) const {
    std::vector<SlowCall> calls;
    Sessions sessions(store);
    for (const Candidate& candidate : candidates_) {
        const std::optional<Event> event = TRY(event_at(store, candidate.place.seq));
        if (event) {
            std::string said = TRY(summary_of(sessions, *event));
            calls.push_back({std::string(event->id()), std::move(said), candidate.ms});
        }
    }
    return calls;
}

void ErrorGroups::add(std::string_view error, const std::optional<Time>& time,
                      std::string_view agent) {
    auto known = groups_.find(error);
    if (known == groups_.end()) {
        known = groups_.emplace(error, Group{}).first;
    }
    Group& group = known->second;
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

std::size_t ToolSequences::sequence_of(std::string_view session, std::string_view run) {
    const auto [known, is_new] = places_.try_emplace(joined(session, run), sequences_.size());
    if (is_new) {
        sequences_.push_back({.run = std::string(run)});
    }
    return known->second;
}

std::uint32_t ToolSequences::tool_named(std::string_view tool) {
    const std::string_view name = tool.empty() ? "unknown" : tool;
    const auto known = numbers_.find(name);
    if (known != numbers_.end()) {
        return known->second;
    }
    names_.emplace_back(name);
    return numbers_.emplace(name, static_cast<std::uint32_t>(names_.size() - 1)).first->second;
}

void ToolSequences::add(std::size_t sequence, const Call& call) {
    sequences_[sequence].tools.push_back(call.tool);
    sequences_[sequence].inputs.push_back(call.input);
    sequences_[sequence].seqs.push_back(call.seq);
}

// Without a session and a run there is nothing that would hold these calls together.
void ToolSequences::add(std::string_view session, const Event& call) {
    if (!session.empty() || !call.run().empty()) {
        const auto [tool, input] = members<2>(call.fields(), {"tool_name", "input"});
        add(sequence_of(session, call.run()),
            {tool_named(tool.string().value_or("")), call.seq(), hash_of(input)});
    }
}

// The order of names does not count: models that repeat a call swap them. The hash is under a key
// of this process, so nobody can choose arguments that collide; 64 bits are enough to compare the
// calls of one run.
std::uint64_t ToolSequences::hash_of(Json input) {
    const TextHash hash;
    if (!input.is_object()) {
        scratch_.clear();
        if (input.present()) {
            append_canonical(scratch_, input.raw());
        }
        return hash(scratch_);
    }
    std::uint64_t sum = 0;
    MemberReader reader(input.raw());
    std::string_view name;
    std::string_view value;
    while (reader.next(name, value)) {
        scratch_ = unescape(name);
        scratch_ += '\0';
        append_canonical(scratch_, value);
        sum += hash(scratch_);
    }
    return sum;
}

std::vector<std::uint32_t> ToolSequences::Sequence::steps() const {
    using Step = std::pair<std::uint32_t, std::uint64_t>;
    std::vector<Step> known;
    for (std::size_t i = 0; i < tools.size(); ++i) {
        if (inputs[i]) {
            known.emplace_back(tools[i], *inputs[i]);
        }
    }
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    std::vector<std::uint32_t> numbers;
    numbers.reserve(tools.size());
    auto unknown = static_cast<std::uint32_t>(known.size());
    for (std::size_t i = 0; i < tools.size(); ++i) {
        const auto place = std::ranges::lower_bound(known, Step(tools[i], inputs[i].value_or(0)));
        numbers.push_back(inputs[i] ? static_cast<std::uint32_t>(place - known.begin())
                                    : unknown++);
    }
    return numbers;
}

// Reads the arguments that may matter and are not known, in the order of arrival, in which
// neighbours lie in the same part of the log.
Result<void> ToolSequences::read_inputs(const Store& store) {
    struct Unread {
        std::uint64_t seq = 0;
        std::optional<std::uint64_t>* input = nullptr;
    };
    std::vector<Unread> unread;
    for (Sequence& sequence : sequences_) {
        const std::vector<bool> repeated = repeated_places(sequence.tools);
        for (std::size_t i = 0; i < repeated.size(); ++i) {
            if (repeated[i] && !sequence.inputs[i]) {
                unread.push_back({sequence.seqs[i], &sequence.inputs[i]});
            }
        }
    }
    std::ranges::sort(unread, {}, &Unread::seq);
    std::vector<std::uint64_t> seqs;
    seqs.reserve(unread.size());
    for (const Unread& each : unread) {
        seqs.push_back(each.seq);
    }
    EventReader events(store, std::move(seqs));
    for (const Unread& each : unread) {
        const Event call = TRY(events.next());
        *each.input = hash_of(Json(call.fields())["input"]);
    }
    return {};
}

std::uint64_t ToolSequences::loop_count() const {
    std::uint64_t count = 0;
    for (const Sequence& sequence : sequences_) {
        count += repetitions(sequence.steps()).size();
    }
    return count;
}

Result<std::vector<ToolLoop>> ToolSequences::loops(const Store& store) {
    TRY(read_inputs(store));
    std::vector<std::pair<Position, ToolLoop>> found;
    for (const Sequence& sequence : sequences_) {
        for (const Repetition& repetition : repetitions(sequence.steps())) {
            const std::optional<Event> first =
                TRY(event_at(store, sequence.seqs[repetition.begin]));
            if (!first) {
                continue;
            }
            ToolLoop loop{.run = sequence.run,
                          .steps = {},
                          .arguments = {},
                          .repeats = repetition.count,
                          .first_event = std::string(first->id())};
            for (std::size_t i = repetition.begin; i < repetition.begin + repetition.period; ++i) {
                const std::string& name = names_[sequence.tools[i]];
                const std::optional<Event> call = TRY(event_at(store, sequence.seqs[i]));
                loop.steps.push_back(name);
                loop.arguments.push_back(call ? tool_argument(name, Json(call->fields())["input"])
                                              : std::string());
            }
            found.emplace_back(position_of(*first), std::move(loop));
        }
    }
    std::ranges::sort(found, {}, [](const auto& each) { return each.first; });
    std::vector<ToolLoop> loops;
    for (auto& [place, loop] : found) {
        loops.push_back(std::move(loop));
    }
    return loops;
}

}  // namespace hence
