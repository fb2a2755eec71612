// The table of summaries: one row for each kind that has its own sentence. docs/EVENT.md shows
// them.
#include "model/summary/summary_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/erased.h"
#include "model/facts.h"
#include "model/ids.h"
#include "model/json/json.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/said_of_call.h"
#include "model/summary/child_of.h"
#include "model/summary/duration_text.h"
#include "model/summary/node_labels.h"
#include "model/summary/opening_line.h"
#include "model/summary/said.h"
#include "model/summary/tool_argument.h"
#include "model/text.h"
#include "model/tokens.h"

namespace hence {
namespace {

constexpr std::size_t short_id_size = 8;

// The fields of one event, as a person may read them. What is absent, empty or of another type is
// told by `otherwise`. A name, or a text of one line, is told whole, and of a text of several lines
// (a plan that was decided on) the first. They are walked through once: a model call may carry a
// whole conversation.
class Fields {
public:
    explicit Fields(const Event& event) : members_(event.fields()) {}

    Json operator[](std::string_view name) const { return members_[name]; }
    const ObjectMembers& members() const { return members_; }

    std::string text(std::string_view name, std::string_view otherwise) const {
        const JsonString string((*this)[name]);
        const std::string_view value = string.view();
        std::string told = value.find('\n') == value.npos ? printable(value) : opening_line(value);
        if (told.empty()) {
            told = otherwise;
        }
        return told;
    }

    std::string line(std::string_view name, std::string_view otherwise) const {
        std::string line = opening_line_of((*this)[name]);
        if (line.empty()) {
            line = otherwise;
        }
        return line;
    }

private:
    ObjectMembers members_;
};

// A tree has as many summaries as events, and fmt took a tenth of its instructions.
std::string concatenated(std::initializer_list<std::string_view> parts) {
    std::size_t size = 0;
    for (const std::string_view part : parts) {
        size += part.size();
    }
    std::string whole;
    whole.reserve(size);
    for (const std::string_view part : parts) {
        whole += part;
    }
    return whole;
}

// "(dispatched)" with a space before it, or nothing.
std::string bracketed(const std::string& text) {
    return text.empty() ? "" : concatenated({" (", text, ")"});
}

std::string behind(std::string_view mark, const std::string& text) {
    return text.empty() ? "" : concatenated({mark, text});
}

std::string listed(const std::vector<std::string>& texts) {
    return fmt::format("{}", fmt::join(texts, ", "));
}

struct Context {
    const Event& event;
    const Fields& fields;
    const CallEnd& end;
    const NodeLabels& labels;

