#include "views/gaps/unfinished.h"

#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/kinds.h"
#include "model/position.h"

namespace hence {
namespace {

bool is_end(std::string_view kind) {
    return kind == Kind::termination || kind == Kind::session_end;
}

}  // namespace

void UnfinishedGaps::add(const Event& event, std::string_view session) {
    const std::string_view kind = event.kind();
    if (kind == Kind::llm_call) {
        ++model_calls_;
        if (event.has(Flag::unfinished)) {
            calls_.push_back(place_of(event));
        }
    } else if (kind == Kind::session_start || kind == Kind::prompt) {
        begin(event, session);
    } else if (is_end(kind)) {
        end(event, session);
    }
}

void UnfinishedGaps::begin(const Event& event, std::string_view session) {
    const bool by_prompt = event.kind() == Kind::prompt;
    const bool nameless = event.run().empty() && (by_prompt || session.empty());
    if (event.has(Flag::derived) || nameless ||
        !begun_names_.insert(joined(session, event.run())).second) {
        return;
    }
    begun_.push_back({place_of(event), std::string(session), std::string(event.run()), by_prompt});
}

void UnfinishedGaps::end(const Event& event, std::string_view session) {
    Ends& ends = ends_[std::string(session)];
    ends.runs.insert(std::string(event.run()));
    if ((event.kind() == Kind::session_end || event.run().empty()) && !session.empty()) {
        ends.last = position_of(event);
    }
}

bool UnfinishedGaps::ended(const Begun& begun) const {
    const auto ends = ends_.find(begun.session);
    if (ends == ends_.end()) {
        return begun.by_prompt;
    }
    return begun.run.empty() || ends->second.runs.contains(begun.run) ||
           (ends->second.last && begun.place.position < *ends->second.last);
}

Result<void> UnfinishedGaps::look_through(const std::string& session) {
    const auto cursor = TRY(sessions_.events(session, {}));
    std::optional<Event> event = TRY(cursor->next());
    while (event) {
        if (is_end(event->kind())) {
            end(*event, session);
        }
        event = TRY(cursor->next());
    }
    return {};
}

// A correlation has only a part of a session.
Result<void> UnfinishedGaps::look_outside() {
    std::set<std::string> open;
    if (scope_ == ThreadScope::correlation) {
        for (const Begun& begun : begun_) {
            if (!begun.session.empty() && (begun.by_prompt || !ended(begun))) {
                open.insert(begun.session);
            }
        }
    }
    for (const std::string& session : open) {
        TRY(look_through(session));
    }
    return {};
}

void UnfinishedGaps::report_calls(GapList& gaps) {
    for (GapPlace& call : calls_) {
        gaps.add(std::move(call), gap_rule::unfinished, "the record breaks off in this model call");
    }
}

void UnfinishedGaps::report_begun(GapList& gaps) {
    for (Begun& begun : begun_) {
        if (ended(begun)) {
            continue;
        }
        const std::string what =
            begun.run.empty() ? "session " + begun.session : "run " + begun.run;
        gaps.add(std::move(begun.place), gap_rule::unfinished,
                 fmt::format("{} begins here, and its end was never recorded", what));
    }
}

Result<void> UnfinishedGaps::settle(GapList& gaps) {
    TRY(look_outside());
    std::uint64_t checked = model_calls_;
    for (const Begun& begun : begun_) {
        checked += !begun.by_prompt || ends_.contains(begun.session) ? 1 : 0;
    }
    gaps.checked(gap_rule::unfinished, checked,
                 if_none(checked, "no model call and no beginning of a run was recorded"));
    report_calls(gaps);
    report_begun(gaps);
    return {};
}

}  // namespace hence
