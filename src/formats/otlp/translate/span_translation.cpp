// One span to one event, and what belongs to it. docs/OTEL.md says what becomes of what.
#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "formats/otlp/conventions/conventions.h"
#include "formats/otlp/conventions/hence_attributes.h"
#include "formats/otlp/translate/span_fields.h"
#include "formats/otlp/translate/span_in_progress.h"
#include "formats/otlp/translate/translation.h"

namespace hence {
namespace {

constexpr std::string_view open_suffix = "~open";

constexpr std::string_view no_span = "0000000000000000";

// A span id that names a span.
bool names_span(std::string_view id) {
    return id.size() == no_span.size() && id != no_span &&
           id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_placeholder(const Span& span) {
    return span.attributes["logfire.span_type"].string() == "pending_span";
}

// Not over: no end, or a placeholder for what will come, or an answer that is still being written.
bool is_open(const Span& span) {
    const std::string status = span.attributes["gen_ai.response.status"].string().value_or("");
    return span.end_ns == 0 || is_placeholder(span) || status == "queued" ||
           status == "in_progress";
}

// A span with nothing but an end began then, as far as anybody knows.
std::uint64_t beginning_of(const Span& span) {
    return span.start_ns != 0 ? span.start_ns : span.end_ns;
}

// The derived rules, for a span that no marker tells of.
SpanRole role_of(const Span& span, const Meanings& meanings) {
    const auto says = [&](Meaning meaning) { return meanings.first(meaning).value.present(); };
    const bool counted = says(Meaning::prompt_tokens) || says(Meaning::completion_tokens);
    // Codex has such a span for each piece of an answer, and one with the tokens of it.
    if (span.name == "handle_responses") {
        return counted ? SpanRole::model_call : SpanRole::plumbing;
    }
    const SpanRole marked = marked_role(span);
    if (marked == SpanRole::decision && span.attributes["decision"].string() == "unknown") {
        return SpanRole::plumbing;
    }
    if (marked != SpanRole::unknown) {
        return marked;
    }
    if (says(Meaning::handoff_to)) {
        return SpanRole::handoff;
    }
    const bool tool = span.attributes["gen_ai.tool.name"].present() ||
                      span.attributes["gen_ai.tool.call.id"].present();
    if (tool || (says(Meaning::tool_name) && says(Meaning::call_id))) {
        return SpanRole::tool_call;
    }
    // A call that failed has no tokens.
    const bool failed = span.status == SpanStatus::error && says(Meaning::provider);
    return says(Meaning::model) && (counted || failed) ? SpanRole::model_call : SpanRole::plumbing;
}

void set_times(const Span& span, EventDraft& draft) {
    draft.time = time_of_nanos(beginning_of(span));
    if (span.start_ns == 0 || span.end_ns == 0) {
        return;
    }
    const bool backward = span.end_ns < span.start_ns;
    draft.duration = backward ? "0" : ms_of_nanos(span.end_ns - span.start_ns);
    if (backward) {
        draft.fields.text("end_time", time_of_nanos(span.end_ns));
    }
}

// What nobody stated in `hence.*` attributes.
void set_place(const SpanWork& work, EventDraft& draft) {
    const Span& span = work.span;
    const Attributes& resource = span.origin->resource;
    const auto fill = [](std::string& place, auto&& find) {
        if (place.empty()) {
            place = find();
        }
    };
    fill(draft.run, [&] { return span.trace_id; });
    fill(draft.session, [&] { return stated_session(work.meanings, resource); });
    fill(draft.session, [&] { return thread_session(span.attributes); });
    fill(draft.correlation, [&] { return correlation_from(span.attributes); });
    fill(draft.agent, [&] {
        return stated_agent({work.meanings, span.attributes, resource, span.name});
    });
    if (draft.session.empty()) {
        draft.flags.push_back(Flag::session_derived);
    }
    if (!span.parent_id.empty()) {
        fill(draft.parent, [&] { return span_event_id(span.trace_id, span.parent_id); });
    }
}

std::string_view name_of(SpanKind kind) {
    switch (kind) {
        case SpanKind::unspecified: return {};
        case SpanKind::internal: return "internal";
        case SpanKind::server: return "server";
        case SpanKind::client: return "client";
        case SpanKind::producer: return "producer";
        case SpanKind::consumer: return "consumer";
    }
    return {};
}

void add_links(const Span& span, Translation& told) {
    std::string links;
    for (const SpanLink& link : span.links) {
        links += links.empty() ? '[' : ',';
        links += fmt::format(R"({{"trace_id":"{}","span_id":"{}")", link.trace_id, link.span_id);
        const std::string attributes = attributes_json(link.attributes);
        links += attributes.empty() ? "}" : R"(,"attributes":)" + attributes + '}';
    }
    told.main.fields.value("links", Json(links.empty() ? links : links += ']'));
}

// What any span says, whatever became of it.
void add_common(SpanWork& work, const HenceAttributes& stated) {
    const Span& span = work.span;
    Fields& fields = work.told.main.fields;
    fields.text("name", span.name);
    fields.text("span_kind", name_of(span.kind));
    fields.text("status_message", span.status_message);
    fields.text("trace_state", span.trace_state);
    add_dropped(fields, "attributes", span.dropped_attributes);
    add_dropped(fields, "events", span.dropped_events);
    add_dropped(fields, "links", span.dropped_links);
    if (work.truncated) {
        fields.value("truncated", Json("true"));
    }
    add_links(span, work.told);
    add_origin(fields, *span.origin);
    std::ranges::sort(work.moved);
    const std::string attributes = attributes_json(span.attributes, [&](std::string_view key) {
        return std::ranges::binary_search(work.moved, key) || stated.took(key);
    });
    fields.value("attributes", Json(attributes));
}

void add_fields_of_kind(SpanWork& work) {
    const std::string& kind = work.told.main.kind;
    if (kind == "llm_call") {
        add_model_call(work);
    } else if (kind == "tool_call") {
        add_tool_call(work);
    } else if (kind == "observation" && work.role == SpanRole::retrieval) {
        add_retrieval(work);
    } else if (kind == "decision" && work.role == SpanRole::decision) {
        add_decision(work);
    } else if (kind == "delegation" && work.role == SpanRole::handoff) {
        add_handoff(work);
    }
    add_status(work);
}

// What is known of a span that is not over. A placeholder of Logfire's is a span of its own, whose
// parent is the span that it stands for; where it hangs really, it says itself.
Translation translate_open(const Span& span, const Meanings& meanings) {
    Translation told;
    SpanWork work{span, meanings, SpanRole::plumbing, told};
    EventDraft& draft = told.main;
    draft.id = span_event_id(span.trace_id, span.span_id);
    draft.id += open_suffix;
    draft.kind = "span";
    draft.run = HenceAttributes(span.attributes, span.trace_id).run();
    draft.time = time_of_nanos(beginning_of(span));
    set_place(work, draft);
    const std::string parent = span.attributes["logfire.pending_parent_id"].string().value_or("");
    if (names_span(parent)) {
        draft.parent = span_event_id(span.trace_id, parent);
    } else if (parent == no_span) {
        draft.parent.clear();
    }
    draft.fields.value("open", Json("true"));
    if (is_placeholder(span) && !span.parent_id.empty()) {
        draft.fields.text("stands_for", span_event_id(span.trace_id, span.parent_id));
    }
    add_common(work, HenceAttributes({}, span.trace_id));
    return told;
}

}  // namespace

std::string_view kind_of(SpanRole role) {
    switch (role) {
        case SpanRole::model_call: return "llm_call";
        case SpanRole::tool_call: return "tool_call";
        case SpanRole::retrieval: return "observation";
        case SpanRole::decision: return "decision";
        case SpanRole::handoff: return "delegation";
        case SpanRole::unknown:
        case SpanRole::plumbing:
        case SpanRole::wrapper: break;
    }
    return "span";
}

std::string span_event_id(std::string_view trace_id, std::string_view span_id) {
    return fmt::format("{}-{}", span_id, trace_id);
}

namespace {

Result<Translation> translate_one(const Span& span) {
    if (beginning_of(span) == 0) {
        return Error{Code::invalid, "the span has neither a start nor an end",
                     "set start_time_unix_nano"};
    }
    const Meanings meanings(span.attributes);
    if (is_open(span)) {
        return translate_open(span, meanings);
    }
    Translation told;
    SpanWork work{span, meanings, role_of(span, meanings), told};
    const HenceAttributes stated(span.attributes, span.trace_id);
    EventDraft& draft = told.main;
    draft.id = span_event_id(span.trace_id, span.span_id);
    draft.kind = stated.kind_of(kind_of(work.role));
    stated.apply(draft);
    set_times(span, draft);
    set_place(work, draft);
    add_fields_of_kind(work);
    add_common(work, stated);
    add_thoughts(work);
    add_beginning_and_end(work);
    add_span_events(work);
    add_errors(work);
    stated.add_beside(draft, told.more);
    return told;
}

}  // namespace

// Content may come in events that carry it as attributes.
Result<Translation> translate(const Span& span) {
    constexpr std::string_view details = "gen_ai.client.inference.operation.details";
    const auto is_details = [&](const SpanEvent& event) { return event.name == details; };
    if (std::ranges::none_of(span.events, is_details)) {
        return translate_one(span);
    }
    Span whole = span;
    std::vector<Attribute> attributes;
    for (const SpanEvent& event : span.events) {
        if (is_details(event)) {
            std::ranges::copy(event.attributes.all(), std::back_inserter(attributes));
        }
    }
    // Of a key that is given twice, the last counts: what the span says itself.
    std::ranges::copy(span.attributes.all(), std::back_inserter(attributes));
    whole.attributes = Attributes(std::move(attributes));
    std::erase_if(whole.events, is_details);
    return translate_one(whole);
}

}  // namespace hence
