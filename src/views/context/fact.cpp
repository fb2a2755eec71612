#include "views/context/fact.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"
#include "model/erased.h"
#include "model/facts.h"
#include "model/goal.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/summary/envelope.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t label_max = 80;

std::string line_of(std::string_view text) {
    return is_blank(text) ? "" : first_line(trimmed_front(text), label_max);
}

// The first line of any JSON: of a text, or of a list of parts the first that is text, or of an
// object its text; else the JSON itself.
std::string line_of(Json value) {
    if (!value.present()) {
        return {};
    }
    Json part = value;
    if (value.is_array() && value.at(0).is_object()) {
        part = value.at(0);
    }
    if (part.is_object()) {
        const Json text = part["text"].is_string() ? part["text"] : part["content"];
        const Json inner = text.is_string() ? Json() : within_envelope(part);
        if (inner.is_object() || inner.is_string()) {
            return line_of(inner);
        }
        part = text.is_string() ? text : value;
    }
    if (!part.is_string()) {
        return first_line(part.raw(), label_max);
    }
    return has_backslash(part.raw()) ? line_of(std::string_view(unescape(part.raw())))
                                     : line_of(inside_quotes(part.raw()));
}

// A result that is there is told, even if it is an empty text.
std::string result_line(Json value) {
    std::string line = line_of(value);
    return line.empty() && value.present() ? first_line(value.raw(), label_max) : line;
}

// What a message says in words, which may be nothing: it may only call tools. Its reasoning is told
// by thoughts.
std::string words_of(Json completion) {
    if (!completion.is_object() || !completion["role"].is_string()) {
        return line_of(completion);
    }
    for (const std::string_view name : {"parts", "content", "contents"}) {
        const Json said = completion[name];
        std::string line = said.is_string() ? line_of(said) : std::string();
        ElementReader parts(said.raw());
        std::string_view part;
        while (line.empty() && parts.next(part)) {
            const Json one(part);
            const Json text = one["text"].is_string() ? one["text"] : one["content"];
            const bool words = text.is_string() && one["type"].string() != "reasoning";
            line = words ? line_of(text) : std::string();
        }
        if (!line.empty()) {
            return line;
        }
    }
    return {};
}

// Without the word that says its kind.
std::string told(const Event& event) {
    const std::string whole = summary(event);
    const std::size_t colon = whole.find(": ");
    return colon == whole.npos ? whole : whole.substr(colon + 2);
}

bool says_error(Json status, Json error) {
    return status.string() == "error" || (error.present() && error.raw() != "\"\"");
}

void tell_model_call(const Event& event, ContextFact& fact, KeptText& texts) {
    const auto [completion, status, error] =
        members<3>(event.fields(), {"completion", "status", "error"});
    fact.part = ContextPart::model_call;
    fact.tokens = tokens_of(event);
    fact.failed = says_error(status, error);
    fact.text = texts.keep(words_of(completion));
    fact.names = NameOfTurn::completion;
    if (fact.text.empty()) {
        fact.text = texts.keep(summary(event));
        fact.names = NameOfTurn::model;
    }
}

void tell_thought(const Event& event, ContextFact& fact, KeptText& texts) {
    fact.part = ContextPart::thought;
    fact.text = texts.keep(line_of(field(event, "text")));
    fact.names = NameOfTurn::thought;
    if (fact.text.empty()) {
        fact.text = texts.keep(summary(event));
        fact.names = NameOfTurn::remark;
    }
}

void tell_tool_call(const Event& event, ContextFact& fact, KeptText& texts) {
    const auto [name, output, error, status] =
        members<4>(event.fields(), {"tool_name", "output", "error", "status"});
    fact.part = ContextPart::tool_call;
    fact.tokens = tokens_of(event);
    fact.failed = says_error(status, error);
    fact.said_ok = status.string() == "ok";
    const bool erred = error.present() && error.raw() != "\"\"";
    fact.has_result = output.present() || erred;
    fact.text = texts.keep(printable(name.string().value_or("")));
    if (fact.text.empty()) {
        fact.text = "unknown";
    }
    fact.result = texts.keep(result_line(erred ? error : output));
    fact.why = texts.keep(line_of(Json(event.rationale())["why"]));
}

