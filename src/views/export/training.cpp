// Decisions with outcomes as lines to learn from. The messages of a line are those of the nearest
// model call among the decision's causes. Decisions of one chain share most of the way to it, so
// the way is remembered (up to a bound) and each link is followed once.
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/try.h"
#include "hence/export.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "views/cause/links.h"
#include "views/cause/outcome_of.h"
#include "views/find/session_events.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

// Finds for each event the nearest model call among its causes, and remembers the way: decisions
// of one chain share most of it, and each step of it is taken once.
class NearestModelCall {
public:
    explicit NearestModelCall(const Store& store)
        : sessions_(store), links_(store, sessions_, Follow::known) {}

    // The model call, or nothing when no cause is one.
    Result<const Event*> of(const Event& effect) {
        const std::uint64_t seq = TRY(seq_of(effect));
        if (seq == no_call) {
            return nullptr;
        }
        if (!last_ || last_->seq() != seq) {
            last_ = TRY(links_.at(seq));
        }
        return &*last_;
    }

private:
    static constexpr std::uint64_t no_call = 0;
    static constexpr std::size_t remembered_max = 1'000'000;

    Result<std::uint64_t> seq_of(const Event& effect) {
        std::vector<std::uint64_t> path;
        std::unordered_set<std::uint64_t> met;
        std::uint64_t found = no_call;
        Event at = effect;
        // A cycle without a model call ends where it began.
        while (met.insert(at.seq()).second) {
            if (const auto known = known_.find(at.seq()); known != known_.end()) {
                found = known->second;
                break;
            }
            path.push_back(at.seq());
            missing_.clear();
            const std::vector<Link> causes = TRY(links_.causes_of(at, missing_));
            if (causes.empty()) {
                break;
            }
            const Event& cause = causes.front().event;
            if (cause.kind() == Kind::llm_call) {
                found = cause.seq();
                break;
            }
            at = cause;
        }
        remember(path, found);
        return found;
    }

    void remember(const std::vector<std::uint64_t>& path, std::uint64_t found) {
        if (known_.size() + path.size() > remembered_max) {
            known_.clear();
        }
        for (const std::uint64_t seq : path) {
            known_[seq] = found;
        }
    }

    Sessions sessions_;
    Links links_;
    std::vector<MissingParent> missing_;                      // Not told: a line is no answer.
    std::unordered_map<std::uint64_t, std::uint64_t> known_;  // Event to model call, by seq.
    std::optional<Event> last_;
};

Json text_or_none(Json value) {
    return value.is_string() ? value : Json();
}

// What else could have been chosen: as the decision says, else as its rationale does.
void append_alternatives(JsonWriter& json, const Event& decision) {
    json.key("alternatives");
    if (const Json said = field(decision, "alternatives"); said.is_array()) {
        json.value(said);
        return;
    }
    json.begin_list();
    Json(decision.rationale())["alternatives"].each_element([&json](Json each) {
        if (const Json option = each["option"]; option.is_string()) {
            json.value(option);
        }
        return true;
    });
    json.end_list();
}

void append_line(JsonWriter& json, const Event& decision, const Event* call, const Event& outcome) {
    json.begin_object().member("event", decision.id()).member("agent", OrNull{decision.agent()});
    json.member("decision_type", text_or_none(field(decision, "decision_type")));
    json.member("messages", call == nullptr ? Json() : field(*call, "messages"));
    json.member("inputs", field(decision, "inputs"));
    json.raw_or_null("rationale", decision.rationale());
    json.member("chosen", field(decision, "chosen"));
    append_alternatives(json, decision);
    json.member("outcome", text_or_none(field(outcome, "outcome")));
    json.member("correct", field(outcome, "correct")).end_object().end_line();
}

}  // namespace

Training::Training(const Store& store, EventList decisions, TrainingRequest request)
    : store_(&store), decisions_(std::move(decisions)), request_(std::move(request)) {}

Result<void> Training::write_ndjson(const Sink& sink) {
    Pieces out(sink);
    NearestModelCall calls(*store_);
    for (;;) {
        const std::optional<Event> decision = TRY(decisions_.next());
        if (!decision) {
            return out.finish();
        }
        if (!request_.decision_type.empty() &&
            text_field(*decision, "decision_type") != request_.decision_type) {
            continue;
        }
        const std::optional<Event> outcome = TRY(outcome_of(*store_, decision->id()));
        if (!outcome ||
            (request_.correct && field(*outcome, "correct").boolean() != request_.correct)) {
            continue;
        }
        const Event* const call = TRY(calls.of(*decision));
        append_line(out.json, *decision, call, *outcome);
        TRY(out.pass_on());
    }
}

Result<Training> training(const Store& store, const TrainingRequest& request) {
    EventQuery asked = request.events;
    asked.kinds = {std::string(name_of(Kind::decision))};
    asked.limit = 0;
    asked.own = true;  // One example a decision, however often it was forked.
    asked.cursor.clear();
    EventList decisions = TRY(query(store, asked));
    return Training(store, std::move(decisions), request);
}

}  // namespace hence
