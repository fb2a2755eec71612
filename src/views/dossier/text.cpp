#include "model/text.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/dossier.h"
#include "hence/note.h"
#include "hence/store.h"
#include "model/erased.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "views/cause/call.h"
#include "views/cause/considered.h"
#include "views/dossier/inputs.h"
#include "views/explain/write.h"
#include "views/find/event_reader.h"
#include "views/find/session_events.h"
#include "views/write/markdown.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

constexpr std::string_view not_recorded = "Not recorded.\n";

// Of what the event itself would say.
std::string_view not_said(const Event& event) {
    return is_erased(event) ? "Erased.\n" : not_recorded;
}

std::string when_in_words(const Event& event) {
    return event.has(Flag::time_derived) ? "at a time that nobody recorded"
                                         : to_string(event.time());
}

// "- **Name**: text", unless there is no text.
void append_item(std::string& out, std::string_view name, std::string_view text) {
    if (!text.empty()) {
        out += fmt::format("- **{}**: {}\n", name, markdown_text(text));
    }
}

void append_what(std::string& out, const Event& event, const std::string& summary) {
    out += fmt::format("# {}\n\n## What was decided\n\n", markdown_text(summary));
    append_item(out, "Chosen", text_field(event, "chosen"));
    append_item(out, "Description", text_field(event, "description"));
    append_item(out, "Type", text_field(event, "decision_type"));
    append_item(out, "Status", text_field(event, "status"));
    append_item(out, "Kind", event.kind());
    append_item(out, "Event", event.id());
}

void append_who_and_when(std::string& out, const Event& event) {
    out += "\n## By whom\n\n";
    out += event.agent().empty() ? std::string(not_recorded) : markdown_text(event.agent()) + "\n";
    out += "\n## When\n\n";
    append_item(out, "Time", when_in_words(event));
    append_item(out, "Session", event.session());
    append_item(out, "Run", event.run());
    append_item(out, "Correlation", event.correlation());
}

// A JSON value begins with no backtick and has no line end: so nothing in it can end the block.
void append_inputs(std::string& out, const Event& event) {
    const Json inputs = inputs_of(event);
    out += "\n## On which inputs\n\n";
    out += inputs.present() ? fmt::format("```json\n{}\n```\n", printable(inputs.raw()))
                            : std::string(not_said(event));
}

void append_considered(std::string& out, const Dossier& answer) {
    out += "\n## What else was considered\n\n";
    const std::string chosen = text_field(answer.event, "chosen");
    bool any = false;
    for (const Alternative& option : answer.alternatives) {
        if (option.option == chosen) {
            continue;
        }
        any = true;
        out += "- " + markdown_text(option.option);
        if (!option.rejected_because.empty()) {
            out += ": " + markdown_text(option.rejected_because);
        }
        out += '\n';
    }
    out += any ? std::string_view() : not_said(answer.event);
}

void append_why(std::string& out, const Event& event) {
    out += "\n## Why\n\n";
    const std::string why = why_of(event);
    const std::string reasoning = text_field(event, "reasoning");
    if (why.empty() && reasoning.empty()) {
        out += not_said(event);
        return;
    }
    append_item(out, rationale_given(event) ? "Reason" : "Reason, worked out by a rule", why);
    append_item(out, "Reasoning", reasoning == why ? "" : reasoning);
    append_item(out, "Confidence", Json(event.rationale())["confidence"].raw());
    Json(event.rationale())["refs"].each_element([&](Json ref) {
        append_item(out, "Refers to", ref.string().value_or(""));
        return true;
    });
}

Result<void> write_told(Pieces& out, const Dossier& answer, const Store& store) {
    out.text += "\n## Who was told\n\n";
    if (answer.messages.empty()) {
        out.text += "Nobody, as far as was recorded.\n";
    }
    EventReader messages(store, answer.messages);
    for (std::size_t i = 0; i < answer.messages.size(); ++i) {
        const Event message = TRY(messages.next());
        out.text += fmt::format("- {} {} ({})\n", markdown_text(when_in_words(message)),
                                markdown_text(summary(message)), markdown_text(message.id()));
        TRY(out.pass_on());
    }
    return {};
}

void append_outcome(std::string& out, const std::optional<Event>& outcome) {
    out += "\n## What came of it\n\n";
    if (!outcome) {
        out += not_recorded;
        return;
    }
    const std::optional<bool> correct = field(*outcome, "correct").boolean();
    append_item(out, "Verdict", !correct ? "unknown" : *correct ? "correct" : "incorrect");
    append_item(out, "Outcome", text_field(*outcome, "outcome"));
    append_item(out, "Time", when_in_words(*outcome));
    append_item(out, "Said by", outcome->agent());
    append_item(out, "Event", outcome->id());
}

Result<void> write_remarks(Pieces& out, const Dossier& answer, const Store& store) {
    const std::vector<Event> notes = TRY(notes_about(store, {std::string(answer.event.id())}));
    if (notes.empty()) {
        return {};
    }
    out.text += "\n## What people noted\n\n";
    for (const Event& note : notes) {
        const std::string author = text_field(note, "author");
        out.text += fmt::format("- {} {}: {}\n", markdown_text(when_in_words(note)),
                                author.empty() ? "somebody" : markdown_text(author),
                                markdown_text(text_field(note, "text")));
        TRY(out.pass_on());
    }
    return {};
}

// What nobody recorded, and then what the chain lacks, a paragraph each.
void append_missing(std::string& out, const Dossier& answer) {
    out += "\n## What is missing\n\n";
    const std::size_t before = out.size();
    const auto lacks = [&out](bool missing, std::string_view what) {
        out += missing ? fmt::format("- {}\n", what) : std::string();
    };
    const Event& event = answer.event;
    const bool erased = is_erased(event);
    lacks(event.agent().empty(), "who decided");
    lacks(event.has(Flag::time_derived), "when it was decided");
    lacks(erased, "what the event said: it was erased");
    lacks(!erased && !inputs_of(event).present(), "its inputs");
    lacks(!erased && answer.alternatives.empty(), "what else was considered");
    lacks(!erased && !rationale_given(event), "a rationale given by whoever decided");
    lacks(rationale_given(event) && !confidence_given(event), "a confidence");
    lacks(!answer.outcome, "an outcome");
    std::string lines;
    answer.explanation.completeness.append_text(lines);
    for (std::string_view rest = lines; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        out += out.size() == before ? "" : "\n";
        out += markdown_text(rest.substr(0, end)) + "\n";
        rest.remove_prefix(end + 1);
    }
    out += out.size() == before ? "Nothing.\n" : "";
}

}  // namespace

Result<void> write_text(const Dossier& answer, const Store& store, const Sink& sink) {
    Pieces out(sink);
    Sessions sessions(store);
    const std::string summary = TRY(summary_of(sessions, answer.event));
    append_what(out.text, answer.event, summary);
    append_who_and_when(out.text, answer.event);
    append_inputs(out.text, answer.event);
    append_considered(out.text, answer);
    append_why(out.text, answer.event);
    out.text += "\n## What led to it\n\n```text\n";
    TRY(write_chain_text(out, answer.explanation, sessions));
    out.text += "```\n";
    TRY(write_told(out, answer, store));
    append_outcome(out.text, answer.outcome);
    TRY(write_remarks(out, answer, store));
    append_missing(out.text, answer);
    return out.finish();
}

}  // namespace hence
