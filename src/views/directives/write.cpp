#include <string>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/across/directives.h"
#include "model/summary/duration_text.h"
#include "model/text.h"
#include "views/write/columns.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t widest_state = 12;  // "acknowledged"

void append_step(JsonWriter& json, const DirectiveStep& step) {
    json.begin_object().member("state", to_string(step.state)).member("event", step.event);
    json.member("by", OrNull{step.by}).member("time", step.time);
    json.member("duration_ms", step.duration_ms).end_object();
}

void append_directive(JsonWriter& json, const Directive& directive) {
    json.begin_object().member("correlation", directive.correlation);
    json.member("summary", directive.summary).member("from", OrNull{directive.from});
    json.list("to", directive.to).member("state", to_string(directive.state));
    json.member("open", !is_closed(directive.state)).member("messages", directive.messages);
    json.member("duration_ms", directive.duration_ms).key("steps").begin_list();
    for (const DirectiveStep& step : directive.steps) {
        append_step(json, step);
    }
    json.end_list().end_object();
}

// "in_progress" is how a program spells it.
std::string state_text(DirectiveState state) {
    return state == DirectiveState::in_progress ? "in progress" : std::string(to_string(state));
}

std::string headline_of(const Directives& answer) {
    std::string out = fmt::format("Directives: {}, {} open\n", answer.matched, answer.open);
    std::string counts;
    for (std::size_t i = 0; i < directive_states; ++i) {
        if (answer.counts[i] > 0) {
            counts += fmt::format("{}{} {}", counts.empty() ? "  " : ", ", answer.counts[i],
                                  state_text(static_cast<DirectiveState>(i)));
        }
    }
    return out + (counts.empty() ? "" : counts + "\n");
}

std::string step_line(const DirectiveStep& step, bool open, ShownIds& ids) {
    const std::string time = step.time ? "[" + time_text(*step.time) + "]" : "[no time]";
    std::string line = fmt::format("    {} {}", time, padded(state_text(step.state), widest_state));
    line += step.by.empty() ? "" : fmt::format("  by {}", printable(step.by));
    if (step.duration_ms) {
        line += fmt::format(", for {}", duration_text(*step.duration_ms));
    } else if (open) {
        line += ", still open";
    }
    return line + fmt::format("  ({})\n", ids.of(step.event));
}

void append_text(std::string& out, const Directive& directive, ShownIds& ids) {
    out += fmt::format("\n{}: {}", printable(directive.correlation), state_text(directive.state));
    if (directive.duration_ms) {
        out += fmt::format(" after {}", duration_text(*directive.duration_ms));
    }
    out += fmt::format("\n  {}\n", directive.summary);
    for (const DirectiveStep& step : directive.steps) {
        const bool last = &step == &directive.steps.back();
        out += step_line(step, last && !is_closed(directive.state), ids);
    }
}

}  // namespace

Result<void> write_json(const Directives& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object().member("matched", answer.matched).member("open", answer.open);
    out.json.key("states").begin_object();
    for (std::size_t i = 0; i < directive_states; ++i) {
        out.json.member(to_string(static_cast<DirectiveState>(i)), answer.counts[i]);
    }
    out.json.end_object();
    TRY(out.list("directives", answer.list, append_directive));
    out.json.end_object().end_line();
    return out.finish();
}

Result<void> write_text(const Directives& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.text += headline_of(answer);
    ShownIds ids;
    for (const Directive& directive : answer.list) {
        append_text(out.text, directive, ids);
        TRY(out.pass_on());
    }
    if (answer.matched > answer.list.size()) {
        out.text += fmt::format("\n{} more: --limit {}\n", answer.matched - answer.list.size(),
                                answer.matched);
    }
    return out.finish();
}

}  // namespace hence
