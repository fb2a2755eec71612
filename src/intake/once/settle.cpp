// The steps of settling, in the order of settle_all: recognise stored events, settle model calls,
// mark doubles, give rationales, drop reconstructions, and apply the changes.
#include "intake/once/settle.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "intake/once/content.h"
#include "intake/once/doubles.h"
#include "intake/once/known.h"
#include "model/facts.h"
#include "model/kinds.h"

namespace hence {
namespace {

constexpr std::string_view open_suffix = "~open";
// How far wrappers are looked through, downwards in events and upwards in levels.
constexpr std::size_t looked_through_max = 256;
constexpr std::size_t levels_max = 16;

class Settling {
public:
    Settling(const Store& store, std::vector<Arrival>& arrivals)
        : known_(store), arrivals_(arrivals) {
        for (std::size_t i = 0; i < arrivals_.size(); ++i) {
            const EventDraft& main = arrivals_[i].told.main;
            by_id_.emplace(main.id, i);
            if (!main.parent.empty()) {
                by_parent_.emplace(main.parent, i);
            }
        }
    }

    Result<void> settle_all() {
        for (Arrival& arrival : arrivals_) {
            TRY(recognise(arrival));
            TRY(drop_if_over(arrival));
        }
        for (Arrival& arrival : arrivals_) {
            TRY(settle_model_call(arrival));
        }
        TRY(mark_doubles(known_, arrivals_));
        TRY(give_rationales());
        TRY(drop_known_reconstructions());
        std::ranges::for_each(arrivals_, apply);
        return {};
    }

private:
    Result<void> recognise(Arrival& arrival);
    Result<void> drop_if_over(Arrival& arrival);
    Result<void> settle_model_call(Arrival& arrival);
    Result<std::string> call_within(const Arrival& outer);
    Result<std::string> call_around(const Arrival& inner);
    Result<void> give_rationales();
    Result<std::string> rationale_for(const std::string& call_id, const EventDraft& call);
    Result<void> drop_known_reconstructions();
    Result<bool> is_wanted(EventDraft& draft);
    static void apply(Arrival& arrival);

