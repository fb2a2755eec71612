// The latest session of an agent against its own last ones, measure by measure.
//
// A measure is a list of values: one of the session that is judged, and one of each session before
// it that states it. The distribution of tools becomes a number by its distance (total variation)
// from the mean distribution of the other sessions; for the sessions before, each is compared with
// the rest of them, so that all of these distances mean the same.
#include "hence/across/drift.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/by_text.h"
#include "base/try.h"
#include "hence/store.h"
#include "model/text.h"
#include "views/drift/work.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

constexpr std::array band_names{"normal", "watch", "notable", "strong", "extreme"};
constexpr double first_band_ends = 2;  // Each further band is one wider.
// Below this part of the values, or this much of a share, a difference is one of rounding.
constexpr double rounding = 1e-9;
constexpr double rounding_of_shares = 1e-12;

// The sessions in which the agent recorded something: the one with its newest event first, at most
// `count` of them; from `from` on, unless that is empty.
Result<std::vector<std::string>> sessions_of_agent(const Store& store, const std::string& agent,
                                                   const std::string& from, std::size_t count) {
    Sessions sessions(store);
    const std::unique_ptr<Cursor> events =
        TRY(store.scan({Space::agent, agent}, {.direction = Direction::backward}));
    std::vector<std::string> found;
    Texts met;
    bool begun = from.empty();
    while (found.size() < count) {
        const std::optional<Event> event = TRY(events->next());
        if (!event) {
            break;
        }
        std::string session = TRY(sessions.of(*event));
        if (session.empty() || !met.insert(session).second) {
            continue;
        }
        begun = begun || session == from;
        if (begun) {
            found.push_back(std::move(session));
        }
    }
    return found;
}

using Values = std::vector<std::optional<double>>;  // Of the sessions before, oldest first.
using ValueOf = std::function<std::optional<double>(const AgentWork&)>;
using Shares = std::map<std::string, double>;

std::optional<double> share(double part, double whole) {
    return whole > 0 ? std::optional(part / whole) : std::nullopt;
}

bool all_but_equal(double a, double b) {
    return std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b)) + rounding_of_shares;
}

DriftBand band_of(double z) {
    const double over = std::abs(z) - first_band_ends;
    const double most = static_cast<double>(band_names.size()) - 1;
    return static_cast<DriftBand>(over < 0 ? 0 : std::min(std::floor(over) + 1, most));
}

void compare(DriftMeasure& measure, const std::vector<double>& before) {
    const auto [least, most] = std::minmax_element(before.begin(), before.end());
    const auto n = static_cast<double>(before.size());
    if (all_but_equal(*least, *most)) {
        measure.mean = before.front();
        measure.spread = 0;
        const bool same = all_but_equal(*measure.value, *measure.mean);
        measure.band = same ? DriftBand::normal : DriftBand::watch;
        measure.note = same ? "always so before" : "never varied before: there is no z";
        return;
    }
    double sum = 0;
    for (const double value : before) {
        sum += value;
    }
    measure.mean = sum / n;
    double squares = 0;
    for (const double value : before) {
        squares += (value - *measure.mean) * (value - *measure.mean);
    }
    measure.spread = std::sqrt(squares / (n - 1));
    const double z = (*measure.value - *measure.mean) / *measure.spread;
    if (!std::isfinite(*measure.mean) || !std::isfinite(*measure.spread) || !std::isfinite(z)) {
        measure.mean = measure.spread = std::nullopt;
        measure.note = "too large to compare";
        return;
    }
    measure.z = z;
    measure.band = band_of(z);
}

// Fills in what the sessions before say, or why they say nothing.
void judge(DriftMeasure& measure, const Values& values, std::string_view missing) {
    std::vector<double> before;
    for (const std::optional<double>& value : values) {
        if (value) {
            before.push_back(*value);
        }
    }
    measure.n = before.size();
    if (!measure.value) {
        measure.note = missing;
    } else if (before.size() < drift_sessions_min) {
        measure.note = fmt::format("not enough: {} of {} sessions before state it, {} are needed",
                                   before.size(), values.size(), drift_sessions_min);
    } else {
        compare(measure, before);
    }
}

