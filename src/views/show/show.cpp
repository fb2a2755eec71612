#include "hence/show.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/explain.h"
#include "hence/note.h"
#include "hence/store.h"
#include "model/event_names.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/summary/duration_text.h"
#include "model/summary/said.h"
#include "model/text.h"
#include "model/tokens.h"
#include "views/cause/call.h"
#include "views/cause/links.h"
#include "views/cause/outcome_of.h"
#include "views/cause/refs.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t links_max = 20;
// Fields that have a part of their own, longest first where that matters to a reader.
constexpr std::array<std::string_view, 8> long_parts = {
    "input", "text", "messages", "completion", "content", "output", "error", "payload"};

class Shower {
public:
    Shower(const Store& store, const Event& event, Pieces& out)
        : store_(store), event_(event), out_(out), sessions_(store) {}

    Result<void> write() {
        if (event_.kind() == Kind::tool_call) {
            end_ = TRY(end_of_call(sessions_, event_));
        }
        const std::string said = TRY(summary_of(sessions_, event_));
        out_.text += said + "\n";
        TRY(write_head());
        TRY(write_links());
        TRY(write_long_parts());
        TRY(write_end());
        TRY(write_other_fields());
        return {};
    }

private:
    void row(std::string_view name, std::string_view value) {
        if (!value.empty()) {
            out_.text += fmt::format("  {:<12} {}\n", name, value);
        }
    }

    Result<void> write_head() {
        row("id", printable(event_.id()));
        row("kind", event_.kind());
        row("time", when(event_));
        const std::optional<double> took =
            event_.duration_ms() || !end_ ? event_.duration_ms() : end_->duration_ms();
        if (took) {
            row("took", duration_text(*took));
        }
        row("agent", printable(event_.agent()));
        const std::string session = TRY(sessions_.of(event_));
        row("session", printable(session));
        row("run", printable(event_.run()));
        row("correlation", printable(event_.correlation()));
        if (event_.iteration()) {
            row("iteration", std::to_string(*event_.iteration()));
        }
        write_tokens();
        write_rationale();
        const std::optional<Event> outcome = TRY(outcome_of(store_, event_.id()));
        if (outcome) {
            row("outcome", summary(*outcome));
        }
        const std::vector<Event> notes = TRY(notes_about(store_, {std::string(event_.id())}));
        for (const Event& note : notes) {
            row("note", fmt::format("{} {}", when(note), summary(note)));
        }
        row("source", printable(event_.source()));
        write_flags();
        return {};
    }

    void write_rationale() {
        row("why", printable(why_of(event_)));
        if (const std::optional<double> confidence = confidence_of(event_)) {
            row("confidence", fmt::format("{}", *confidence));
        }
        if (event_.rationale().empty()) {
            return;
        }
        Json(event_.rationale())["alternatives"].each_element([this](Json other) {
            const std::string because = other["rejected_because"].string().value_or("");
            row("instead of", printable(other["option"].string().value_or("")) +
                                  (because.empty() ? "" : ": " + printable(because)));
            return true;
        });
        row("rests on", printable(fmt::format("{}", fmt::join(refs_of(event_), ", "))));
    }

    void write_tokens() {
        if (event_.kind() != Kind::llm_call) {
            return;
        }
        const TokenUse tokens = tokens_used(event_);
        std::string told = token_classes(tokens);
        if (tokens.total) {
            told += told.empty() ? "total " : ", total ";
            append_number(told, *tokens.total);
        }
        row("tokens", told);
    }

    void write_flags() {
        std::string told;
        each_flag_name(event_, [&told](std::string_view name) {
            told += (told.empty() ? "" : ", ") + std::string(name);
        });
        row("flags", told);
    }

    Result<void> write_list(std::string_view title, std::string_view mark,
                            const std::vector<Link>& links) {
        if (links.empty()) {
            return {};
        }
        out_.text += fmt::format("\n{}:\n", title);
        for (std::size_t i = 0; i < links.size() && i < links_max; ++i) {
            const Link& link = links[i];
            const std::string said = TRY(summary_of(sessions_, link.event));
            out_.text +=
                fmt::format("  {} {}  ({}) [{}, {}]\n", mark, said, ids_.of(link.event.id()),
                            to_string(link.type), to_string(link.provenance));
        }
        if (links.size() > links_max) {
            out_.text += fmt::format("  … and {} more\n", links.size() - links_max);
        }
        return out_.pass_on();
    }

    Result<void> write_links() {
        Links links(store_, sessions_, Follow::assumed);
        std::vector<MissingParent> missing;
        const std::vector<Link> causes = TRY(links.causes_of(event_, missing));
        TRY(write_list("Because of", "<-", causes));
        for (const MissingParent& lost : missing) {
            out_.text += fmt::format("  <- {} was never recorded\n", printable(lost.parent));
        }
        const std::vector<Link> effects = TRY(links.effects_of(event_));
        return write_list("Led to", "->", effects);
    }

    // A text keeps its lines; anything else shows as the JSON that it is.
    void write_block(std::string_view name, Json value) {
        out_.text += fmt::format("\n{}:\n", name);
        const std::string said = value.is_string() ? *value.string() : std::string(value.raw());
        std::string_view rest = said;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            out_.text += "  " + printable(rest.substr(0, end)) + "\n";
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }

    Result<void> write_long_parts() {
        const Json fields(event_.fields());
        for (const std::string_view name : long_parts) {
            if (const Json value = fields[name]; value.present()) {
                write_block(name, value);
                TRY(out_.pass_on());
            }
        }
        return {};
    }

    // What only the observation that ended the call says of its result.
    Result<void> write_end() {
        if (!end_) {
            return {};
        }
        const Json own(event_.fields());
        const Json fields(end_->fields());
        for (const std::string_view name : {"content", "output", "error"}) {
            const Json value = fields[name];
            const bool told = own[name == "content" ? "output" : name].present();
            if (value.present() && !told) {
                write_block(fmt::format("{}, told by {}", name, ids_.of(end_->id())), value);
                TRY(out_.pass_on());
            }
        }
        return {};
    }

    Result<void> write_other_fields() {
        const Json fields(event_.fields());
        std::vector<std::pair<std::string, Json>> others;
        fields.each_member([&](std::string_view name, Json value) {
            if (std::ranges::find(long_parts, name) == long_parts.end() && value.present()) {
                others.emplace_back(name, value);
            }
            return true;
        });
        if (!others.empty()) {
            out_.text += "\nfields:\n";
        }
        for (const auto& [name, value] : others) {
            const std::optional<std::string> text = value.string();
            row(printable(name), printable(text ? *text : value.raw()));
            TRY(out_.pass_on());
        }
        return {};
    }

    const Store& store_;
    const Event& event_;
    std::optional<Event> end_;  // Of a tool call that an observation ended.
    Pieces& out_;
    Sessions sessions_;
    ShownIds ids_;
};

}  // namespace

Result<Event> find_event(const Store& store, const std::string& id) {
    return resolve_event(store, id);
}

Result<void> write_shown(const Store& store, const Event& event, const Sink& sink) {
    Pieces out(sink);
    TRY(Shower(store, event, out).write());
    return out.finish();
}

}  // namespace hence