    OtlpKnown known_;
    std::vector<Arrival>& arrivals_;
    ByTextView<std::size_t> by_id_;
    ManyByTextView<std::size_t> by_parent_;
    ByText<std::string> rationales_;  // By (run, call_id).
    Texts calls_;                     // (run, call_id) of tool calls.
    Texts reconstructed_;             // Ids.
};

// Finds an event that is stored already and the change that it was stored with. The same change is
// applied again: with another one, the event would differ from its stored self and be a conflict.
Result<void> Settling::recognise(Arrival& arrival) {
    const Translation& told = arrival.told;
    if (!told.model_call && told.call_id.empty()) {
        return {};
    }
    const bool run_known = TRY(known_.run_known(told.main.run));
    if (!run_known) {
        return {};
    }
    const std::optional<Event> stored = TRY(known_.find(told.main.id));
    if (stored) {
        arrival.stored = true;
        arrival.change = change_seen_in(*stored, told);
    }
    return {};
}

Result<void> Settling::drop_if_over(Arrival& arrival) {
    const EventDraft& main = arrival.told.main;
    if (!main.id.ends_with(open_suffix)) {
        return {};
    }
    const std::string final_id = main.id.substr(0, main.id.size() - open_suffix.size());
    arrival.dropped = by_id_.contains(final_id);
    const bool run_known = TRY(known_.run_known(main.run));
    if (run_known && !arrival.dropped) {
        const std::optional<Event> stored = TRY(known_.find(final_id));
        arrival.dropped = stored.has_value();
    }
    return {};
}

Result<void> Settling::settle_model_call(Arrival& arrival) {
    const Translation& told = arrival.told;
    if (!told.model_call || arrival.stored) {
        return {};
    }
    arrival.change.counted_by = TRY(call_within(arrival));
    if (arrival.counts()) {
        arrival.change.counted_by = TRY(call_around(arrival));
    }
    if (!told.lacks_content || !arrival.counts()) {
        return {};
    }
    const bool run_known = TRY(known_.run_known(told.main.run));
    if (run_known) {
        const std::vector<Event> children = TRY(known_.children(told.main.id));
        add_content(children, arrival.change);
    }
    return {};
}

// The model call that this one wraps, also through plumbing in between. A tool that asks a model is
// no wrapper: a model call beneath a tool call belongs to the tool call.
Result<std::string> Settling::call_within(const Arrival& outer) {
    const bool in_store = TRY(known_.run_known(outer.told.main.run));
    std::vector<std::string> beneath = {outer.told.main.id};
    for (std::size_t at = 0; at < beneath.size() && at < looked_through_max; ++at) {
        const std::string above = beneath[at];
        const auto [begin, end] = by_parent_.equal_range(above);
        for (auto child = begin; child != end; ++child) {
            const Arrival& arrival = arrivals_[child->second];
            if (arrival.told.model_call) {
                return arrival.told.main.id;
            }
            if (arrival.told.main.kind == Kind::span) {
                beneath.push_back(arrival.told.main.id);
            }
        }
        if (!in_store) {
            continue;
        }
        const std::vector<Event> children = TRY(known_.children(above));
        for (const Event& event : children) {
            if (event.kind() == Kind::llm_call || field(event, "counted_by").present()) {
                return std::string(event.id());
            }
            if (event.kind() == Kind::span) {
                beneath.emplace_back(event.id());
            }
        }
    }
    return std::string();
}

// The model call that wraps this one and was stored before it: it counts already.
Result<std::string> Settling::call_around(const Arrival& inner) {
    const bool in_store = TRY(known_.run_known(inner.told.main.run));
    std::string above = in_store ? inner.told.main.parent : std::string();
    for (std::size_t level = 0; level < levels_max && !above.empty(); ++level) {
        const auto here = by_id_.find(above);
        if (here != by_id_.end()) {
            const Arrival& outer = arrivals_[here->second];
            if (outer.told.model_call && outer.stored && outer.counts()) {
                return above;
            }
            above = outer.told.main.kind == Kind::span ? outer.told.main.parent : std::string();
            continue;
        }
        const std::optional<Event> stored = TRY(known_.find(above));
        if (stored && stored->kind() == Kind::llm_call) {
            return above;
        }
        above =
            stored && stored->kind() == Kind::span ? std::string(stored->parent()) : std::string();
    }
    return std::string();
}

Result<void> Settling::give_rationales() {
    for (const Arrival& arrival : arrivals_) {
        for (const StatedRationale& stated : arrival.told.rationales) {
            rationales_.emplace(joined(arrival.told.main.run, stated.call_id), stated.rationale);
        }
    }
    for (Arrival& arrival : arrivals_) {
        const Translation& told = arrival.told;
        if (arrival.tool_call() && !told.call_id.empty() && arrival.counts()) {
            calls_.insert(joined(told.main.run, told.call_id));
            if (told.main.rationale.empty() && !arrival.stored) {
                arrival.change.rationale = TRY(rationale_for(told.call_id, told.main));
            }
        }
    }
    return {};
}

Result<std::string> Settling::rationale_for(const std::string& call_id, const EventDraft& call) {
    const auto here = rationales_.find(joined(call.run, call_id));
    if (here != rationales_.end()) {
        return here->second;
    }
    const bool in_store = TRY(known_.run_known(call.run));
    if (!in_store) {
        return std::string();
    }
    const std::vector<Event> requests =
        TRY(known_.named(Space::request, {call.run, call.session, call_id}));
    for (const Event& request : requests) {
        std::string stated = request.run() == call.run ? rationale_in(request, call_id) : "";
        if (!stated.empty()) {
            return stated;
        }
    }
    return std::string();
}

Result<void> Settling::drop_known_reconstructions() {
    for (Arrival& arrival : arrivals_) {
        if (arrival.dropped) {
            continue;
        }
        std::vector<EventDraft> wanted;
        for (EventDraft& draft : arrival.told.if_absent) {
            const bool wanted_here = TRY(is_wanted(draft));
            if (wanted_here) {
                wanted.push_back(std::move(draft));
            }
        }
        arrival.told.if_absent = std::move(wanted);
    }
    return {};
}

// Whether no event is known of the call that `draft` was reconstructed for. If none is, the call is
// known from now on.
Result<bool> Settling::is_wanted(EventDraft& draft) {
    if (by_id_.contains(draft.id) || !reconstructed_.insert(draft.id).second) {
        return false;
    }
    std::string call_id;
    if (draft.kind == Kind::tool_call) {
        EventDraft copy = draft;
        const Result<Event> event = std::move(copy).finish(otlp_format);
        call_id = event ? text_field(*event, "call_id") : "";
    }
    if (!call_id.empty() && !calls_.insert(joined(draft.run, call_id)).second) {
        return false;
    }
    const bool in_store = TRY(known_.run_known(draft.run));
    if (in_store) {
        const std::optional<Event> same = TRY(known_.find(draft.id));
        if (same) {
            return false;
        }
    }
    if (in_store && !call_id.empty()) {
        const std::vector<Event> calls =
            TRY(known_.named(Space::call, {draft.run, draft.session, call_id}));
        for (const Event& call : calls) {
            if (call.kind() == Kind::tool_call && call.run() == draft.run) {
                return false;
            }
        }
    }
    if (!call_id.empty() && draft.rationale.empty()) {
        draft.rationale = TRY(rationale_for(call_id, draft));
    }
    return true;
}

void Settling::apply(Arrival& arrival) {
    const ArrivalChange& change = arrival.change;
    EventDraft& main = arrival.told.main;
    if (!change.rationale.empty()) {
        main.rationale = change.rationale;
    }
    if (!change.content_from.empty()) {
        main.fields.value("messages", Json(change.messages));
        main.fields.value("completion", Json(change.completion));
        main.fields.value("call_ids", Json(change.call_ids));
        main.fields.list("content_from", change.content_from);
    }
    if (!change.counted_by.empty()) {
        make_plumbing(arrival.told, change.counted_by);
    }
}

}  // namespace

Result<void> settle(const Store& store, std::vector<Arrival>& arrivals) {
    return Settling(store, arrivals).settle_all();
}

}  // namespace hence
