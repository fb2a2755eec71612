// Answers "what was ordered, and what became of it?": the life cycle of each directive.
//
// A directive is everything of one correlation in which a message says a state: pending,
// acknowledged, in progress, completed, rejected or expired. The steps are those messages that
// changed the state, each with how long it lasted. Nothing is guessed from silence: a directive
// that nobody closed is open, however old it is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

inline constexpr std::uint64_t directives_limit_max = 10'000;

enum class DirectiveState : std::uint8_t {
    pending,
    acknowledged,
    in_progress,
    completed,
    rejected,  // Refused, withdrawn, or given up.
    expired,
};
inline constexpr std::size_t directive_states = 6;
std::string_view to_string(DirectiveState state);
// Fails with invalid, listing what there is.
Result<DirectiveState> directive_state(std::string_view name);
// Whether nothing more is to be expected.
constexpr bool is_closed(DirectiveState state) {
    return state >= DirectiveState::completed;
}

struct DirectivesRequest {
    std::optional<DirectiveState> state = {};
    bool open = false;              // Only those that nobody closed.
    std::string agent = {};         // Only those that this agent sent or received messages of.
    std::string correlation = {};   // Only this one; its name may be shortened.
    std::optional<Time> from = {};  // What lasted beyond this time,
    std::optional<Time> to = {};    // and had begun by this one.
    std::uint64_t limit = 100;      // From 1 to directives_limit_max.
};

// A message by which a directive came into a state.
struct DirectiveStep {
    DirectiveState state = DirectiveState::pending;
    std::string event;
    std::string by;  // Who sent it; empty: nobody is named.
    std::optional<Time> time;
    std::optional<double> duration_ms = {};  // Until the next step. Of the last one nothing.
};

struct Directive {
    std::string correlation;
    std::string summary;          // Of the message that it began with.
    std::string from;             // Its sender
    std::vector<std::string> to;  // and its receivers.
    DirectiveState state = DirectiveState::pending;
    std::vector<DirectiveStep> steps;
    std::uint64_t messages = 0;
    std::optional<double> duration_ms = {};  // From the first step to the last.
};

struct Directives {
    std::uint64_t matched = 0;
    std::uint64_t open = 0;                                   // Of those that matched.
    std::array<std::uint64_t, directive_states> counts = {};  // Likewise, by state.
    std::vector<Directive> list;  // The newest first, as many as the limit lets pass.
};

// Fails with invalid when the limit is out of its range or a shortened name fits several, and with
// not_found for an agent or correlation that was never recorded.
Result<Directives> directives(const Store& store, const DirectivesRequest& request);

// {"matched","open","states":{},"directives":[{"correlation","summary","from","to","state","open",
// "messages","duration_ms","steps":[{"state","event","by","time","duration_ms"}]}]}
Result<void> write_json(const Directives& answer, const Store& store, const Sink& sink);
// How many in which state, then each with its steps.
Result<void> write_text(const Directives& answer, const Store& store, const Sink& sink);

}  // namespace hence
