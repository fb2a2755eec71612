// Explanations that share their work; explain/explaining.h says why. A chain that ends in a circle
// has no beginning and therefore no length: it is walked anew each time, to where it comes back to
// itself.
#include "views/explain/explaining.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/erased.h"
#include "model/position.h"
#include "views/cause/cycles.h"
#include "views/explain/chain.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

void add_lacks(const Completeness& of_event, Completeness& lacks) {
    std::ranges::copy(of_event.missing_parents, std::back_inserter(lacks.missing_parents));
    std::ranges::copy(of_event.uncaused, std::back_inserter(lacks.uncaused));
}

Error too_long() {
    return {Code::limit, "the explanation takes more steps than it may"};
}

}  // namespace

Explaining::Known& Explaining::known(const Event& event) {
    Known& entry = known_[event.seq()];
    if (entry.id.empty()) {
        entry.id = event.id();
        entry.place = position_of(event);
    }
    return entry;
}

// From what was walked last, which is the nearest to the beginning, down to the event.
void Explaining::settle_chain(const std::vector<std::uint64_t>& walked, bool circles) {
    for (std::size_t i = walked.size(); i > 0; --i) {
        Known& entry = known_[walked[i - 1]];
        const Known* const cause = entry.cause == 0 ? nullptr : &known_[entry.cause];
        entry.circles = circles || (cause != nullptr && cause->circles);
        entry.length = 1 + (cause == nullptr || entry.circles ? 0 : cause->length);
        entry.lacking = !entry.lacks.complete()             ? walked[i - 1]
                        : cause == nullptr || entry.circles ? 0
                                                            : cause->lacking;
    }
}

// Walks up to the beginning, or to what is known.
Result<void> Explaining::learn_chain(const Event& event) {
    std::vector<std::uint64_t> walked;
    std::unordered_map<std::uint64_t, bool> met;
    Event current = event;
    while (true) {
        Known& entry = known(current);
        if (entry.length > 0) {
            settle_chain(walked, false);
            return {};
        }
        if (!met.emplace(current.seq(), true).second) {
            settle_chain(walked, true);
            return {};
        }
        walked.push_back(current.seq());
        entry.lacks = {};
        CauseOf told = TRY(cause_of(store_, links_, current, entry.lacks));
        entry.also = std::move(told.also);
        entry.said = std::move(told.said);
        if (!told.cause) {
            settle_chain(walked, false);
            return {};
        }
        entry.cause = told.cause->seq();
        entry.type = told.via->type;
        entry.provenance = told.via->provenance;
        current = std::move(*told.cause);
    }
}

// The nearest links of a chain, from effect to cause, each with the way to its own cause.
Result<void> Explaining::keep_chain(const Event& event, std::uint64_t count, Explanation& answer) {
    Event current = event;
    for (std::uint64_t distance = 0; distance < count; ++distance) {
        const Known& entry = known_[current.seq()];
        std::optional<Via> via;
        std::optional<Event> cause;
        if (entry.cause != 0) {
            via = Via{known_[entry.cause].id, entry.type, entry.provenance};
        }
        if (entry.cause != 0 && distance + 1 < count) {
            cause = TRY(links_.at(entry.cause));
        }
        answer.chain.push_back(
            {std::move(current), std::move(via), distance, entry.also, entry.said});
        if (cause) {
            current = std::move(*cause);
        }
    }
    return {};
}

Result<void> Explaining::explain_up(const Event& event, const Asked& asked, Explanation& answer) {
    TRY(learn_chain(event));
    const Known& start = known_[event.seq()];
    if (start.circles) {
        return explain_circle(event, asked, answer);
    }
    const std::uint64_t count =
        asked.limit == 0 ? start.length : std::min(asked.limit, start.length);
    TRY(keep_chain(event, count, answer));
    answer.completeness.truncated = start.length - count;
    std::uint64_t steps = 0;
    for (std::uint64_t seq = start.lacking; seq != 0;) {
        const Known& entry = known_[seq];
        add_lacks(entry.lacks, answer.completeness);
        seq = entry.cause == 0 ? 0 : known_[entry.cause].lacking;
        if (asked.steps_max > 0 && ++steps > asked.steps_max) {
            return too_long();
        }
    }
    turn_chain(answer);
    return {};
}

// A chain that ends in a circle is walked to where it comes back to itself.
Result<void> Explaining::explain_circle(const Event& event, const Asked& asked,
                                        Explanation& answer) {
    std::vector<std::uint64_t> walked;
    std::unordered_map<std::uint64_t, std::size_t> visits;
    std::uint64_t seq = event.seq();
    while (visits.emplace(seq, walked.size()).second) {
        walked.push_back(seq);
        const Known& entry = known_[seq];
        add_lacks(entry.lacks, answer.completeness);
        seq = entry.cause;
        if (asked.steps_max > 0 && walked.size() > asked.steps_max) {
            return too_long();
        }
    }
    const std::uint64_t count =
        asked.limit == 0 ? walked.size() : std::min<std::uint64_t>(asked.limit, walked.size());
    TRY(keep_chain(event, count, answer));
    answer.completeness.truncated = walked.size() - count;
    std::vector<std::pair<Position, std::string>> members;
    for (std::size_t i = walked.size(); i > visits[seq]; --i) {
        const Known& entry = known_[walked[i - 1]];
        members.emplace_back(entry.place, entry.id);
    }
    answer.completeness.cycles.push_back(cycle_from_its_first(std::move(members)));
    turn_chain(answer);
    return {};
}

