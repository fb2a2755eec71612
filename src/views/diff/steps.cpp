#include "views/diff/steps.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/extent.h"
#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/text.h"
#include "model/tokens.h"
#include "views/find/session_events.h"
#include "views/write/columns.h"

namespace hence {
namespace {

constexpr std::size_t step_characters_max = 120;
// Of a long input no more is looked at for its text: enough for so many characters of any size.
constexpr std::size_t step_bytes_max = 8 * step_characters_max;

// A step before it has got its number: what sort it is of, what tells it apart within, and how it
// reads.
struct Step {
    std::string sort;
    std::string rest;
    std::string text;
};

Step tool_step(const Event& event) {
    const auto [name, input] = members<2>(event.fields(), {"tool_name", "input"});
    const std::string tool = name.string().value_or("");
    Step step{.sort = "tool:" + tool, .rest = {}, .text = {}};
    step.text = "tool:" + (tool.empty() ? "unknown" : tool);
    if (input.present()) {
        append_canonical(step.rest, input.raw());
        step.text += " ";
        step.text += input.raw().substr(0, step_bytes_max);
    }
    return step;
}

Step model_step(const Event& event) {
    const std::string model = text_field(event, "model");
    return {"model:", model, "model:" + (model.empty() ? "unknown" : model)};
}

Step decision_step(const Event& event) {
    const auto [type, description, chosen] =
        members<3>(event.fields(), {"decision_type", "description", "chosen"});
    std::string name = type.string().value_or("");
    if (name.empty()) {
        name = description.string().value_or("");
    }
    Step step{.sort = "decision:" + name, .rest = {}, .text = {}};
    step.text = "decision:" + (name.empty() ? "unknown" : name);
    if (chosen.present()) {
        append_canonical(step.rest, chosen.raw());
        step.text += " -> ";
        step.text += chosen.string().value_or(std::string(chosen.raw()));
    }
    return step;
}

std::optional<Step> step_of(const Event& event) {
    if (event.kind() == Kind::tool_call) {
        return tool_step(event);
    }
    if (event.kind() == Kind::llm_call) {
        return model_step(event);
    }
    if (event.kind() == Kind::decision) {
        return decision_step(event);
    }
    return std::nullopt;
}

// On one line, and not too long a one. Two steps that differ behind the cut still look different.
std::string line_of(std::string_view text, const Hash& hash) {
    std::string line = printable(text.substr(0, step_bytes_max));
    if (width(line) > step_characters_max) {
        line = cut(line, step_characters_max);
        line += fmt::format(" #{:02x}{:02x}{:02x}{:02x}", hash[0], hash[1], hash[2], hash[3]);
    }
    return line;
}

void add_step(RunSteps& run, const Event& event, Symbols& symbols) {
    const std::optional<Step> step = step_of(event);
    if (!step) {
        return;
    }
    const Hash whole = sha256(joined(step->sort, step->rest));
    run.steps.push_back(symbols.of(whole));
    run.sorts.push_back(symbols.of(sha256(step->sort)));
    run.side.steps.push_back({std::string(event.id()), line_of(step->text, whole)});
}

}  // namespace

namespace {

// Adds up one side, event by event.
class SideReader {
public:
    SideReader(RunSteps& run, Symbols& symbols) : run_(run), symbols_(symbols) {}

    void add(const Event& event) {
        extent_.add(event);
        spent_.add(event);
        if (event.kind() == Kind::session_end) {
            said_ms_ = event.duration_ms();
        }
        add_step(run_, event, symbols_);
    }

    void finish() {
        run_.side.tokens = spent_.tokens();
        run_.side.duration_ms = said_ms_ ? said_ms_ : extent_.duration_ms();
    }

private:
    RunSteps& run_;
    Symbols& symbols_;
    Extent extent_;
    Spent spent_;
    std::optional<double> said_ms_;  // By the last end that says it.
};

}  // namespace

Result<RunSteps> steps_of(const Store& store, RunName name, Symbols& symbols) {
    RunSteps run;
    run.side.session = std::move(name.session);
    run.side.run = std::move(name.run);
    Sessions sessions(store);
    SideReader reader(run, symbols);
    const auto cursor = TRY(sessions.run_events(run.side.session, run.side.run, {}));
    std::optional<Event> event = TRY(cursor->next());
    while (event) {
        reader.add(*event);
        event = TRY(cursor->next());
    }
    reader.finish();
    return run;
}

Result<bool> share_events(Sessions& sessions, const std::string& a, const std::string& b) {
    const Lineage* const of_a = TRY(sessions.lineage(a));
    const Lineage* const of_b = TRY(sessions.lineage(b));
    return a != b && (of_a->has_piece(b) || of_b->has_piece(a) ||
                      std::ranges::any_of(of_a->pieces(), [&](const Lineage::Piece& piece) {
                          return of_b->has_piece(piece.session);
                      }));
}

Result<RunSteps> steps_apart(Sessions& sessions, const std::string& session,
                             const std::string& other, Symbols& symbols, DiffShared& shared) {
    RunSteps run;
    run.side.session = session;
    run.side.run = session;
    shared = {};
    SideReader reader(run, symbols);
    const auto cursor = TRY(sessions.events(session, {}));
    std::optional<Event> event = TRY(cursor->next());
    while (event) {
        const bool both = TRY(sessions.shows(other, *event));
        if (both) {
            ++shared.events;
            shared.last = event->id();
        } else {
            reader.add(*event);
        }
        event = TRY(cursor->next());
    }
    reader.finish();
    return run;
}

}  // namespace hence