    std::optional<double> duration_ms() const {
        return event.duration_ms() ? event.duration_ms() : end.duration_ms;
    }
};

// " FAILED: what went wrong" of a call, or nothing.
std::string failure(const Context& of) {
    if (!says_failed(of.fields["status"], of.fields["error"]) && !of.end.failed) {
        return {};
    }
    const std::string own = failure_line(of.event);
    return " FAILED" + behind(": ", own.empty() ? of.end.error : own);
}

std::string took(const Context& of) {
    const std::optional<double> ms = of.duration_ms();
    return ms ? duration_text(*ms) : "";
}

std::string tool_call(const Context& of) {
    const std::string name = of.fields.text("tool_name", "unknown");
    const std::string argument = tool_argument(name, of.fields["input"]);
    return concatenated({"Tool call: ", name, argument.empty() ? "" : " ", argument, failure(of),
                         bracketed(took(of))});
}

std::string llm_call(const Context& of) {
    const std::string said = opening_line(said_in(of.fields["completion"]));
    const std::string_view quote = said.empty() ? "" : "\"";
    const std::string failed = failure(of);
    const TokenUse tokens = tokens_used(of.fields.members(), of.event.source());
    std::string measures;
    if (tokens.total || failed.empty()) {
        tokens.total ? append_number(measures, *tokens.total) : void(measures += '?');
        measures += " tokens";
    }
    const std::string duration = took(of);
    measures += measures.empty() || duration.empty() ? "" : ", ";
    return concatenated({"LLM call: ", of.fields.text("model", "unknown"), said.empty() ? "" : " ",
                         quote, said, quote, failed, bracketed(measures + duration)});
}

std::string decision(const Context& of) {
    std::string what = of.fields.text("description", "");
    if (what.empty()) {
        what = of.fields.text("decision_type", "");
    }
    if (what.empty() && !of.event.rationale().empty()) {
        what = printable(why_of(of.event));
    }
    return concatenated({"Decision: ", what.empty() ? "unknown" : std::string_view(what), " -> ",
                         of.fields.text("chosen", "?")});
}

std::string delegation(const Context& of) {
    const std::string child = printable(child_of(of.event));
    return fmt::format("Delegation: {} -> {}{}", of.fields.text("parent_id", "?"),
                       child.empty() ? "?" : child, bracketed(of.fields.text("task", "")));
}

// What a message said: its text, or the text in its payload.
std::string message_text(const Fields& fields) {
    const Json payload = fields["payload"];
    for (const std::string_view name : {"text", "content", "message", "body", "summary"}) {
        if (payload.is_object() && payload[name].present()) {
            return opening_line_of(payload[name]);
        }
    }
    return opening_line_of(payload);
}

std::string message(const Context& of) {
    std::vector<std::string> to;
    of.fields["to"].each_element([&](Json receiver) {
        const std::optional<std::string> name = receiver.string();
        if (name && !name->empty()) {
            to.push_back(printable(*name));
        }
        return true;
    });
    const std::string from = of.fields.text("from", "?");
    const std::string status = bracketed(of.fields.text("status", ""));
    if (!to.empty()) {
        return fmt::format("Message: {} -> {}{}{}", from, listed(to), status,
                           behind(": ", message_text(of.fields)));
    }
    return fmt::format("Action: {}{}{}", from, behind(" ", of.fields.text("subtype", "")), status);
}

std::string outcome(const Context& of) {
    const std::optional<bool> correct = of.fields["correct"].boolean();
    const std::string_view verdict = !correct ? "unknown" : *correct ? "correct" : "incorrect";
    return fmt::format("Outcome: {}{}", verdict, bracketed(of.fields.text("outcome", "")));
}

std::string observation(const Context& of) {
    const std::string key = of.fields.text("key", "");
    if (!key.empty()) {
        return "Observation: " + key;
    }
    const std::string content = of.fields.line("content", "");
    return "Observation: " + (content.empty() ? of.fields.line("error", "unknown") : content);
}

std::string error(const Context& of) {
    const std::string line = opening_line_of(message_of(of.fields["error"]));
    return "Error: " + (line.empty() ? "unknown" : line);
}

std::string alternatives(const Context& of) {
    std::vector<std::string> rejected;
    of.fields["rejected"].each_element([&](Json alternative) {
        const std::optional<std::string> option = alternative["option"].string();
        if (option && !option->empty()) {
            rejected.push_back(printable(*option));
        }
        return true;
    });
    return fmt::format("Alternatives: chose {}{}", of.fields.text("chosen", "?"),
                       behind(" over ", listed(rejected)));
}

std::string log(const Context& of) {
    const std::string severity = of.fields.text("severity", "");
    return fmt::format("Log: {}{}{}", severity, severity.empty() ? "" : ": ",
                       of.fields.line("body", "unknown"));
}

// "Goal: Ship", "Decision: Use JWT".
std::string graph_node(const Context& of) {
    const Json node = of.fields["node"];
    std::string type = printable(node["type"].string().value_or("node"));
    if (!type.empty() && type.front() >= 'a' && type.front() <= 'z') {
        type.front() = static_cast<char>(type.front() - 'a' + 'A');
    }
    const std::string label = opening_line_of(node["label"]);
    return fmt::format("{}: {}", type, label.empty() ? "unknown" : label);
}

// What a label says, else the id, else "?".
std::string node_shown(const std::string& label, const std::string& id) {
    const std::string line = opening_line(label.empty() ? id : label);
    return line.empty() ? "?" : line;
}

std::pair<std::string, std::string> nodes_shown(const Context& of) {
    const NodeLabels ids = node_ids(of.event);
    return {node_shown(of.labels.first, ids.first), node_shown(of.labels.second, ids.second)};
}

std::string graph_edge(const Context& of) {
    const std::string type = opening_line_of(of.fields["edge"]["edge_type"]);
    const auto [from, to] = nodes_shown(of);
    return fmt::format("Edge: {} -{}-> {}", from, type.empty() ? "?" : type, to);
}

std::string graph_supersede(const Context& of) {
    const auto [old, replacement] = nodes_shown(of);
    return fmt::format("Superseded: {} by {}", old, replacement);
}

// What an update sets, in words: "status completed, no confidence".
std::string what_is_set(Json set) {
    std::string out;
    for (const std::string_view name : {"label", "status", "confidence", "rationale", "metadata"}) {
        const Json value = set[name];
        if (value.raw().empty()) {
            continue;
        }
        out += out.empty() ? "" : ", ";
        if (!value.present()) {
            out += "no " + std::string(name);
        } else if (name == "rationale" || name == "metadata") {
            out += name;
        } else {
            out += std::string(name) + " " + opening_line_of(value);
        }
    }
    return out;
}

std::string graph_update(const Context& of) {
    const std::string set = what_is_set(of.fields["set"]);
    return "Updated: " + nodes_shown(of).first + (set.empty() ? "" : " (" + set + ")");
}

std::string graph_delete(const Context& of) {
    return "Deleted: " + nodes_shown(of).first;
}

// The event that a field names, as it is shown.
std::string point_in(const Context& of, std::string_view name) {
    const std::string id = of.fields[name].string().value_or("");
    return id.empty() ? "?" : short_id(id);
}

// A kind that has no sentence of its own says at least what it is called.
std::string other(const Context& of) {
    for (const std::string_view name : {"name", "title", "message", "text"}) {
        const std::string said = of.fields.line(name, "");
        if (!said.empty()) {
            return fmt::format("Event: {}: {}", of.event.kind(), said);
        }
    }
    return fmt::format("Event: {}", of.event.kind());
}

// "Thought: first line", "Assumption: unknown".
template <std::size_t n>
struct Name {
    constexpr Name(const char (&text)[n]) { std::copy_n(text, n, value); }
    char value[n];
};
template <Kind kind, Name field>
std::string labelled(const Context& of) {
    return concatenated({row_of(kind).label, ": ", of.fields.line(field.value, "unknown")});
}
// The same, without a word where nothing was recorded.
template <Kind kind, Name field>
std::string labelled_if_said(const Context& of) {
    return std::string(row_of(kind).label) + behind(": ", of.fields.line(field.value, ""));
}

std::string erasure(const Context& of) {
    const Json counted = of.fields["count"];
    const std::string_view count = counted.is_number() ? counted.raw() : "?";
    return fmt::format("Erasure: {} {}{}", count, count == "1" ? "event" : "events",
                       behind(": ", of.fields.line("reason", "")));
}

struct Row {
    Kind kind;
    std::string (*tell)(const Context&);
};

// What each kind says of itself. A name that is missing is "unknown", the end of an arrow "?".
constexpr std::array rows{
    Row{Kind::tool_call, tool_call},
    Row{Kind::llm_call, llm_call},
    Row{Kind::decision, decision},
    Row{Kind::delegation, delegation},
    Row{Kind::error, error},
    Row{Kind::message, message},
    Row{Kind::outcome, outcome},
    Row{Kind::thought, labelled<Kind::thought, "text">},
    Row{Kind::observation, observation},
    Row{Kind::assumption,
        [](const Context& of) { return "Assumption: " + of.fields.text("assumption", "unknown"); }},
    Row{Kind::curation,
        [](const Context& of) {
            return fmt::format("Curation: {} {}", of.fields.text("action", "unknown"),
                               of.fields.text("target", "?"));
        }},
    Row{Kind::alternatives, alternatives},
    Row{Kind::log, log},
    Row{Kind::strategy_switch,
        [](const Context& of) {
            return fmt::format("Strategy: {} -> {}", of.fields.text("from", "?"),
                               of.fields.text("to", "?"));
        }},
    Row{Kind::reactive, labelled<Kind::reactive, "action">},
    Row{Kind::termination,
        [](const Context& of) { return "Termination: " + of.fields.text("reason", "unknown"); }},
    Row{Kind::session_start, labelled_if_said<Kind::session_start, "goal">},
    Row{Kind::session_end, labelled_if_said<Kind::session_end, "status">},
    Row{Kind::prompt, labelled<Kind::prompt, "text">},
    Row{Kind::span, labelled<Kind::span, "name">},
    Row{Kind::graph_node, graph_node},
    Row{Kind::graph_edge, graph_edge},
    Row{Kind::graph_update, graph_update},
    Row{Kind::graph_delete, graph_delete},
    Row{Kind::graph_supersede, graph_supersede},
    Row{Kind::session_fork,
        [](const Context& of) {
            return fmt::format("Forked from {} at {}", of.fields.text("origin", "?"),
                               point_in(of, "at"));
        }},
    Row{Kind::session_rewind, [](const Context& of) { return "Rewound to " + point_in(of, "to"); }},
    Row{Kind::session_checkpoint, labelled_if_said<Kind::session_checkpoint, "name">},
    Row{Kind::note,
        [](const Context& of) {
            return fmt::format("Note: {}{}", of.fields.line("text", "unknown"),
                               bracketed(of.fields.text("author", "")));
        }},
    Row{Kind::erasure, erasure},
};

std::string told(const Event& event, const CallEnd& end, const NodeLabels& labels) {
    if (is_erased(event)) {
        return "erased: " + first_line(erased_reason(event), first_line_max);
    }
    const Fields fields(event);
    const Context context{event, fields, end, labels};
    const std::string_view kind = event.kind();
    const auto row = std::ranges::find_if(rows, [&](const Row& each) { return kind == each.kind; });
    return row == rows.end() ? other(context) : row->tell(context);
}

}  // namespace

NodeLabels node_ids(const Event& event) {
    const Json fields(event.fields());
    if (event.kind() == Kind::graph_supersede) {
        return {fields["old_id"].string().value_or(""), fields["new_id"].string().value_or("")};
    }
    if (event.kind() == Kind::graph_edge) {
        const Json edge = fields["edge"];
        return {edge["from_id"].string().value_or(""), edge["to_id"].string().value_or("")};
    }
    if (event.kind() == Kind::graph_update || event.kind() == Kind::graph_delete) {
        return {fields["id"].string().value_or(""), {}};
    }
    return {};
}

std::string summary(const Event& event, const CallEnd& end) {
    return told(event, end, NodeLabels());
}

std::string summary(const Event& event, const NodeLabels& labels) {
    return told(event, CallEnd(), labels);
}

std::string summary(const Event& event) {
    return summary(event, CallEnd());
}

namespace {

std::string eight_of(std::string_view id) {
    if (is_uuid7(id)) {
        return std::string(id.substr(id.size() - short_id_size));
    }
    std::size_t end = 0;
    for (std::size_t characters = 0; end < id.size(); ++end) {
        const bool starts = (static_cast<unsigned char>(id[end]) & 0xC0U) != 0x80U;
        if (starts && characters++ == short_id_size) {
            break;
        }
    }
    return printable(id.substr(0, end));
}

}  // namespace

std::string short_id(std::string_view id) {
    // An event beside another one has that one's id, a tilde and a few characters more.
    constexpr std::size_t behind_max = 16;
    const std::size_t tilde = id.rfind('~');
    if (tilde != std::string_view::npos && tilde > 0 && id.size() - tilde <= behind_max) {
        return eight_of(id.substr(0, tilde)) + printable(id.substr(tilde));
    }
    return eight_of(id);
}

}  // namespace hence
