// Answers "why did this happen?" by walking along links (views/cause/links.h), up to the causes or
// down to the effects.
//
// Up, the chain follows the strongest recorded cause of each event until there is none. Down, the
// walk goes level by level and meets each event once, so an effect of two causes appears once, with
// the first link that reached it. With `graph` every link between the events met is listed as well.
// A chain may be as long as the log: the walk is a loop and not a recursion, links beyond the limit
// are counted and not kept, and a cycle ends the walk and is reported. An explanation never hides
// what it lacks: missing causes, cycles, unresolved refs and the number of links that were cut
// stand in its completeness.
#include "hence/explain.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/erased.h"
#include "model/position.h"
#include "views/cause/links.h"
#include "views/cause/refs.h"
#include "views/cause/words_for.h"
#include "views/explain/chain.h"
#include "views/explain/graph.h"
#include "views/find/noted_store.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

// One explanation in the making. A chain may be as long as the log: so it is walked in a loop, and
// what lies beyond the limit is remembered by its number only.
class Explainer {
public:
    Explainer(const Store& store, const ExplainRequest& request)
        : store_(store),
          request_(request),
          sessions_(store_),
          links_(store_, sessions_, request.follow) {}

    Result<Explanation> run(const Event& event) {
        answer_.event = event.id();
        answer_.down = request_.down;
        answer_.graph = request_.graph;
        answer_.all = request_.all;
        if (request_.down) {
            TRY(go_down(event));
        } else {
            TRY(go_up(event));
            if (request_.graph) {
                TRY(add_ancestors(event));
            }
        }
        Refs refs(store_, sessions_);
        for (const ExplainLink& link : answer_.chain) {
            TRY(refs.check(link.event, answer_.completeness.unresolved_refs));
            answer_.completeness.erased += is_erased(link.event) ? 1U : 0U;
        }
        return std::move(answer_);
    }

private:
    void keep(ExplainLink link) {
        if (request_.limit == 0 || answer_.chain.size() < request_.limit) {
            answer_.chain.push_back(std::move(link));
        } else {
            ++answer_.completeness.truncated;
        }
    }

    Result<void> go_up(const Event& event);
    Result<void> report_cycle(const std::vector<std::uint64_t>& walked, std::size_t begin);
    Result<void> add_ancestors(const Event& event);
    Result<void> go_down(const Event& event);

    NotedStore store_;
    const ExplainRequest& request_;
    Sessions sessions_;
    Links links_;
    Explanation answer_;
};

// Each link is kept with the way to its own cause; turning the chain round gives that to the
// effect.
Result<void> Explainer::go_up(const Event& event) {
    std::vector<std::uint64_t> walked;
    std::unordered_map<std::uint64_t, std::size_t> visits;
    Event current = event;
    for (;;) {
        visits.emplace(current.seq(), walked.size());
        walked.push_back(current.seq());
        const bool kept = request_.limit == 0 || answer_.chain.size() < request_.limit;
        CauseOf told = TRY(kept ? cause_of(store_, links_, current, answer_.completeness)
                                : bare_cause_of(links_, current, answer_.completeness));
        keep({std::move(current), told.via, walked.size() - 1, std::move(told.also),
              std::move(told.said)});
        if (!told.cause) {
            break;
        }
        const auto visited = visits.find(told.cause->seq());
        if (visited != visits.end()) {
            TRY(report_cycle(walked, visited->second));
            break;
        }
        current = std::move(*told.cause);
    }
    turn_chain(answer_);
    return {};
}

// The walk goes from effect to cause, and its last event leads to the one at `begin`.
Result<void> Explainer::report_cycle(const std::vector<std::uint64_t>& walked, std::size_t begin) {
    std::vector<std::pair<Position, std::string>> members;
    for (std::size_t i = walked.size(); i > begin; --i) {
        const Event event = TRY(links_.at(walked[i - 1]));
        members.emplace_back(position_of(event), event.id());
    }
    answer_.completeness.cycles.push_back(cycle_from_its_first(std::move(members)));
    return {};
}

Result<void> Explainer::add_ancestors(const Event& event) {
    ExplainGraph graph;
    std::vector<MissingParent> missing;
    graph.add(event);
    std::vector<Event> waiting{event};
    while (!waiting.empty()) {
        const Event effect = std::move(waiting.back());
        waiting.pop_back();
        const std::uint32_t to = graph.add(effect).index;
        std::vector<Link> causes = TRY(links_.causes_of(effect, missing));
        for (Link& cause : causes) {
            const ExplainGraph::Node from = graph.add(cause.event);
            graph.connect(from.index, to, cause);
            if (from.added) {
                waiting.push_back(std::move(cause.event));
            }
        }
    }
    answer_.links = graph.edges();
    Completeness& lacks = answer_.completeness;
    // The chain has met one of them at most; among themselves they differ.
    const std::vector<std::vector<std::string>> of_chain = lacks.cycles;
    for (std::vector<std::string>& cycle : graph.cycles()) {
        if (std::ranges::find(of_chain, cycle) == of_chain.end()) {
            lacks.cycles.push_back(std::move(cycle));
        }
    }
    // The graph lacks more than the chain: also what was named by events beside it.
    std::ranges::sort(missing, [](const MissingParent& a, const MissingParent& b) {
        return std::tie(a.event, a.parent) < std::tie(b.event, b.parent);
    });
    lacks.missing_parents = std::move(missing);
    return {};
}

