// The summary line of each kind of event: a table of kinds, and a function for each row.
#include "model/summary/summary_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/facts.h"
#include "model/ids.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"
#include "model/text.h"

namespace hence {
namespace {

inline constexpr std::size_t first_line_max = 80;
inline constexpr std::size_t short_id_size = 8;

// Models like to begin with an empty line, which would say nothing.
std::string opening_line(std::string_view text) {
    const std::size_t begin = text.find_first_not_of("\r\n");
    return begin == text.npos ? "" : first_line(text.substr(begin), first_line_max);
}

// The fields of one event, as a person may read them. A field that is absent, empty or of another
// type gives `otherwise`. The fields are walked through once: a model call may carry a whole
// conversation.
class Fields {
public:
    explicit Fields(const Event& event) {
        MemberReader reader(event.fields());
        std::string_view name;
        std::string_view value;
        members_.reserve(8);
        while (reader.next(name, value)) {
            members_.emplace_back(name, value);
        }
    }

    // As Json does it: the last of a name counts.
    Json operator[](std::string_view name) const {
        for (auto member = members_.rbegin(); member != members_.rend(); ++member) {
            if (token_says(member->first, name)) {
                return Json(member->second);
            }
        }
        return {};
    }

    std::string text(std::string_view name, std::string_view otherwise) const {
        const std::optional<std::string> value = (*this)[name].string();
        return value && !value->empty() ? printable(*value) : std::string(otherwise);
    }

    std::string line(std::string_view name, std::string_view otherwise) const {
        const std::optional<std::string> value = (*this)[name].string();
        const std::string line = value ? opening_line(*value) : "";
        return line.empty() ? std::string(otherwise) : line;
    }

