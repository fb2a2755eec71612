// The life cycle of directives, from the messages of each correlation.
//
// The rows of correlations say which have messages at all; only these are read, and each only up to
// its last message. A directive is open until a message closes it. A message that acknowledges a
// closed one (the report was received) changes nothing; one that says pending or in progress opens
// it again.
#include "hence/across/directives.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/listing.h"
#include "hence/store.h"
#include "model/extent.h"
#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/summary/summary_text.h"
#include "model/text.h"
#include "views/cause/directive_state.h"
#include "views/find/query_match.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

constexpr std::array state_names{"pending",   "acknowledged", "in_progress",
                                 "completed", "rejected",     "expired"};
static_assert(state_names.size() == directive_states);

struct Ends {
    std::string from;
    std::vector<std::string> to;
};

Ends ends_of(const Event& message) {
    Ends ends;
    const auto [from, to] = members<2>(message.fields(), {"from", "to"});
    ends.from = from.string().value_or("");
    if (ends.from.empty()) {
        ends.from = message.agent();
    }
    to.each_element([&](Json name) {
        if (std::string agent = name.string().value_or(""); !agent.empty()) {
            ends.to.push_back(std::move(agent));
        }
        return true;
    });
    return ends;
}

// Puts the messages of one correlation together, in order.
class Life {
public:
    explicit Life(const DirectivesRequest& request) : request_(request) {}

    void add(const Event& message) {
        Ends ends = ends_of(message);
        concerned_ = concerned_ || request_.agent.empty() || ends.from == request_.agent ||
                     message.agent() == request_.agent ||
                     std::ranges::find(ends.to, request_.agent) != ends.to.end();
        const std::optional<DirectiveState> said = directive_state_in(message);
        says_state_ = says_state_ || said || names_directive(message);
        // Whatever its status says of the message itself, what is ordered first is pending.
        const bool first = directive_.messages++ == 0;
        if (said || first) {
            enter(said.value_or(DirectiveState::pending), message, ends.from);
        }
        if (first) {
            directive_.summary = summary(message);
            directive_.from = std::move(ends.from);
            directive_.to = std::move(ends.to);
        }
    }

    // Nothing when no message says a state, or the filters leave it out.
    std::optional<Directive> finish() && {
        const bool fits = says_state_ && concerned_ &&
                          (!request_.state || *request_.state == directive_.state) &&
                          (!request_.open || !is_closed(directive_.state));
        if (!fits) {
            return std::nullopt;
        }
        const std::vector<DirectiveStep>& steps = directive_.steps;
        if (steps.size() > 1 && steps.front().time && steps.back().time) {
            directive_.duration_ms = ms_between(*steps.front().time, *steps.back().time);
        }
        return std::move(directive_);
    }

private:
    void enter(DirectiveState state, const Event& message, const std::string& by) {
        std::vector<DirectiveStep>& steps = directive_.steps;
        const bool receipt =
            !steps.empty() && is_closed(directive_.state) && state == DirectiveState::acknowledged;
        if (receipt || (!steps.empty() && state == directive_.state)) {
            return;
        }
        DirectiveStep step{
            .state = state, .event = std::string(message.id()), .by = by, .time = {}};
        if (!message.has(Flag::time_derived)) {
            step.time = message.time();
        }
        if (!steps.empty() && steps.back().time && step.time) {
            steps.back().duration_ms = ms_between(*steps.back().time, *step.time);
        }
        steps.push_back(std::move(step));
        directive_.state = state;
    }

    const DirectivesRequest& request_;
    Directive directive_;
    bool says_state_ = false;
    bool concerned_ = false;
};

Result<std::optional<Directive>> directive_of(const Store& store, const std::string& correlation,
                                              std::uint64_t messages,
                                              const DirectivesRequest& request) {
    const std::unique_ptr<Cursor> events = TRY(store.scan({Space::correlation, correlation}));
    Life life(request);
    std::string name = correlation;
    for (std::uint64_t seen = 0; seen < messages;) {
        const std::optional<Event> event = TRY(events->next());
        if (!event) {
            break;
        }
        if (event->kind() == Kind::message) {
            ++seen;
            life.add(*event);
        }
    }
    std::optional<Directive> found = std::move(life).finish();
    if (found) {
        found->correlation = std::move(name);
    }
    return found;
}

class Collected {
public:
    Collected(const Store& store, const DirectivesRequest& request, Directives& answer)
        : store_(store), request_(request), answer_(answer) {}

    Result<void> add(const Summary& row) {
        const auto messages = row.kinds.find(std::string(name_of(Kind::message)));
        if (messages == row.kinds.end() || (request_.from && row.last < *request_.from) ||
            (request_.to && *request_.to < row.first)) {
            return {};
        }
        std::optional<Directive> found =
            TRY(directive_of(store_, row.id, messages->second, request_));
        if (!found) {
            return {};
        }
        ++answer_.matched;
        answer_.open += is_closed(found->state) ? 0 : 1;
        ++answer_.counts[static_cast<std::size_t>(found->state)];
        if (answer_.list.size() < request_.limit) {
            answer_.list.push_back(std::move(*found));
        }
        return {};
    }

private:
    const Store& store_;
    const DirectivesRequest& request_;
    Directives& answer_;
};

}  // namespace

std::string_view to_string(DirectiveState state) {
    return state_names[static_cast<std::size_t>(state)];
}

Result<DirectiveState> directive_state(std::string_view name) {
    const auto found = std::ranges::find(state_names, name);
    if (found == state_names.end()) {
        return Error{Code::invalid,
                     fmt::format("there is no state {} of a directive", hence::quoted(name)),
                     fmt::format("use one of {}", fmt::join(state_names, ", "))};
    }
    return static_cast<DirectiveState>(found - state_names.begin());
}

Result<Directives> directives(const Store& store, const DirectivesRequest& request) {
    if (request.limit < 1 || request.limit > directives_limit_max) {
        return Error{Code::invalid, fmt::format("limit is {}", request.limit),
                     fmt::format("choose from 1 to {}", directives_limit_max)};
    }
    Directives answer;
    Collected collected(store, request, answer);
    if (!request.correlation.empty()) {
        const std::string name = TRY(resolve_name(store, Space::correlation, request.correlation));
        const std::optional<Summary> row = TRY(store.summary(Space::correlation, name));
        if (row) {
            TRY(collected.add(*row));
        }
        return answer;
    }
    Listing rows = TRY(list(store, {.space = Space::correlation, .limit = 0}));
    while (true) {
        const std::optional<Summary> row = TRY(rows.next());
        if (!row) {
            break;
        }
        TRY(collected.add(*row));
    }
    // Who only receives messages has recorded nothing, and is known all the same.
    if (answer.matched == 0 && !request.agent.empty()) {
        TRY(check_agent(store, request.agent));
    }
    return answer;
}

}  // namespace hence
