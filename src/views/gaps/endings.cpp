#include "views/gaps/endings.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "views/cause/call.h"
#include "views/cause/outcomes.h"
#include "views/find/event_reader.h"

namespace hence {

void CallGaps::add(const Event& event, std::string_view session) {
    const bool starts = event.kind() == Kind::tool_call;
    if (!starts && event.kind() != Kind::observation) {
        return;
    }
    calls_ += starts ? 1 : 0;
    const auto [output, error, call_id] =
        members<3>(event.fields(), {"output", "error", "call_id"});
    std::string id = call_id.string().value_or("");
    const bool whole = output.present() || (error.present() && error.raw() != "\"\"");
    if (id.empty()) {
        if (starts && !whole) {
            open_.push_back({.place = place_of(event), .call_id = std::move(id)});
        }
        return;
    }
    // Without any session, a call_id counts within the run.
    const std::uint32_t number = names_.number_of(
        session.empty() ? joined("", joined(event.run(), id)) : joined(session, id));
    keys_.resize(names_.size());
    Key& key = keys_[number];
    if (!starts) {
        key.spare = !key.begun;
        for (const std::size_t call : key.open) {
            open_[call].ended = true;
        }
        key.open.clear();
    } else if (!whole) {
        key.open.push_back(open_.size());
        open_.push_back({.place = place_of(event), .call_id = std::move(id), .key = number});
    }
    key.begun = starts;
}

// An observation may be of the same session and yet name no correlation.
Result<void> CallGaps::drop_ended_outside() {
    std::vector<std::uint64_t> seqs;
    for (const Open& call : open_) {
        if (!call.call_id.empty()) {
            seqs.push_back(call.place.position.seq);
        }
    }
    EventReader reader(store_, std::move(seqs));
    std::vector<Open> open;
    for (Open& call : open_) {
        if (!call.call_id.empty()) {
            const Event event = TRY(reader.next());
            const std::optional<Event> end = TRY(end_of_call(sessions_, event));
            if (end) {
                continue;
            }
        }
        open.push_back(std::move(call));
    }
    open_ = std::move(open);
    return {};
}

Result<void> CallGaps::settle(GapList& gaps) {
    gaps.checked(gap_rule::tool_call_without_result, calls_,
                 if_none(calls_, "no tool call was recorded"));
    // Of a correlation, an end may stand outside of it: the store knows.
    std::erase_if(open_, [&](const Open& call) {
        return call.ended ||
               (scope_ == ThreadScope::session && !call.call_id.empty() && keys_[call.key].spare);
    });
    if (scope_ == ThreadScope::correlation) {
        TRY(drop_ended_outside());
    }
    for (Open& call : open_) {
        std::string detail =
            call.call_id.empty()
                ? std::string("no output, no error, and no call_id that an observation could name")
                : fmt::format("no output, no error, and no observation of call {}", call.call_id);
        gaps.add(std::move(call.place), gap_rule::tool_call_without_result, std::move(detail));
    }
    return {};
}

void DecisionGaps::add(const Event& event) {
    if (event.kind() == Kind::decision) {
        const std::string status = text_field(event, "status");
        decisions_.push_back({place_of(event), status.empty() || status == "made"});
    } else if (event.kind() == Kind::outcome) {
        judged_.emplace(text_field(event, "of"), event.seq());
    }
}

Result<void> DecisionGaps::settle(GapList& gaps,
                                  std::unordered_map<std::uint64_t, std::uint64_t>& outcomes) {
    Outcomes elsewhere;
    for (const Decision& decision : decisions_) {
        if (!judged_.contains(decision.place.id)) {
            elsewhere.want(decision.place.id);
        }
    }
    TRY(elsewhere.find(store_));
    const auto made = static_cast<std::uint64_t>(
        std::ranges::count_if(decisions_, [](const Decision& decision) { return decision.made; }));
    gaps.checked(gap_rule::decision_without_outcome, made,
                 if_none(made, decisions_.empty() ? "no decision was recorded"
                                                  : "every decision was declined or deferred"));
    for (Decision& decision : decisions_) {
        const std::uint64_t seq = decision.place.position.seq;
        const auto judged = judged_.find(decision.place.id);
        if (judged != judged_.end()) {
            outcomes.emplace(seq, judged->second);
        } else if (const auto& outcome = elsewhere.of(decision.place.id)) {
            outcomes.emplace(seq, outcome->seq);
        } else if (decision.made) {
            gaps.add(std::move(decision.place), gap_rule::decision_without_outcome,
                     "nobody recorded what came of this decision");
        }
    }
    return {};
}

void DelegationGaps::add(const Event& event) {
    if (event.kind() == Kind::delegation) {
        const auto [child, run] = members<2>(event.fields(), {"child_id", "run_id"});
        std::string named = run.string().value_or("");
        if (named == event.run()) {
            named.clear();  // That of who delegated, and not the child's.
        }
        delegations_.push_back({place_of(event), child.string().value_or(""), std::move(named)});
    } else if (event.kind() == Kind::message) {
        senders_.insert(text_field(event, "from"));
    }
}

Result<bool> DelegationGaps::known(Space space, const std::string& name,
                                   const Delegation& delegation) {
    if (name.empty()) {
        return false;
    }
    auto& names = space == Space::run ? runs_ : agents_;
    const auto [at, fresh] = names.try_emplace(name);
    if (fresh) {
        const auto cursor = TRY(store_.scan({space, name}));
        std::optional<Event> event = TRY(cursor->next());
        while (event && at->second.size() < 2) {
            at->second.push_back(event->seq());
            event = TRY(cursor->next());
        }
    }
    return std::ranges::any_of(
        at->second, [&](std::uint64_t seq) { return seq != delegation.place.position.seq; });
}

Result<void> DelegationGaps::settle(GapList& gaps) {
    gaps.checked(gap_rule::unanswered_delegation, delegations_.size(),
                 if_none(delegations_.size(), "no delegation was recorded"));
    for (Delegation& delegation : delegations_) {
        const bool ran = TRY(known(Space::run, delegation.run, delegation));
        const bool acted = TRY(known(Space::agent, delegation.child, delegation));
        const bool wrote = !delegation.child.empty() && senders_.contains(delegation.child);
        if (ran || acted || wrote) {
            continue;
        }
        std::string who = delegation.child;
        if (!delegation.run.empty()) {
            who += (who.empty() ? "run " : " or run ") + delegation.run;
        }
        gaps.add(std::move(delegation.place), gap_rule::unanswered_delegation,
                 who.empty() ? std::string("it names neither a child nor a run")
                             : fmt::format("no event of {} was ever recorded", who));
    }
    return {};
}

std::string dropped_by_emitter(const Event& event) {
    // Hardly any event says so: looking for the word spares most the walk through their fields.
    if (event.fields().find("ropped") == std::string_view::npos) {
        return {};
    }
    std::string said;
    for (const std::string_view what : {"attributes", "events", "links"}) {
        std::string capital(what);
        capital[0] = static_cast<char>(capital[0] - 'a' + 'A');
        const std::array<std::string, 3> names{fmt::format("dropped_{}_count", what),
                                               fmt::format("dropped_{}", what),
                                               fmt::format("dropped{}Count", capital)};
        for (const std::string& name : names) {
            const Json value = field(event, name);
            const double count = value.number().value_or(0);
            if (count > 0 || value.boolean().value_or(false) || value.at(0).present()) {
                std::string number;
                append_number(number, count);
                said += fmt::format("{}{}{}", said.empty() ? "" : ", ",
                                    count > 0 ? number + " " : "", what);
                break;
            }
        }
    }
    return said;
}

}  // namespace hence
