// All values in the fields of a trace event are texts, also numbers, lists and objects, because the
// emitter has written them out. A text that holds a number, a list or an object becomes that value,
// where this loses nothing.
#include "formats/common/trace_event.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/common/foreign.h"
#include "model/event_rules.h"
#include "model/kinds.h"
#include "model/text.h"

namespace hence {
namespace {

enum class Sort : std::uint8_t { text, number, list, json };

struct KnownField {
    std::string_view theirs;
    std::string_view ours;
    Sort sort;
};

constexpr std::array known_fields = {
    KnownField{"toolName", "tool_name", Sort::text},
    KnownField{"input", "input", Sort::json},
    KnownField{"output", "output", Sort::json},
    KnownField{"callId", "call_id", Sort::text},
    KnownField{"toolCallId", "call_id", Sort::text},
    KnownField{"promptTokens", "prompt_tokens", Sort::number},
    KnownField{"completionTokens", "completion_tokens", Sort::number},
    KnownField{"totalTokens", "total_tokens", Sort::number},
    KnownField{"prompt_tokens", "prompt_tokens", Sort::number},
    KnownField{"completion_tokens", "completion_tokens", Sort::number},
    KnownField{"total_tokens", "total_tokens", Sort::number},
    KnownField{"alternatives", "alternatives", Sort::list},
    KnownField{"decisionType", "decision_type", Sort::text},
    KnownField{"parentId", "parent_id", Sort::text},
    KnownField{"childId", "child_id", Sort::text},
    KnownField{"runId", "run_id", Sort::text},
};

void add_field(std::string_view name, Json value, Sort sort, Fields& fields) {
    switch (sort) {
        case Sort::number: {
            const Json number = number_from(value);
            return fields.value(name, number.present() ? number : value);
        }
        case Sort::list: return fields.unpacked(name, value, JsonText::any);
        case Sort::json: return fields.unpacked(name, value, JsonText::compact);
        case Sort::text: return fields.value(name, value);
    }
}

void add_fields(Json theirs, std::string_view format, Fields& fields) {
    theirs.each_member([&](std::string_view name, Json value) {
        const auto known = std::ranges::find(known_fields, name, &KnownField::theirs);
        const bool is_known = known != known_fields.end();
        std::string ours(is_known ? known->ours : name);
        if (fields.has(ours)) {
            ours = fields.has(name) ? fmt::format("{}.{}", format, name) : std::string(name);
        }
        add_field(ours, value, is_known ? known->sort : Sort::text, fields);
        return true;
    });
}

struct Subject {
    std::string name_space;
    std::string id;
};

// "mayros:event:ID" names the event ID in the name space "mayros".
std::optional<Subject> subject_in(std::string_view text) {
    constexpr std::string_view middle = ":event:";
    const std::size_t at = text.find(middle);
    if (at == std::string_view::npos || at == 0) {
        return std::nullopt;
    }
    return Subject{std::string(text.substr(0, at)), std::string(text.substr(at + middle.size()))};
}

// The reasoning of a decision is the agent's own word on why: its rationale, as given. It stays in
// the fields as well, where the emitter put it.
void take_reasoning(Json fields, EventDraft& draft) {
    const Json reasoning = fields["reasoning"];
    if (draft.kind == Kind::decision && reasoning.is_string() && reasoning.raw() != "\"\"") {
        draft.rationale = fmt::format("{{\"why\":{}}}", reasoning.raw());
    }
}

Result<void> take_kind(Foreign& foreign, std::string_view key, EventDraft& draft) {
    const std::string type = foreign.text(key);
    draft.kind = kind_from(type);
    if (draft.kind.empty()) {
        return Error{Code::invalid,
                     type.empty() ? fmt::format("{} is missing", key)
                                  : fmt::format("{} {} is no kind", key, hence::quoted(type))};
    }
    if (draft.kind != type) {
        draft.fields.text("type", type);
    }
    return {};
}

void take_names(Foreign& foreign, const TraceSpelling& spelling, const TraceContext& context,
                EventDraft& draft) {
    std::string name_space = context.name_space;
    draft.id = foreign.text("id");
    draft.parent = foreign.text(spelling.parent);
    if (draft.id.empty()) {
        const std::string text = foreign.text("subject");
        const Subject subject = subject_in(text).value_or(Subject{{}, text});
        draft.id = subject.id;
        name_space = subject.name_space.empty() ? name_space : subject.name_space;
    }
    if (const std::optional<Subject> parent = subject_in(draft.parent);
        parent && parent->name_space == name_space) {
        draft.parent = parent->id;
    }
    if (draft.parent.empty()) {
        draft.parent = context.parent;
    }
    draft.agent = foreign.text(spelling.agent);
    draft.session = foreign.text("session");
    draft.fields.text("namespace", name_space);
}

}  // namespace

Result<Event> trace_event(Json object, const TraceSpelling& spelling, const TraceContext& context) {
    Foreign foreign(object);
    EventDraft draft;
    TRY(take_kind(foreign, spelling.type, draft));
    const Json timestamp = foreign.take("timestamp");
    const std::optional<std::string> time = time_from(timestamp);
    if (!time) {
        return Error{Code::invalid,
                     timestamp.present() ? "timestamp is no time" : "timestamp is missing"};
    }
    draft.time = *time;
    draft.duration_ms = foreign.amount(spelling.duration);
    take_names(foreign, spelling, context, draft);
    if (draft.id.empty()) {
        draft.id = derived_id(draft.time, {spelling.format, object.raw()});
    }
    if (object["fields"].is_object()) {
        take_reasoning(object["fields"], draft);
        add_fields(foreign.take("fields"), spelling.format, draft.fields);
    }
    if (object[spelling.effects].is_array()) {
        foreign.take(spelling.effects);
    }
    foreign.leave(draft.fields, spelling.format);
    return std::move(draft).finish(spelling.format);
}

}  // namespace hence
