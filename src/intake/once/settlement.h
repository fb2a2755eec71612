// The table that the rules of settling work on: every telling of a request, and what the store
// knows beside them.
//
// The rules run one after the other (settle.cpp) and write what they find into `change` of each
// telling. They look at what was told and at each other's results, and never at the order of
// arrival, so that the same tellings come out the same however they were cut into requests.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "intake/once/telling.h"

namespace hence {

inline constexpr std::size_t no_telling = std::numeric_limits<std::size_t>::max();

// How far wrappers are looked through.
inline constexpr std::size_t levels_max = 64;

class Settlement {
public:
    void reserve(std::size_t tellings);
    // Adds a telling, unless one of its id is there.
    void add(Telling telling);
    // After `add`: connects all, or those that were added since.
    void connect();
    void connect_more();

    std::vector<Telling>& all() { return tellings_; }
    const std::vector<Telling>& all() const { return tellings_; }
    Telling& at(std::size_t index) { return tellings_[index]; }
    const Telling& at(std::size_t index) const { return tellings_[index]; }

    std::size_t find(std::string_view id) const;
    std::size_t parent(std::size_t index) const { return parents_[index]; }
    const std::vector<std::size_t>& children(std::size_t index) const { return children_[index]; }
    // Whether one is beneath the other, at any level.
    bool is_within(std::size_t inner, std::size_t outer) const;

    // Makes one call of several tellings: the first counts, the others are plumbing or withdrawn.
    void count_as_one(std::vector<std::size_t> tellings);
    // Another telling counts for this one.
    void make_plumbing(std::size_t index, std::size_t counted_by);

    // The telling that counts for each; itself where nothing else does.
    std::vector<std::size_t> counts = {};
    // The model call that asked for a tool call.
    std::vector<std::size_t> askers = {};

private:
    std::vector<Telling> tellings_;
    ByTextView<std::size_t> by_id_;  // Views of the events' own texts.
    std::vector<std::size_t> parents_;
    std::vector<std::vector<std::size_t>> children_;
};

// Sets of tellings that are joined step by step.
class TellingSets {
public:
    explicit TellingSets(std::size_t size) : leader_(size) {
        for (std::size_t i = 0; i < size; ++i) {
            leader_[i] = i;
        }
    }
    std::size_t leader(std::size_t i) {
        while (leader_[i] != i) {
            i = leader_[i] = leader_[leader_[i]];
        }
        return i;
    }
    void join(std::size_t a, std::size_t b) { leader_[leader(a)] = leader(b); }

private:
    std::vector<std::size_t> leader_;
};

// What a settled telling says: its own words, or those that others told for it.
Json settled_field(const Telling& telling, std::string_view name);

// Whether a call and the model call that asked for it may meet: in one run, or in one stated
// session.
bool in_one_place(const Telling& a, const Telling& b);

// Whether two texts tell of one failure: wrappers put words of their own around the message of what
// they pass on.
bool same_failure(std::string_view a, std::string_view b);

// A list of texts, and a text, as JSON.
std::string json_list(const std::vector<std::string>& texts);
std::string json_text(std::string_view text);

// The rules, in their order. Each is in a file of its own.

// The session of a step is that of the nearest span around it that states one.
void settle_sessions(Settlement& settlement);
// Which tellings are of one call of a model, which of them counts, and what the others add to it.
void settle_model_calls(Settlement& settlement);
// Which runs are one piece of work, by the calls of models that they share.
void settle_threads(Settlement& settlement);
// Adds the tool calls that only the messages of a model call tell of, where the messages came from
// another telling of the model call. Those of its own have been sent with it.
void reconstruct_calls(Settlement& settlement);
// The same of tools, and by which model call each was asked for.
void settle_tool_calls(Settlement& settlement);
// Adds the prompt of each run whose goal nobody tells of: what its first model call answers.
// Prompts that were added before, and are none as far as is known now, are withdrawn.
void reconstruct_prompts(Settlement& settlement);
// A handover that a span and messages tell of counts once.
void settle_delegations(Settlement& settlement);
// The agent of a step is the nearest one that a span around it names.
void settle_agents(Settlement& settlement);
// A decision about a call that is told twice counts once.
void settle_decisions(Settlement& settlement);
// A failure counts where it happened, and not in each span that it passed through.
void settle_failures(Settlement& settlement);

}  // namespace hence
