#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/diff.h"
#include "hence/event.h"
#include "model/json/json.h"
#include "model/summary/duration_text.h"
#include "model/summary/summary_text.h"
#include "model/text.h"
#include "model/tokens.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"

namespace hence {
namespace {

// In text, of a longer stretch of `same` only so many are shown at either end.
constexpr std::size_t same_shown = 3;

const DiffStep* step_at(const DiffSide& side, const std::optional<std::uint32_t>& at) {
    return at ? &side.steps[*at] : nullptr;
}

void append_step(JsonWriter& json, std::string_view name, const DiffStep* step) {
    json.key(name);
    if (step == nullptr) {
        json.null();
        return;
    }
    json.begin_object().member("event", step->event).member("step", step->step).end_object();
}

void append_sides(JsonWriter& json, const Diff& diff, const DiffEdit& edit) {
    append_step(json, "a", step_at(diff.a, edit.a));
    append_step(json, "b", step_at(diff.b, edit.b));
}

void append_head(JsonWriter& json, const Diff& diff) {
    const std::optional<std::size_t> first = diff.first_divergence();
    json.member("a", diff.a.run).member("b", diff.b.run).member("same", !first.has_value());
    json.key("first_divergence");
    if (first) {
        json.begin_object().member("index", *first);
        append_sides(json, diff, diff.edits[*first]);
        json.end_object();
    } else {
        json.null();
    }
}

std::string named(std::string_view letter, const DiffSide& side) {
    std::string line = fmt::format("{}: run {}", letter, printable(side.run));
    if (!side.session.empty()) {
        line += " of session " + printable(side.session);
    }
    line += fmt::format(", {} step{}, ", side.steps.size(), side.steps.size() == 1 ? "" : "s");
    side.tokens.total ? append_number(line, *side.tokens.total) : void(line += '?');
    line += " tokens, ";
    if (side.duration_ms) {
        line += duration_text(*side.duration_ms) + "\n";
    } else {
        line += "no times\n";
    }
    return line;
}

// What two forks have in common is not compared.
std::string shared_line(const Diff& diff) {
    if (!diff.shared) {
        return {};
    }
    return fmt::format("They share {} event{}, up to {}. What follows comes after that.\n",
                       diff.shared->events, diff.shared->events == 1 ? "" : "s",
                       printable(diff.shared->last));
}

std::string counted(const Diff& diff) {
    std::array<std::size_t, 4> counts{};
    for (const DiffEdit& edit : diff.edits) {
        ++counts[static_cast<std::size_t>(edit.op)];
    }
    return fmt::format("{} same, {} changed, {} added, {} removed\n",
                       counts[static_cast<std::size_t>(DiffOp::same)],
                       counts[static_cast<std::size_t>(DiffOp::changed)],
                       counts[static_cast<std::size_t>(DiffOp::added)],
                       counts[static_cast<std::size_t>(DiffOp::removed)]);
}

std::string line_of(const DiffStep& step, ShownIds& ids) {
    return fmt::format("{}  ({})\n", step.step, ids.of(step.event));
}

void append_edit(std::string& out, const Diff& diff, const DiffEdit& edit, ShownIds& ids) {
    const DiffStep* a = step_at(diff.a, edit.a);
    const DiffStep* b = step_at(diff.b, edit.b);
    switch (edit.op) {
        case DiffOp::same:
            out += "= " + a->step + "  (" + ids.of(a->event);
            out += ", " + ids.of(b->event) + ")\n";
            return;
        case DiffOp::removed: out += "- " + line_of(*a, ids); return;
        case DiffOp::added: out += "+ " + line_of(*b, ids); return;
        case DiffOp::changed:
            out += "~ " + line_of(*a, ids);
            out += "  -> " + line_of(*b, ids);
            return;
    }
}

std::string divergence(const Diff& diff) {
    const std::optional<std::size_t> first = diff.first_divergence();
    if (!first) {
        return diff.edits.empty() ? "Neither has any steps.\n" : "The same steps, in one order.\n";
    }
    const DiffEdit& edit = diff.edits[*first];
    const DiffStep* a = step_at(diff.a, edit.a);
    const DiffStep* b = step_at(diff.b, edit.b);
    return fmt::format("First divergence after {} step{} alike: {}\n", *first,
                       *first == 1 ? "" : "s",
                       a == nullptr   ? "only b has " + b->step
                       : b == nullptr ? "only a has " + a->step
                                      : a->step + " became " + b->step);
}

// Where the stretch of `same` that begins at `at` ends.
std::size_t same_end(const Diff& diff, std::size_t at) {
    while (at < diff.edits.size() && diff.edits[at].op == DiffOp::same) {
        ++at;
    }
    return at;
}

Result<void> append_edits(Pieces& out, const Diff& diff) {
    ShownIds ids;
    for (std::size_t at = 0; at < diff.edits.size();) {
        const std::size_t end = same_end(diff, at);
        const bool long_one = end - at > 2 * same_shown + 1;
        for (std::size_t i = at; i < end; ++i) {
            if (long_one && i == at + same_shown) {
                out.text += fmt::format("  … {} more the same\n", end - at - 2 * same_shown);
                i = end - same_shown;
            }
            append_edit(out.text, diff, diff.edits[i], ids);
        }
        at = end;
        if (at < diff.edits.size()) {
            append_edit(out.text, diff, diff.edits[at++], ids);
        }
        TRY(out.pass_on());
    }
    return {};
}

}  // namespace

Result<void> write_json(const Diff& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object();
    append_head(out.json, answer);
    TRY(out.list("edits", answer.edits, [&answer](JsonWriter& json, const DiffEdit& edit) {
        json.begin_object().member("op", to_string(edit.op));
        append_sides(json, answer, edit);
        json.end_object();
    }));
    out.json.key("tokens").begin_object();
    write_tokens(out.json.key("a"), answer.a.tokens);
    write_tokens(out.json.key("b"), answer.b.tokens);
    out.json.end_object();
    out.json.key("duration_ms").begin_object().member("a", answer.a.duration_ms);
    out.json.member("b", answer.b.duration_ms).end_object();
    if (answer.shared) {
        out.json.key("shared").begin_object().member("events", answer.shared->events);
        out.json.member("last", OrNull{answer.shared->last}).end_object();
    }
    out.json.end_object().end_line();
    return out.finish();
}

Result<void> write_text(const Diff& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.text = named("a", answer.a) + named("b", answer.b) + shared_line(answer) + counted(answer) +
               divergence(answer);
    out.text += answer.edits.empty() ? "" : "\n";
    TRY(append_edits(out, answer));
    return out.finish();
}

}  // namespace hence