    // Content may be anything; a value that is no string shows as its JSON.
    std::string content_line(std::string_view name, std::string_view otherwise) const {
        const Json value = (*this)[name];
        return value.is_string() || !value.present() ? line(name, otherwise)
                                                     : first_line(value.raw(), first_line_max);
    }

private:
    std::vector<std::pair<std::string_view, std::string_view>> members_;  // Tokens and values.
};

// "(dispatched)" with a space before it, or nothing.
std::string bracketed(const std::string& text) {
    return text.empty() ? "" : fmt::format(" ({})", text);
}

std::string listed(const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) {
        out += out.empty() ? "" : ", ";
        out += text;
    }
    return out;
}

std::string duration(const Event& event, std::optional<double> otherwise) {
    std::string out;
    append_duration(out, event.duration_ms().value_or(otherwise.value_or(0)));
    return out;
}

std::string tokens(const Fields& fields) {
    std::optional<double> total = fields["total_tokens"].number();
    const std::optional<double> prompt = fields["prompt_tokens"].number();
    const std::optional<double> completion = fields["completion_tokens"].number();
    if (!total && (prompt || completion)) {
        total = prompt.value_or(0) + completion.value_or(0);
    }
    std::string out;
    total ? append_number(out, *total) : void(out += '?');
    return out;
}

std::string decision(const Event& event, const Fields& fields) {
    std::string what = fields.text("description", "");
    if (what.empty()) {
        what = fields.text("decision_type", "");
    }
    if (what.empty() && !event.rationale().empty()) {
        what = printable(Json(event.rationale())["why"].string().value_or(""));
    }
    return fmt::format("Decision: {} -> {}", what.empty() ? "unknown" : what,
                       fields.text("chosen", "?"));
}

std::string message(const Fields& fields) {
    std::vector<std::string> to;
    fields["to"].each_element([&](Json receiver) {
        const std::optional<std::string> name = receiver.string();
        if (name && !name->empty()) {
            to.push_back(printable(*name));
        }
        return true;
    });
    const std::string from = fields.text("from", "?");
    const std::string status = bracketed(fields.text("status", ""));
    if (!to.empty()) {
        return fmt::format("Message: {} -> {}{}", from, listed(to), status);
    }
    const std::string subtype = fields.text("subtype", "");
    return fmt::format("Action: {}{}{}{}", from, subtype.empty() ? "" : " ", subtype, status);
}

std::string outcome(const Fields& fields) {
    const std::optional<bool> correct = fields["correct"].boolean();
    const std::string_view verdict = !correct ? "unknown" : *correct ? "correct" : "incorrect";
    return fmt::format("Outcome: {}{}", verdict, bracketed(fields.text("outcome", "")));
}

std::string observation(const Fields& fields) {
    const std::string key = fields.text("key", "");
    if (!key.empty()) {
        return "Observation: " + key;
    }
    const std::string content = fields.content_line("content", "");
    return "Observation: " + (content.empty() ? fields.content_line("error", "unknown") : content);
}

std::string alternatives(const Fields& fields) {
    std::vector<std::string> rejected;
    fields["rejected"].each_element([&](Json alternative) {
        const std::optional<std::string> option = alternative["option"].string();
        if (option && !option->empty()) {
            rejected.push_back(printable(*option));
        }
        return true;
    });
    return fmt::format("Alternatives: chose {}{}{}", fields.text("chosen", "?"),
                       rejected.empty() ? "" : " over ", listed(rejected));
}

std::string log(const Fields& fields) {
    const std::string severity = fields.text("severity", "");
    return fmt::format("Log: {}{}{}", severity, severity.empty() ? "" : ": ",
                       fields.content_line("body", "unknown"));
}

// "Session started: goal". A session may well have said none.
std::string session(std::string_view what, const std::string& said) {
    return fmt::format("{}{}{}", what, said.empty() ? "" : ": ", said);
}

struct Context {
    const Event& event;
    const Fields& fields;
    std::optional<double> duration_ms;
};

struct Row {
    std::string_view kind;
    std::string (*tell)(const Context&);
};

// What each kind says of itself. A name that is missing is "unknown", the end of an arrow "?".
constexpr std::array rows{
    Row{"tool_call",
        [](const Context& of) {
            return fmt::format("Tool call: {} ({}ms)", of.fields.text("tool_name", "unknown"),
                               duration(of.event, of.duration_ms));
        }},
    Row{"llm_call",
        [](const Context& of) {
            return fmt::format("LLM call: {} ({} tokens, {}ms)", of.fields.text("model", "unknown"),
                               tokens(of.fields), duration(of.event, of.duration_ms));
        }},
    Row{"decision", [](const Context& of) { return decision(of.event, of.fields); }},
    Row{"delegation",
        [](const Context& of) {
            return fmt::format("Delegation: {} -> {} ({})", of.fields.text("parent_id", "?"),
                               of.fields.text("child_id", "?"), of.fields.text("task", "?"));
        }},
    Row{"error", [](const Context& of) { return "Error: " + of.fields.text("error", "unknown"); }},
    Row{"message", [](const Context& of) { return message(of.fields); }},
    Row{"outcome", [](const Context& of) { return outcome(of.fields); }},
    Row{"thought",
        [](const Context& of) { return "Thought: " + of.fields.line("text", "unknown"); }},
    Row{"observation", [](const Context& of) { return observation(of.fields); }},
    Row{"assumption",
        [](const Context& of) { return "Assumption: " + of.fields.text("assumption", "unknown"); }},
    Row{"curation",
        [](const Context& of) {
            return fmt::format("Curation: {} {}", of.fields.text("action", "unknown"),
                               of.fields.text("target", "?"));
        }},
    Row{"alternatives", [](const Context& of) { return alternatives(of.fields); }},
    Row{"log", [](const Context& of) { return log(of.fields); }},
    Row{"strategy_switch",
        [](const Context& of) {
            return fmt::format("Strategy: {} -> {}", of.fields.text("from", "?"),
                               of.fields.text("to", "?"));
        }},
    Row{"reactive",
        [](const Context& of) { return "Reactive: " + of.fields.text("action", "unknown"); }},
    Row{"termination",
        [](const Context& of) { return "Termination: " + of.fields.text("reason", "unknown"); }},
    Row{"session_start",
        [](const Context& of) { return session("Session started", of.fields.text("goal", "")); }},
    Row{"session_end",
        [](const Context& of) { return session("Session ended", of.fields.text("status", "")); }},
};

}  // namespace

void append_duration(std::string& out, double ms) {
    constexpr double whole_max = 1e15;  // Below this every whole number is exact.
    if (ms >= 0 && ms < whole_max && ms == std::floor(ms)) {
        out += std::to_string(static_cast<std::int64_t>(ms));
        return;
    }
    std::string digits = fmt::format("{:.3f}", ms);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') {
        digits.pop_back();
    }
    out += digits == "-0" ? "0" : digits;
}

std::string summary(const Event& event, std::optional<double> duration_ms) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const Row& each) { return each.kind == event.kind(); });
    if (row == rows.end()) {
        // A span without a better kind shows at least its name, a prompt its text.
        const std::string said = event.kind() == "span"     ? text_field(event, "name")
                                 : event.kind() == "prompt" ? text_field(event, "text")
                                                            : "";
        return said.empty()
                   ? fmt::format("Event: {}", event.kind())
                   : fmt::format("Event: {} ({})", event.kind(), first_line(said, first_line_max));
    }
    return row->tell({event, Fields(event), duration_ms});
}

std::string summary(const Event& event) {
    return summary(event, std::nullopt);
}

std::string short_id(std::string_view id) {
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

}  // namespace hence
