// Answers "why did this happen?": the causes of an event back to where they began, or what it led
// to.
//
// An explanation is worked out from the log each time it is asked for and never stored, so it
// cannot disagree with the log. Every link names its type and its provenance (explicit, derived or
// assumed), and the answer says what it lacks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/completeness.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

// By which rule an effect hangs on its cause, strongest first. docs/answers/explain.md has the
// rules.
enum class LinkType : std::uint8_t {
    cause,    // The effect names it among its causes.
    parent,   // The effect names it as its parent, and it is no mere wrapper.
    call,     // The model call that asked for the effect; the tool call whose result the effect is.
    said,     // The model call whose answer the effect was taken out of.
    answers,  // It was new in the input of the effect, which is a model call.
    ref,      // The effect's rationale refers to it.
    outcome,  // The effect is its outcome.
    delegation,  // The effect is the first thing the child did.
    chosen,      // These, up to `rejected`: an edge of a decision graph leads from the node that
    leads_to,    // stands for the cause to the node that stands for the effect.
    enables,
    requires_,  // "requires" on the wire, which is no name in C++.
    supersedes,
    blocks,
    rejected,
    within,    // The wrapper that holds the effect, where nothing else is known.
    message,   // The effect is the receiver's next step in the same correlation.
    turn,      // The last model call of the agent before the effect.
    sequence,  // The step before the effect in its run, or in its session.
};
std::string_view to_string(LinkType type);

// Who says so.
enum class Provenance : std::uint8_t {
    explicit_,  // The emitter. "explicit" on the wire, which is no name in C++.
    derived,    // A rule over ids.
    assumed,    // A rule over order and time.
};
std::string_view to_string(Provenance provenance);

// Which links are followed.
enum class Follow : std::uint8_t {
    recorded,  // What the emitters said.
    known,     // And what rules over ids and content say.
    assumed,   // And, where nothing else is known, what order and time suggest.
};

struct ExplainRequest {
    std::string event;   // Its id, or an unambiguous beginning or end of it.
    bool down = false;   // What it led to, instead of what led to it.
    bool graph = false;  // Every known edge among the events met, besides the chain.
    Follow follow = Follow::assumed;
    bool all = false;         // Text shows every link, instead of folding those far away.
    std::uint64_t limit = 0;  // The most links to keep, nearest to the event first; 0: all.
    // The most effects to look for; 0: all. A walk that met so many stops, and then there may be
    // more than `truncated` says.
    std::uint64_t reach = 0;
};

// On which event a link hangs, and how.
struct Via {
    std::string from;
    LinkType type = LinkType::parent;
    Provenance provenance = Provenance::explicit_;
};

struct ExplainLink {
    Event event;
    std::optional<Via> via;      // Of the chain's first link, nothing.
    std::uint64_t distance = 0;  // In links from the event that was asked for.
    std::vector<Via> also = {};  // Its other causes, strongest first.
    std::string said = {};       // What the agent wrote in the answer that asked for this step.
};

// From a cause to its effect.
struct ExplainEdge {
    std::string from;
    std::string to;
    LinkType type = LinkType::parent;
    Provenance provenance = Provenance::explicit_;
    bool operator==(const ExplainEdge&) const = default;
};

struct Explanation {
    std::string event;  // The whole id.
    bool down = false;
    bool graph = false;
    bool all = false;
    // Up: oldest first, the event asked for last. Down: that event first, then breadth first,
    // nearest first, and in the order of events where equally near.
    std::vector<ExplainLink> chain;
    std::vector<ExplainEdge>
        links;  // By `to`, `from` and type; empty unless a graph was asked for.
    Completeness completeness;
};

// Fails with not_found when no such event was recorded, and with invalid when the id is ambiguous.
Result<Explanation> explain(const Store& store, const ExplainRequest& request);

// {"event","direction","chain","links","completeness"}
Result<void> write_json(const Explanation& answer, const Store& store, const Sink& sink);
// One line a link, each indented by its distance. Where the emitter did not name the link, the line
// ends with the rule. From the 41st level on the indentation stays that of the 40th, and the line
// begins with its level in brackets.
Result<void> write_text(const Explanation& answer, const Store& store, const Sink& sink);

}  // namespace hence