void tell_observation(const Event& event, ContextFact& fact, KeptText& texts) {
    const auto [key, content, error, status] =
        members<4>(event.fields(), {"key", "content", "error", "status"});
    fact.part = ContextPart::observation;
    fact.failed = says_error(status, error);
    fact.said_ok = status.string() == "ok";
    fact.has_key = key.is_string();
    for (const Json value : {content, error, key}) {
        if (fact.text.empty()) {
            fact.text = texts.keep(line_of(value));
        }
    }
    if (fact.text.empty()) {
        fact.text = texts.keep(content.present() ? result_line(content) : summary(event));
    }
}

void tell_end(const Event& event, ContextFact& fact, KeptText& texts) {
    const auto [output, reason, status] =
        members<3>(event.fields(), {"output", "reason", "status"});
    fact.part = event.kind() == Kind::termination ? ContextPart::termination : ContextPart::end;
    fact.text = texts.keep(line_of(output));
    fact.result = texts.keep(line_of(reason));
    fact.failed = status.string() == "failure";
    fact.said_ok = status.string() == "success";
}

void tell_remark(const Event& event, ContextFact& fact, KeptText& texts) {
    fact.part = event.kind() == Kind::delegation ? ContextPart::delegation : ContextPart::remark;
    fact.text = texts.keep(event.kind() == Kind::decision ? told(event) : summary(event));
    fact.names = event.kind() == Kind::decision ? NameOfTurn::decision : NameOfTurn::remark;
}

void tell_goal(const Event& event, ContextFact& fact, KeptText& texts) {
    const std::string goal = goal_stated(event);
    fact.asks = !goal.empty();
    fact.result = texts.keep(goal);
}

void tell_outcome(const Event& event, ContextFact& fact, KeptText& texts) {
    fact.judges = true;
    fact.text = texts.keep(line_of(std::string_view(told(event))));
    fact.result = texts.keep(text_field(event, "of"));
}

// Why it is gone stands in the place of what was said.
void tell_erased(const Event& event, ContextFact& fact, KeptText& texts) {
    fact.text = texts.keep(summary(event));
    if (event.kind() == Kind::prompt) {
        fact.asks = true;
        fact.result = fact.text;
    }
}

bool is_remark(std::string_view kind) {
    const std::optional<Kind> known = kind_named(kind);
    return known && row_of(*known).remark;
}

}  // namespace

ContextFact context_fact(const Event& event, KeptText& texts) {
    ContextFact fact;
    fact.place = position_of(event);
    fact.iteration = event.iteration();
    fact.duration_ms = event.duration_ms();
    fact.time_derived = event.has(Flag::time_derived);
    fact.parent_derived = event.has(Flag::parent_derived);
    const std::string_view kind = event.kind();
    if (kind == Kind::llm_call) {
        tell_model_call(event, fact, texts);
    } else if (kind == Kind::thought) {
        tell_thought(event, fact, texts);
    } else if (kind == Kind::tool_call) {
        tell_tool_call(event, fact, texts);
    } else if (kind == Kind::observation) {
        tell_observation(event, fact, texts);
    } else if (kind == Kind::session_start) {
        fact.part = ContextPart::start;
        fact.text = texts.keep(text_field(event, "goal"));
    } else if (kind == Kind::session_end || kind == Kind::termination) {
        tell_end(event, fact, texts);
    } else if (kind == Kind::outcome) {
        tell_outcome(event, fact, texts);
    } else if (is_remark(kind)) {
        tell_remark(event, fact, texts);
    }
    if (kind == Kind::prompt || kind == Kind::graph_node) {
        tell_goal(event, fact, texts);
    }
    if (is_erased(event) && fact.part != ContextPart::plumbing) {
        tell_erased(event, fact, texts);
    }
    return fact;
}

}  // namespace hence
