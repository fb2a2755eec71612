#include "views/explain/write.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/note.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/summary/summary_text.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/cause/considered.h"
#include "views/cause/event_marks.h"
#include "views/cause/outcome_of.h"
#include "views/cause/refs.h"
#include "views/cause/words_for.h"
#include "views/explain/chain.h"
#include "views/find/session_events.h"
#include "views/write/columns.h"
#include "views/write/layout.h"
#include "views/write/levels.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t line_max = 120;
constexpr std::size_t why_max = 280;
constexpr std::size_t said_told_max = 280;  // So much of an answer is told.
constexpr std::size_t also_max = 5;

void append_edge(JsonWriter& json, const ExplainEdge& edge) {
    json.begin_object().member("from", edge.from).member("to", edge.to);
    json.member("type", to_string(edge.type));
    json.member("provenance", to_string(edge.provenance)).end_object();
}

void append_rule(std::string& out, LinkType type, Provenance provenance) {
    out += to_string(type);
    out += ", ";
    out += to_string(provenance);
}

void append_via(JsonWriter& json, const Via& via) {
    json.begin_object().member("from", via.from).member("type", to_string(via.type));
    json.member("provenance", to_string(via.provenance)).end_object();
}

Result<void> append_link(JsonWriter& json, const ExplainLink& link, Sessions& sessions,
                         const EventMarks& marks) {
    const Event& event = link.event;
    const std::string summary = TRY(summary_of(sessions, event));
    json.begin_object().member("event_id", event.id()).member("kind", event.kind());
    json.member("agent", OrNull{event.agent()}).member("time", event.time());
    json.member("summary", summary).raw_or_null("rationale", event.rationale());
    json.member("said", OrNull{link.said}).key("via");
    if (link.via) {
        append_via(json, *link.via);
    } else {
        json.null();
    }
    json.key("also").begin_list();
    for (const Via& also : link.also) {
        append_via(json, also);
    }
    json.end_list();
    TRY(marks.append_json(json, event));
    json.end_object();
    return {};
}

// The chain is told from the session of the event that was asked for: the first or the last link.
Result<EventMarks> marks_of(const std::vector<ExplainLink>& chain, Sessions& sessions,
                            std::string_view asked) {
    if (chain.empty()) {
        return EventMarks::of(sessions, {});
    }
    const bool down = !asked.empty() && chain.front().event.id() == asked;
    return EventMarks::around(sessions, down ? chain.front().event : chain.back().event);
}

// How an event hangs on the one above it, in words. Empty for an explicit parent, which needs none.
std::string hangs_by(const Event& above, const Via& via) {
    const std::string rule = fmt::format(" [{}]", to_string(via.provenance));
    switch (via.type) {
        case LinkType::cause: return "names it as its cause" + rule;
        case LinkType::parent:
            return via.provenance == Provenance::explicit_ ? "" : "follows from it" + rule;
        case LinkType::call:
            return (above.kind() == Kind::llm_call ? "asked for by this call"
                                                   : "the result of this call") +
                   rule;
        case LinkType::said: return "said in this answer" + rule;
        case LinkType::answers:
            return (above.kind() == Kind::prompt          ? "answers the prompt"
                    : above.kind() == Kind::message       ? "answers the message"
                    : above.kind() == Kind::session_start ? "answers the goal"
                                                          : "answers this result") +
                   rule;
        case LinkType::ref: return "rests on it" + rule;
        case LinkType::outcome: return "is its outcome" + rule;
        case LinkType::delegation: return "does what was delegated" + rule;
        case LinkType::within: return "happened within it" + rule;
        case LinkType::message: return "the receiver's next step" + rule;
        case LinkType::turn: return "after the agent's last model call" + rule;
        case LinkType::sequence: return "follows the step before it" + rule;
        case LinkType::chosen:
        case LinkType::leads_to:
        case LinkType::enables:
        case LinkType::requires_:
        case LinkType::supersedes:
        case LinkType::blocks:
        case LinkType::rejected: break;
    }
    return fmt::format("{} in the decision graph{}", to_string(via.type), rule);
}