Result<const std::vector<Explaining::Effect>*> Explaining::effects_of(std::uint64_t seq) {
    Known* entry = &known_[seq];
    if (!entry->effects_known) {
        const Event cause = TRY(links_.at(seq));
        const std::vector<Link> links = TRY(links_.effects_of(cause));
        std::vector<Effect> effects;
        effects.reserve(links.size());
        for (const Link& link : links) {
            known(link.event);
            effects.push_back({link.event.seq(), link.type, link.provenance});
        }
        entry = &known_[seq];
        entry->effects = std::move(effects);
        entry->effects_known = true;
    }
    return &entry->effects;
}

// The walk down from one event, level by level, over numbers alone.
class Explaining::Descent {
public:
    Descent(Explaining& all, const Asked& asked) : all_(all), asked_(asked) {}

    Result<void> walk(std::uint64_t from) {
        add(from);
        std::vector<Met> level{{all_.known_[from].place, from, 0, {}}};
        keep(level.front(), 0);
        for (std::uint64_t distance = 1; !level.empty(); ++distance) {
            std::vector<Met> next;
            for (const Met& cause : level) {
                TRY(expand(cause.seq, next));
            }
            std::ranges::sort(next, {}, &Met::place);
            for (const Met& met : next) {
                keep(met, distance);
            }
            level = std::move(next);
        }
        return {};
    }

    Result<void> tell(Explanation& answer) {
        for (const Kept& kept : kept_) {
            Event event = TRY(all_.links_.at(kept.met.seq));
            std::optional<Via> via;
            if (kept.met.cause != 0) {
                via = Via{all_.known_[kept.met.cause].id, kept.met.by.type, kept.met.by.provenance};
            }
            if (via && via->provenance == Provenance::assumed) {
                answer.completeness.uncaused.emplace_back(event.id());
            }
            answer.chain.push_back({std::move(event), std::move(via), kept.distance});
        }
        answer.completeness.truncated = met_ - kept_.size();
        for (const std::vector<std::uint32_t>& cycle : cycles(places_, arrows_)) {
            std::vector<std::string>& ids = answer.completeness.cycles.emplace_back();
            for (const std::uint32_t node : cycle) {
                ids.push_back(all_.known_[seqs_[node]].id);
            }
        }
        return {};
    }

private:
    struct Met {
        Position place;
        std::uint64_t seq = 0;
        std::uint64_t cause = 0;  // The first that led here.
        Effect by = {};
    };
    struct Kept {
        Met met;
        std::uint64_t distance;
    };

    std::pair<std::uint32_t, bool> add(std::uint64_t seq) {
        const auto [at, added] = nodes_.emplace(seq, static_cast<std::uint32_t>(places_.size()));
        if (added) {
            places_.push_back(all_.known_[seq].place);
            seqs_.push_back(seq);
        }
        return {at->second, added};
    }

    Result<void> expand(std::uint64_t cause, std::vector<Met>& next) {
        const std::vector<Effect>* const effects = TRY(all_.effects_of(cause));
        const std::uint32_t from = add(cause).first;
        for (const Effect& effect : *effects) {
            const auto [to, added] = add(effect.seq);
            arrows_.push_back({from, to});
            if (added) {
                next.push_back({places_[to], effect.seq, cause, effect});
            }
            if (asked_.steps_max > 0 && arrows_.size() > asked_.steps_max) {
                return too_long();
            }
        }
        return {};
    }

    void keep(const Met& met, std::uint64_t distance) {
        ++met_;
        if (asked_.limit == 0 || kept_.size() < asked_.limit) {
            kept_.push_back({met, distance});
        }
    }

    Explaining& all_;
    const Asked& asked_;
    std::unordered_map<std::uint64_t, std::uint32_t> nodes_;  // By seq.
    std::vector<std::uint64_t> seqs_;                         // By node.
    std::vector<Position> places_;
    std::vector<Arrow> arrows_;
    std::vector<Kept> kept_;
    std::uint64_t met_ = 0;
};

Result<void> Explaining::explain_down(const Event& event, const Asked& asked, Explanation& answer) {
    known(event);
    Descent descent(*this, asked);
    TRY(descent.walk(event.seq()));
    return descent.tell(answer);
}

Result<Explanation> Explaining::explain(const Asked& asked) {
    const Event event = TRY(resolve_event(store_, asked.event));
    Explanation answer;
    answer.event = event.id();
    answer.down = asked.down;
    TRY(asked.down ? explain_down(event, asked, answer) : explain_up(event, asked, answer));
    for (const ExplainLink& link : answer.chain) {
        TRY(refs_.check(link.event, answer.completeness.unresolved_refs));
        answer.completeness.erased += is_erased(link.event) ? 1U : 0U;
    }
    return answer;
}

}  // namespace hence