// The parts of tool calls by tool, with 0 for those that were not used; empty without any call.
Shares tool_shares(const AgentWork& work) {
    Shares shares;
    for (const auto& [tool, calls] : work.tools) {
        shares[tool] =
            static_cast<double>(calls.total) / static_cast<double>(work.tool_calls.total);
    }
    return shares;
}

// Half of the sum of all differences: 0 where both are the same, 1 where they share no tool.
double distance(const Shares& a, const Shares& b) {
    double sum = 0;
    for (const auto& [tool, part] : a) {
        const auto other = b.find(tool);
        sum += std::abs(part - (other == b.end() ? 0 : other->second));
    }
    for (const auto& [tool, part] : b) {
        sum += a.contains(tool) ? 0 : part;
    }
    return sum < rounding_of_shares ? 0 : std::min(sum / 2, 1.0);
}

// Measures one session against the others.
class Judge {
public:
    Judge(Drift& answer, const AgentWork& now, const std::vector<AgentWork>& before)
        : answer_(answer), now_(now), before_(before) {}

    void add(std::string_view name, const Evidence& evidence, std::string_view missing,
             const ValueOf& value_of) {
        DriftMeasure measure{.measure = std::string(name)};
        add(std::move(measure), evidence, missing, value_of);
    }

    void add_tools() {
        std::vector<Shares> shares;
        for (const AgentWork& work : before_) {
            shares.push_back(tool_shares(work));
        }
        DriftMeasure whole{.measure = "tools"};
        Values values;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            values.push_back(distance_from_others(shares[i], shares, i));
        }
        const Shares mine = tool_shares(now_);
        whole.value = distance_from_others(mine, shares, shares.size());
        take_events(whole, now_.tool_calls);
        judge(whole, values, "no tool was called");
        answer_.measures.push_back(std::move(whole));
        for (const std::string& tool : names(&AgentWork::tools)) {
            const auto evidence = now_.tools.find(tool);
            add({.measure = "tools", .of = tool},
                evidence == now_.tools.end() ? Evidence() : evidence->second, "no tool was called",
                [&tool](const AgentWork& work) {
                    const auto calls_of = work.tools.find(tool);
                    const auto count = calls_of == work.tools.end() ? 0 : calls_of->second.total;
                    return share(static_cast<double>(count),
                                 static_cast<double>(work.tool_calls.total));
                });
        }
    }

    void add_decisions() {
        add("decisions", now_.all_decisions, {}, [](const AgentWork& work) {
            return std::optional(static_cast<double>(work.all_decisions.total));
        });
        for (const std::string& type : names(&AgentWork::decisions)) {
            const auto evidence = now_.decisions.find(type);
            add({.measure = "decisions", .of = type},
                evidence == now_.decisions.end() ? Evidence() : evidence->second, {},
                [&type](const AgentWork& work) {
                    const auto of_type = work.decisions.find(type);
                    const auto count = of_type == work.decisions.end() ? 0 : of_type->second.total;
                    return std::optional(static_cast<double>(count));
                });
        }
    }

private:
    using Parts = std::map<std::string, Evidence>;

    void add(DriftMeasure measure, const Evidence& evidence, std::string_view missing,
             const ValueOf& value_of) {
        measure.value = value_of(now_);
        take_events(measure, evidence);
        Values values;
        for (const AgentWork& work : before_) {
            values.push_back(value_of(work));
        }
        judge(measure, values, missing);
        answer_.measures.push_back(std::move(measure));
    }

    static void take_events(DriftMeasure& measure, const Evidence& evidence) {
        measure.events = evidence.events;
        measure.events_total = evidence.total;
    }

    // From the mean of all of them but number `but`. Nothing where there is nothing to compare.
    static std::optional<double> distance_from_others(const Shares& mine,
                                                      const std::vector<Shares>& all,
                                                      std::size_t but) {
        Shares mean;
        double count = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            count += i == but || all[i].empty() ? 0 : 1;
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (const auto& [tool, part] : all[i]) {
                mean[tool] += i == but ? 0 : part / count;
            }
        }
        return mine.empty() || count == 0 ? std::nullopt : std::optional(distance(mine, mean));
    }

    std::set<std::string> names(Parts AgentWork::*parts) const {
        std::set<std::string> all;
        const auto add_all = [&](const AgentWork& work) {
            for (const auto& [name, evidence] : work.*parts) {
                all.insert(name);
            }
        };
        add_all(now_);
        std::ranges::for_each(before_, add_all);
        return all;
    }

    Drift& answer_;
    const AgentWork& now_;
    const std::vector<AgentWork>& before_;
};