// The reason often stands behind the first line, so all lines are told. What is as long as can be
// told went on.
std::string said_on_one_line(const std::string& said) {
    std::string words;
    bool blank = false;
    for (const char each : said) {
        if (each == ' ' || each == '\t' || each == '\r' || each == '\n') {
            blank = true;
            continue;
        }
        words += blank && !words.empty() ? " " : "";
        words += each;
        blank = false;
    }
    return printable(words) + (first_characters(said, said_told_max - 1) == said ? "" : "…");
}

// "why: stale objects (confidence 0.7; instead of: clean, "keeps them"; rests on obs:log)"
std::string why_line(const Event& event) {
    const std::string why = event.kind() == Kind::decision ? reason_given(event) : why_of(event);
    std::vector<std::string> more;
    if (const std::optional<double> confidence = confidence_of(event)) {
        std::string text = "confidence ";
        append_number(text, *confidence);
        more.push_back(std::move(text));
    }
    const std::string chosen = text_field(event, "chosen");
    for (const Alternative& other : considered_by(event)) {
        if (other.option == chosen) {
            continue;
        }
        std::string text = "instead of: " + first_line(other.option, line_max);
        if (!other.rejected_because.empty()) {
            text += ", \"" + first_line(other.rejected_because, line_max) + '"';
        }
        more.push_back(std::move(text));
    }
    const std::vector<std::string> refs = refs_of(event);
    if (!refs.empty()) {
        std::string text = "rests on ";
        for (const std::string& ref : refs) {
            text += (&ref == refs.data() ? "" : ", ") + first_line(ref, line_max);
        }
        more.push_back(std::move(text));
    }
    if (why.empty() && more.empty()) {
        return {};
    }
    const std::string behind = more.empty() ? "" : fmt::format(" ({})", fmt::join(more, "; "));
    return fmt::format("why{}: {}{}", event.has(Flag::rationale_derived) ? ", derived" : "",
                       why.empty() ? "not said" : first_line(why, why_max), behind);
}

// Writes a chain for a person: each link on a line, and under it how it hangs on the one above,
// what was said, why it was done, and what else it was done for.
class ChainText {
public:
    ChainText(Pieces& out, const Explanation& answer, Sessions& sessions, ShownIds& ids,
              std::string_view indent)
        : out_(out), answer_(answer), sessions_(sessions), ids_(ids), indent_(indent) {}

    Result<void> write(const EventMarks& marks) {
        marks_ = &marks;
        const std::vector<Step> steps = all_steps();
        find_newest_prompt(steps);
        std::uint64_t level = 0;
        std::size_t hidden = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (!is_shown(steps, i)) {
                hidden += steps[i].end - steps[i].begin;
                continue;
            }
            level = answer_.down ? answer_.chain[steps[i].begin].distance + 1 : level + 1;
            if (hidden > 0) {
                out_.text += indent_;
                out_.text.append(2 * (indented_level(level) - 1), ' ');
                out_.text +=
                    fmt::format("   … {} step{} between (--all)\n", hidden, hidden == 1 ? "" : "s");
            }
            const bool joins = steps[i].begin > 0 && hidden == 0;
            hidden = 0;
            TRY(write_step(steps[i], joins ? &answer_.chain[steps[i].begin - 1] : nullptr, level));
            TRY(out_.pass_on());
        }
        return {};
    }

