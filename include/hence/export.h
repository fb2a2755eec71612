// What other programs read: events as a table, decisions as examples to learn from, answers as
// drawings.
//
// Exports are streamed and never whole in memory. Recorded text cannot act in the program that
// reads it: cells that a spreadsheet would take for formulas are quoted, and labels of drawings are
// escaped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hence/query.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;
struct ContextGraph;
struct Explanation;
struct Tree;

// A table with a heading: id,kind,time,agent,session,run,parent,causes,correlation,iteration,
// duration_ms,summary,rationale,fields,seq,received,source,flags; one row an event. What is absent
// is an empty cell; lists and objects are JSON. A cell with a comma, a quote or a line end is
// quoted as RFC 4180 has it; one that a spreadsheet would take for a formula (it begins with = + -
// @, a tab or a carriage return) begins with a ' besides. Lines end with \n.
Result<void> write_csv(EventList& events, const Store& store, const Sink& sink);

// PROV as N-Triples: an event is an activity of its agent, informed by its causes (those that were
// recorded or derived); results, answers and choices are entities. Names are urn:hence:event:ID,
// urn:hence:agent:NAME, urn:hence:session:NAME and urn:hence:result:ID.
Result<void> write_prov(EventList& events, const Store& store, const Sink& sink);

// The triples in which AIngle Cortex stores events, one JSON object a line. Causes besides the
// parent, runs, correlations, iterations and rationales have no place there.
Result<void> write_triples(EventList& events, const Store& store, const Sink& sink);

// The Markdown table of events that Mayros prints: time, type, agent, detail and duration.
Result<void> write_events_table(EventList& events, const Store& store, const Sink& sink);

// Which decisions to learn from.
struct TrainingRequest {
    EventQuery events = {};  // Its kinds, limit and cursor play no part.
    std::string decision_type = {};
    std::optional<bool> correct = {};  // Only those whose outcome says so; else any outcome.
};

// One line a decision that has an outcome, in order: {"event","agent","decision_type","messages",
// "inputs","rationale","chosen","alternatives","outcome","correct"}. Its messages are those of the
// nearest model call among its causes; its alternatives as it recorded them, else the options that
// its rationale rejects.
class Training {
public:
    // The decisions that it looks at. The store must outlive it.
    Training(const Store& store, EventList decisions, TrainingRequest request);

    // Use it once.
    Result<void> write_ndjson(const Sink& sink);

private:
    const Store* store_;
    EventList decisions_;
    TrainingRequest request_;
};

// Fails as query does.
Result<Training> training(const Store& store, const TrainingRequest& request);

// Languages for graphs.
enum class DrawingLanguage : std::uint8_t { dot, mermaid };

// Nodes are called n1, n2, ...; recorded text stands in their labels and nowhere else. Links that
// the emitter did not state are dashed, and so is what was named and never recorded. What else the
// answer lacks stands in a comment at the end.
struct Drawn {
    const Store& store;
    DrawingLanguage language;
};
Result<void> draw(const Tree& tree, const Drawn& how, const Sink& sink);
Result<void> draw(const Explanation& explanation, const Drawn& how, const Sink& sink);
Result<void> draw(const ContextGraph& graph, const Drawn& how, const Sink& sink);

}  // namespace hence
