#include "views/gaps/links.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/by_text.h"
#include "base/try.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/position.h"

namespace hence {

std::uint32_t ThreadLinks::add(const Event& event) {
    const std::uint32_t node = ids_.add(event.id());
    places_.push_back(position_of(event));
    timed_.push_back(!event.has(Flag::time_derived));
    if (!event.parent().empty()) {
        link(node, event.parent(),
             event.has(Flag::parent_derived) ? Named::derived : Named::explicit_);
    }
    // A parent may be named among the causes once more.
    if (!event.causes().empty()) {
        TextViews seen{event.parent()};
        for (const std::string_view cause : event.causes()) {
            if (seen.insert(cause).second) {
                link(node, cause, Named::explicit_);
            }
        }
    }
    if (event.kind() == Kind::outcome) {
        link(node, text_field(event, "of"), Named::judged);
    }
    return node;
}

void ThreadLinks::arrow(std::uint32_t cause, std::uint32_t effect, Named named) {
    if (parts_ != nullptr) {
        parts_->join(cause, effect);
    }
    if (named != Named::judged) {
        arrows_.push_back({cause, effect});
        may_circle_ = may_circle_ || cause >= effect;
    }
}

// A cause that was met before its effect is not later than it.
void ThreadLinks::link(std::uint32_t node, std::string_view target, Named named) {
    ++named_;
    stated_ += named == Named::explicit_ ? 1 : 0;
    const std::optional<std::uint32_t> met = find(target);
    if (met) {
        timed_links_ += named == Named::explicit_ && timed_[*met] && timed_[node] ? 1 : 0;
        arrow(*met, node, named);
    } else {
        waiting_.push_back({node, named, std::string(target)});
    }
}

Result<ThreadLinks::Target> ThreadLinks::look_up(const Waiting& waiting) {
    const std::optional<std::uint32_t> here = find(waiting.target);
    if (here) {
        arrow(*here, waiting.node, waiting.named);
        return Target{true, timed_[*here], places_[*here].time};
    }
    if (parts_ != nullptr) {
        parts_->join_outside(waiting.node, waiting.target);
    }
    const auto [known, fresh] = elsewhere_.try_emplace(waiting.target);
    if (fresh) {
        const std::optional<Event> found = TRY(store_.find(waiting.target));
        if (found) {
            known->second = {true, !found->has(Flag::time_derived), found->time()};
        }
    }
    return known->second;
}

Result<void> ThreadLinks::settle(Completeness& completeness, GapList& gaps) {
    for (const Waiting& waiting : waiting_) {
        const Target cause = TRY(look_up(waiting));
        if (!cause.recorded) {
            completeness.missing_parents.push_back({id(waiting.node), waiting.target});
            continue;
        }
        if (waiting.named != Named::explicit_ || !cause.timed || !timed_[waiting.node]) {
            continue;
        }
        ++timed_links_;
        const Time time = places_[waiting.node].time;
        if (time < cause.time) {
            gaps.add(place(waiting.node), gap_rule::clock_skew,
                     fmt::format("{} earlier than its cause {}", seconds_between(time, cause.time),
                                 waiting.target));
        }
    }
    waiting_.clear();
    find_cycles(completeness);
    report_checks(gaps);
    return {};
}

void ThreadLinks::report_checks(GapList& gaps) const {
    const std::string nothing = "no event names a parent or a cause";
    gaps.checked(gap_rule::missing_parents, named_, if_none(named_, nothing));
    gaps.checked(gap_rule::cycles, arrows_.size(),
                 if_none(arrows_.size(),
                         named_ == 0 ? nothing : "no event names a cause within this thread"));
    gaps.checked(
        gap_rule::clock_skew, timed_links_,
        if_none(timed_links_, stated_ == 0 ? "no event states a parent or a cause"
                                           : "no stated cause has a recorded time at both ends"));
}

void ThreadLinks::find_cycles(Completeness& completeness) const {
    if (!may_circle_) {
        return;
    }
    for (const std::vector<std::uint32_t>& cycle : cycles(places_, arrows_)) {
        std::vector<std::string>& named = completeness.cycles.emplace_back();
        for (const std::uint32_t node : cycle) {
            named.push_back(id(node));
        }
    }
}

}  // namespace hence