private:
    static constexpr std::size_t nearest_max = 12;
    static constexpr std::size_t wrappers_max = 5;

    // Links of the chain that take one line: wrappers one inside the other, or one link.
    struct Step {
        std::size_t begin;
        std::size_t end;
    };

    // Wrappers say where something happened and not why. A framework nests a dozen of them around
    // one call, so those that hold nothing but each other take one line.
    std::vector<Step> all_steps() const {
        const std::vector<ExplainLink>& chain = answer_.chain;
        const bool folds = !answer_.all && !answer_.down;
        std::vector<Step> steps;
        for (std::size_t i = 0; i < chain.size(); ++i) {
            const bool inside = folds && i > 0 && chain[i].event.kind() == Kind::span &&
                                chain[i - 1].event.kind() == Kind::span && chain[i].via &&
                                chain[i].via->type == LinkType::within &&
                                chain[i].event.rationale().empty();
            if (inside) {
                steps.back().end = i + 1;
            } else {
                steps.push_back({i, i + 1});
            }
        }
        return steps;
    }

    // The first link (prompt or goal), the newest prompt, every decision, and the nearest ones.
    bool is_shown(const std::vector<Step>& steps, std::size_t i) const {
        return answer_.all || answer_.down || i == 0 || i == newest_prompt_ ||
               i + nearest_max >= steps.size() || kind_of(steps[i]) == Kind::decision;
    }

    // A long session begins with one wish and goes on with another: the newest is behind the event.
    void find_newest_prompt(const std::vector<Step>& steps) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            newest_prompt_ = kind_of(steps[i]) == Kind::prompt ? i : newest_prompt_;
        }
    }

    std::string_view kind_of(const Step& step) const {
        return answer_.chain[step.begin].event.kind();
    }

    // "Span: team › supervisor › … 3 more › agent › RunnableSequence"
    std::string nested(const Step& step) const {
        const std::size_t count = step.end - step.begin;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < count; ++i) {
            if (count > wrappers_max && i == 2) {
                names.push_back(fmt::format("… {} more", count - wrappers_max + 1));
                i = count - 2;
            }
            const std::string name = text_field(answer_.chain[step.begin + i].event, "name");
            names.push_back(name.empty() ? "unknown" : first_line(name, line_max));
        }
        return fmt::format("Span: {}", fmt::join(names, " › "));
    }

    Result<void> write_step(const Step& step, const ExplainLink* above, std::uint64_t level) {
        const ExplainLink& link = answer_.chain[step.end - 1];
        if (step.end - step.begin == 1) {
            return write_link(link, above, level);
        }
        const std::size_t columns = begin_link(level);
        const ExplainLink& first = answer_.chain[step.begin];
        out_.text +=
            fmt::format("{} {}  ({})\n", when(first.event), nested(step), ids_.of(link.event.id()));
        return write_details(first, above, columns + 5);
    }

    // Answers how far the link is indented.
    std::size_t begin_link(std::uint64_t level) {
        out_.text += indent_;
        append_level_mark(out_.text, level);
        const std::size_t columns = 2 * (indented_level(level) - 1);
        out_.text.append(columns, ' ');
        out_.text += level == 1 ? "   " : "-> ";
        return columns;
    }

    Result<void> write_link(const ExplainLink& link, const ExplainLink* above,
                            std::uint64_t level) {
        const std::size_t columns = begin_link(level);
        const std::string summary = TRY(summary_of(sessions_, link.event));
        const std::string marked = TRY(marks_->words(link.event));
        out_.text +=
            when(link.event) + " " + summary + marked + "  (" + ids_.of(link.event.id()) + ")";
        if (answer_.down && link.via) {
            out_.text += "  [";
            append_rule(out_.text, link.via->type, link.via->provenance);
            out_.text += " of " + ids_.of(link.via->from) + ']';
        }
        out_.text += '\n';
        return answer_.down ? Result<void>() : write_details(link, above, columns + 5);
    }

    Result<void> write_details(const ExplainLink& link, const ExplainLink* above,
                               std::size_t columns) {
        if (link.via && above != nullptr) {
            line(columns, hangs_by(above->event, *link.via));
        }
        if (!link.said.empty()) {
            line(columns, "said: \"" + said_on_one_line(link.said) + '"');
        }
        line(columns, why_line(link.event));
        std::size_t told = 0;
        std::size_t untold = 0;
        for (const Via& also : link.also) {
            if (also.type == LinkType::within || told == also_max) {
                untold += also.type == LinkType::within ? 0 : 1;
                continue;
            }
            ++told;
            const std::optional<Event> other = TRY(sessions_.store().find(also.from));
            if (other) {
                const std::string summary = TRY(summary_of(sessions_, *other));
                std::string text =
                    "also because of: " + summary + "  (" + ids_.of(also.from) + ") [";
                append_rule(text, also.type, also.provenance);
                line(columns, text + ']');
            }
        }
        if (untold > 0) {
            line(columns, fmt::format("and because of {} more", untold));
        }
        if (link.event.kind() != Kind::decision) {
            return {};
        }
        const std::optional<Event> outcome = TRY(outcome_of(sessions_.store(), link.event.id()));
        if (outcome) {
            line(columns, summary(*outcome));
        }
        return {};
    }

    void line(std::size_t columns, const std::string& text) {
        if (!text.empty()) {
            out_.text += wrapped(text, indent_.size() + columns, text_layout().columns);
        }
    }

    Pieces& out_;
    const Explanation& answer_;
    Sessions& sessions_;
    ShownIds& ids_;
    std::string_view indent_;
    const EventMarks* marks_ = nullptr;
    std::size_t newest_prompt_ = 0;
};