Result<void> Explainer::go_down(const Event& event) {
    ExplainGraph graph;
    graph.add(event);
    keep({event, std::nullopt, 0});
    std::vector<Event> level{event};
    const std::uint64_t met_max = request_.reach == 0 ? UINT64_MAX : request_.reach;
    for (std::uint64_t distance = 1; !level.empty() && graph.size() < met_max; ++distance) {
        std::vector<ExplainLink> next;
        for (const Event& cause : level) {
            const std::uint32_t from = graph.add(cause).index;
            std::vector<Link> effects = TRY(links_.effects_of(cause));
            for (Link& effect : effects) {
                const ExplainGraph::Node to = graph.add(effect.event);
                graph.connect(from, to.index, effect);
                if (to.added) {
                    const Via via{std::string(cause.id()), effect.type, effect.provenance};
                    next.push_back({std::move(effect.event), via, distance});
                }
            }
        }
        std::ranges::sort(next, {},
                          [](const ExplainLink& link) { return position_of(link.event); });
        level.clear();
        for (ExplainLink& link : next) {
            level.push_back(link.event);
            const bool kept = request_.limit == 0 || answer_.chain.size() < request_.limit;
            if (kept && link.via->provenance == Provenance::assumed) {
                answer_.completeness.uncaused.emplace_back(link.event.id());
            }
            keep(std::move(link));
        }
    }
    answer_.completeness.cycles = graph.cycles();
    if (request_.graph) {
        answer_.links = graph.edges();
    }
    return {};
}

}  // namespace

void turn_chain(Explanation& answer) {
    std::ranges::reverse(answer.chain);
    std::vector<MissingParent>& missing = answer.completeness.missing_parents;
    std::ranges::reverse(missing);
    // The missing causes of one event stay in the order of strength.
    for (auto begin = missing.begin(); begin != missing.end();) {
        const auto end = std::find_if(begin, missing.end(), [&](const MissingParent& other) {
            return other.event != begin->event;
        });
        std::reverse(begin, end);
        begin = end;
    }
    std::ranges::reverse(answer.completeness.uncaused);
    answer.chain.front().via.reset();
}

std::vector<std::string> cycle_from_its_first(
    std::vector<std::pair<Position, std::string>> members) {
    std::rotate(members.begin(), std::ranges::min_element(members), members.end());
    std::vector<std::string> cycle;
    cycle.reserve(members.size());
    for (auto& [place, id] : members) {
        cycle.push_back(std::move(id));
    }
    return cycle;
}

// The same of a link that is cut off: no more than how the chain goes on, and what it lacks.
Result<CauseOf> bare_cause_of(Links& links, const Event& effect, Completeness& lacks) {
    std::optional<Link> cause = TRY(links.first_cause(effect, lacks.missing_parents));
    CauseOf told;
    const bool missing =
        !lacks.missing_parents.empty() && lacks.missing_parents.back().event == effect.id();
    bool begins = cause.has_value();
    if (!cause) {
        begins = TRY(links.is_beginning(effect));
    }
    if ((cause && cause->provenance == Provenance::assumed) || (!begins && !missing)) {
        lacks.uncaused.emplace_back(effect.id());
    }
    if (cause) {
        told.via = Via{std::string(cause->event.id()), cause->type, cause->provenance};
        told.cause = std::move(cause->event);
    }
    return told;
}

Result<CauseOf> cause_of(const Store& store, Links& links, const Event& effect,
                         Completeness& lacks) {
    std::vector<Link> causes = TRY(links.causes_of(effect, lacks.missing_parents));
    CauseOf told;
    if (causes.empty()) {
        const bool begins = TRY(links.is_beginning(effect));
        const bool missing =
            !lacks.missing_parents.empty() && lacks.missing_parents.back().event == effect.id();
        if (!begins && !missing) {
            lacks.uncaused.emplace_back(effect.id());
        }
        return told;
    }
    Link& first = causes.front();
    if (first.provenance == Provenance::assumed) {
        lacks.uncaused.emplace_back(effect.id());
    }
    told.said = TRY(words_for(store, effect, first));
    told.via = Via{std::string(first.event.id()), first.type, first.provenance};
    for (std::size_t i = 1; i < causes.size(); ++i) {
        told.also.push_back(
            {std::string(causes[i].event.id()), causes[i].type, causes[i].provenance});
    }
    told.cause = std::move(first.event);
    return told;
}

std::string_view to_string(LinkType type) {
    switch (type) {
        case LinkType::cause: return "cause";
        case LinkType::parent: return "parent";
        case LinkType::said: return "said";
        case LinkType::answers: return "answers";
        case LinkType::within: return "within";
        case LinkType::turn: return "turn";
        case LinkType::chosen: return "chosen";
        case LinkType::leads_to: return "leads_to";
        case LinkType::enables: return "enables";
        case LinkType::requires_: return "requires";
        case LinkType::supersedes: return "supersedes";
        case LinkType::blocks: return "blocks";
        case LinkType::rejected: return "rejected";
        case LinkType::call: return "call";
        case LinkType::ref: return "ref";
        case LinkType::delegation: return "delegation";
        case LinkType::outcome: return "outcome";
        case LinkType::message: return "message";
        case LinkType::sequence: return "sequence";
    }
    return "";
}

std::string_view to_string(Provenance provenance) {
    switch (provenance) {
        case Provenance::explicit_: return "explicit";
        case Provenance::derived: return "derived";
        case Provenance::assumed: return "assumed";
    }
    return "";
}

Result<Explanation> explain(const Store& store, const ExplainRequest& request) {
    const Result<Event> event = resolve_event(store, request.event);
    if (!event && event.error().code == Code::not_found) {
        return Error{Code::not_found, "No causal chain found.",
                     event.error().message + "; " + event.error().hint};
    }
    if (!event) {
        return event.error();
    }
    return Explainer(store, request).run(*event);
}

}  // namespace hence