void add_measures(Drift& answer, const AgentWork& now, const std::vector<AgentWork>& before) {
    Judge judge_all(answer, now, before);
    judge_all.add("steps", now.steps, {}, [](const AgentWork& work) {
        return std::optional(static_cast<double>(work.steps.total));
    });
    judge_all.add_tools();
    judge_all.add("tokens", now.token_calls, "nothing states tokens",
                  [](const AgentWork& work) { return work.tokens; });
    judge_all.add("duration_ms", now.span, "no event has a time",
                  [](const AgentWork& work) { return work.duration_ms; });
    judge_all.add("failure_rate", now.failures, "nothing was called", [](const AgentWork& work) {
        return share(static_cast<double>(work.failures.total), static_cast<double>(work.tries));
    });
    judge_all.add_decisions();
    judge_all.add("confidence", now.sure, "no decision has a confidence",
                  [](const AgentWork& work) {
                      return share(work.confidence_sum, static_cast<double>(work.sure.total));
                  });
    judge_all.add("rationale_coverage", now.rationale_missing, "nothing calls for a rationale",
                  [](const AgentWork& work) {
                      const auto given = static_cast<double>(work.rationale_given);
                      const auto missing = static_cast<double>(work.rationale_missing.total);
                      return share(given, given + missing);
                  });
}

Error no_session(const std::string& agent, const std::string& judged) {
    if (!judged.empty()) {
        return {Code::not_found,
                fmt::format("agent {} has no event in session {}", hence::quoted(agent),
                            hence::quoted(judged)),
                "`hence sessions` lists what was"};
    }
    return {Code::not_found, fmt::format("agent {} has no session", hence::quoted(agent)),
            "give its events a \"session\""};
}

}  // namespace

std::string_view to_string(DriftBand band) {
    return band_names[static_cast<std::size_t>(band)];
}

Result<DriftBand> drift_band(std::string_view name) {
    const auto found = std::ranges::find(band_names, name);
    if (found == band_names.end()) {
        return Error{Code::invalid, fmt::format("there is no band {}", hence::quoted(name)),
                     fmt::format("use one of {}", fmt::join(band_names, ", "))};
    }
    return static_cast<DriftBand>(found - band_names.begin());
}

std::optional<DriftBand> Drift::band() const {
    std::optional<DriftBand> strongest;
    for (const DriftMeasure& measure : measures) {
        strongest = std::max(strongest, measure.band);
    }
    return strongest;
}

bool Drift::failed() const {
    return max && band() && *band() > *max;
}

Result<Drift> drift(const Store& store, const DriftRequest& request) {
    if (request.baseline < drift_sessions_min || request.baseline > drift_sessions_max) {
        return Error{Code::invalid, fmt::format("baseline is {}", request.baseline),
                     fmt::format("choose from {} to {}", drift_sessions_min, drift_sessions_max)};
    }
    const std::string agent = TRY(resolve_name(store, Space::agent, request.agent));
    std::string judged = request.session;
    if (!judged.empty()) {
        judged = TRY(resolve_name(store, Space::session, judged));
    }
    Drift answer{.agent = agent,
                 .session = {},
                 .baseline = request.baseline,
                 .sessions = {},
                 .measures = {},
                 .max = request.max};
    answer.sessions = TRY(sessions_of_agent(store, agent, judged, request.baseline + 1));
    if (answer.sessions.empty()) {
        return no_session(agent, judged);
    }
    answer.session = std::move(answer.sessions.front());
    answer.sessions.erase(answer.sessions.begin());
    if (!answer.enough()) {
        return answer;
    }
    const AgentWork now = TRY(agent_work(store, {answer.agent, answer.session}));
    std::vector<AgentWork> before;
    for (auto session = answer.sessions.rbegin(); session != answer.sessions.rend(); ++session) {
        AgentWork work = TRY(agent_work(store, {answer.agent, *session}));
        before.push_back(std::move(work));
    }
    add_measures(answer, now, before);
    return answer;
}

}  // namespace hence