// What people remarked about the events of the chain.
Result<std::vector<Event>> notes_beside(const Explanation& answer, const Store& store) {
    std::vector<std::string> events;
    for (const ExplainLink& link : answer.chain) {
        events.emplace_back(link.event.id());
    }
    return notes_about(store, events);
}

Result<void> write_with_notes(const Explanation& answer, Sessions& sessions,
                              const std::vector<Event>& notes, const Sink& sink) {
    Pieces pieces(sink);
    pieces.json.begin_object().member("event", answer.event);
    pieces.json.member("direction", answer.down ? "down" : "up");
    TRY(write_chain_json(pieces, answer.chain, sessions, answer.event));
    TRY(pieces.list("links", answer.links, append_edge));
    if (!notes.empty()) {
        TRY(pieces.list("notes", notes, append_note));
    }
    answer.completeness.append_json(pieces.json.key("completeness").text());
    pieces.json.end_object().end_line();
    return pieces.finish();
}

}  // namespace

void append_note(JsonWriter& json, const Event& note) {
    const std::string author = text_field(note, "author");
    json.begin_object().member("id", note.id()).member("of", text_field(note, "of"));
    json.member("time", note.time()).member("author", OrNull{author});
    json.member("text", text_field(note, "text")).end_object();
}

Result<void> write_notes_text(Pieces& out, const std::vector<Event>& notes) {
    for (const Event& note : notes) {
        const std::string author = text_field(note, "author");
        const std::string said = fmt::format(
            "{} {}: {}  (about {})", when(note), author.empty() ? "somebody" : printable(author),
            printable(text_field(note, "text")), printable(short_id(text_field(note, "of"))));
        out.text += wrapped(said, 2, text_layout().columns);
        TRY(out.pass_on());
    }
    return {};
}

Result<void> write_chain_json(Pieces& out, const std::vector<ExplainLink>& chain,
                              Sessions& sessions, std::string_view asked) {
    const EventMarks marks = TRY(marks_of(chain, sessions, asked));
    out.json.key("chain").begin_list();
    for (const ExplainLink& link : chain) {
        TRY(append_link(out.json, link, sessions, marks));
        TRY(out.pass_on());
    }
    out.json.end_list();
    return {};
}

Result<void> write_chain_text(Pieces& out, const Explanation& answer, Sessions& sessions,
                              std::string_view indent) {
    ShownIds ids;
    const EventMarks marks = TRY(marks_of(answer.chain, sessions, answer.event));
    return ChainText(out, answer, sessions, ids, indent).write(marks);
}

Result<void> write_json(const Explanation& answer, const Store& store, const Sink& sink) {
    Sessions sessions(store);
    const std::vector<Event> notes = TRY(notes_beside(answer, store));
    return write_with_notes(answer, sessions, notes, sink);
}

Result<void> write_json(const Explanation& answer, Sessions& sessions, const Sink& sink) {
    return write_with_notes(answer, sessions, {}, sink);
}

Result<void> write_text(const Explanation& answer, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    Sessions sessions(store);
    pieces.text += answer.down ? "Effects:\n\n" : "Causal Chain:\n\n";
    ShownIds ids;
    const EventMarks marks = TRY(marks_of(answer.chain, sessions, answer.event));
    TRY(ChainText(pieces, answer, sessions, ids, {}).write(marks));
    const std::vector<Event> notes = TRY(notes_beside(answer, store));
    if (!notes.empty()) {
        pieces.text += "\nNotes:\n\n";
        TRY(write_notes_text(pieces, notes));
    }
    if (answer.graph) {
        pieces.text += "\nLinks:\n\n";
    }
    for (const ExplainEdge& edge : answer.links) {
        pieces.text += "  " + ids.of(edge.from) + " -> " + ids.of(edge.to) + "  (";
        append_rule(pieces.text, edge.type, edge.provenance);
        pieces.text += ")\n";
        TRY(pieces.pass_on());
    }
    answer.completeness.append_text(pieces.text);
    return pieces.finish();
}

}  // namespace hence
