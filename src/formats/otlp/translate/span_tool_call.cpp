// The fields of tool calls, retrievals, decisions and handoffs.
#include <array>
#include <utility>

#include <fmt/format.h>

#include "formats/otlp/conventions/flattened.h"
#include "formats/otlp/decode/loose_json.h"
#include "formats/otlp/translate/span_fields.h"
#include "formats/otlp/translate/span_in_progress.h"
#include "formats/otlp/translate/transfer.h"

namespace hence {
namespace {

std::string_view behind(std::string_view text, std::initializer_list<std::string_view> prefixes) {
    for (const std::string_view prefix : prefixes) {
        if (text.starts_with(prefix) && text.size() > prefix.size()) {
            return text.substr(prefix.size());
        }
    }
    return {};
}

// The name as it was sent, or the tool that it stands for.
std::string tool_name_of(const SpanWork& work) {
    const Attributes& attributes = work.span.attributes;
    const bool is_tool = attributes["traceloop.span.kind"].string() == "tool";
    for (const Meanings::Found& each : work.meanings.all(Meaning::tool_name)) {
        std::string name = each.value.string().value_or("");
        if (name.empty() || (each.key == "traceloop.entity.name" && !is_tool)) {
            continue;
        }
        if (name == "mcp_tool") {
            std::deque<std::string> kept;
            const Json told = loosened(attributes["tool_parameters"], kept).value;
            return told["mcp_tool_name"].string().value_or(name);
        }
        return name;
    }
    if (work.span.name == "Function: {name}") {
        return attributes["name"].string().value_or("");  // Logfire.
    }
    if (work.span.name == "claude_code.tool.execution") {
        return {};  // The span around it has the name.
    }
    const std::string_view named =
        behind(work.span.name, {"execute_tool ", "tools/call ", "running tool: "});
    return std::string(named.empty() ? work.span.name : named);
}

// "mcp__SERVER__TOOL" is the tool of a server. In Python, "TOOL.__call__" is the call of a tool.
void add_tool_name(const SpanWork& work, std::string name) {
    Fields& fields = work.told.main.fields;
    constexpr std::string_view called = ".__call__";
    if (name.ends_with(called) && name.size() > called.size()) {
        name.resize(name.size() - called.size());
    }
    const std::string_view rest = behind(name, {"mcp__"});
    const std::size_t end = rest.find("__");
    if (end != rest.npos && end > 0 && end + 2 < rest.size()) {
        fields.text("tool_name", rest.substr(end + 2));
        fields.text("mcp_server", rest.substr(0, end));
    } else {
        fields.text("tool_name", name);
    }
}

// A handoff that is made by calling a tool.
void add_transfer(SpanWork& work, std::string_view tool_name) {
    const std::string child =
        handed_over_to(tool_name, work.meanings.first(Meaning::tool_input).value);
    if (child.empty()) {
        return;
    }
    EventDraft draft = draft_beside(work.told.main, "delegation", "~g1");
    draft.flags.push_back(Flag::derived);
    draft.fields.text("parent_id", draft.agent);
    draft.fields.text("child_id", child);
    work.told.more.push_back(std::move(draft));
}

Json first_attribute(const Attributes& attributes, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys) {
        if (!says_nothing(attributes[key])) {
            return attributes[key];
        }
    }
    return {};
}

// Claude Code puts what went in and out of a tool into a span event.
void add_output_event(SpanWork& work) {
    Fields& fields = work.told.main.fields;
    for (std::size_t i = 0; i < work.span.events.size(); ++i) {
        const SpanEvent& event = work.span.events[i];
        if (event.name != "tool.output" || event.attributes.empty()) {
            continue;
        }
        const Attributes& said = event.attributes;
        const std::string all = attributes_json(said);
        const Json output = first_attribute(said, {"output", "result", "content", "diff"});
        fields.unpacked("input",
                        first_attribute(said, {"input", "tool_input", "bash_command", "file_path"}),
                        JsonText::any);
        fields.unpacked("output", output.present() ? output : Json(all), JsonText::any);
        if (said.all().size() > 1 && output.present()) {
            fields.value("tool_output", Json(all));
        }
        work.moved_events.push_back(i);
    }
}

// The input and the output as messages, in span events.
void add_message_events(SpanWork& work) {
    Fields& fields = work.told.main.fields;
    for (std::size_t i = 0; i < work.span.events.size(); ++i) {
        const SpanEvent& event = work.span.events[i];
        const bool asked = event.name == "gen_ai.tool.message";
        if (!asked && event.name != "gen_ai.choice") {
            continue;
        }
        const Json said = event.attributes[asked ? "content" : "message"];
        const std::string_view name = asked ? "input" : "output";
        if (!says_nothing(said) && !fields.has(name)) {
            fields.value(name, loosened(said, work.content.kept()).value);
            work.moved_events.push_back(i);
        }
    }
}

// The arguments or the result within a message of GenAI's.
void add_messages(SpanWork& work) {
    Fields& fields = work.told.main.fields;
    const auto add = [&](std::string_view name, std::string_view key, MessagePart::Type type) {
        const Json held = loosened(work.span.attributes[key], work.content.kept()).value;
        for (const Json element : chat_in(held, "tool", work.content.kept()).elements) {
            for (const MessagePart& part :
                 read_message(element, "tool", work.content.kept()).parts) {
                if (part.type == type && !fields.has(name)) {
                    fields.value(name, part.value);
                }
            }
        }
    };
    add("input", "gen_ai.input.messages", MessagePart::Type::tool_call);
    add("output", "gen_ai.output.messages", MessagePart::Type::tool_result);
}

// A flattened family, or else what the table says.
void add_documents(SpanWork& work) {
    Fields& fields = work.told.main.fields;
    for (const std::string_view prefix : {"retrieval.documents.", "reranker.output_documents."}) {
        Unflattened documents = unflattened(work.span.attributes.under(prefix), prefix);
        if (!documents.list.empty() && !fields.has("content")) {
            fields.value("content", Json(documents.list));
            work.moved.insert(work.moved.end(), documents.taken.begin(), documents.taken.end());
        }
    }
    if (!fields.has("content")) {
        add_content(work, "content", work.meanings.first(Meaning::retrieved));
    }
}

// Whether a guardrail let pass what it looked at, if it says so.
std::string guardrail_result(const SpanWork& work) {
    const Attributes& attributes = work.span.attributes;
    std::deque<std::string> kept;
    Json said = first_attribute(attributes, {"guardrail.triggered", "triggered"});
    const Json output = loosened(work.meanings.first(Meaning::tool_output).value, kept).value;
    said = said.present() ? said : output["triggered"];
    said = said.present() ? said : output["tripwire_triggered"];
    const std::string text = said.string().value_or(std::string(said.raw()));
    return text == "true" ? "triggered" : text == "false" ? "passed" : "";
}

void add_permission(SpanWork& work) {
    Fields& fields = work.told.main.fields;
    const Attributes& attributes = work.span.attributes;
    const std::string chosen = attributes["decision"].string().value_or("");
    const std::string tool = work.meanings.text(Meaning::tool_name);
    fields.text("description", chosen.empty()
                                   ? tool
                                   : fmt::format("{}{}{}", chosen, tool.empty() ? "" : " ", tool));
    fields.text("decision_type", "tool_permission");
    fields.text("chosen", chosen);
    fields.text("status", chosen.starts_with("reject") || chosen == "deny" ? "declined" : "made");
    std::string inputs;
    for (const std::string_view key : {"tool_name", "source"}) {
        if (attributes[key].present()) {
            inputs += inputs.empty() ? '{' : ',';
            inputs += fmt::format(R"("{}":{})", key, attributes[key].raw());
        }
    }
    fields.value("inputs", Json(inputs.empty() ? inputs : inputs += '}'));
    fields.text("call_id", work.meanings.text(Meaning::call_id));
}

// OpenLLMetry sends everything that LangChain told of the beginning of a tool: the arguments as
// Python prints them, tags, metadata, and the arguments.
void add_arguments(SpanWork& work) {
    const Meanings::Found found = work.meanings.first(Meaning::tool_input);
    const Json held = loosened(found.value, work.content.kept()).value;
    if (held["input_str"].is_string() && held["inputs"].is_object()) {
        work.told.main.fields.value("input", held["inputs"]);
    } else {
        add_content(work, "input", found);
    }
}

}  // namespace

void add_content(SpanWork& work, std::string_view name, const Meanings::Found& found) {
    if (!found.value.present() || work.told.main.fields.has(name)) {
        return;
    }
    const LooseJson held = loosened(found.value, work.content.kept());
    work.told.main.fields.value(name, held.value);
    work.truncated = work.truncated || held.truncated;
    if (found.whole && !held.truncated) {
        work.moved.push_back(found.key);
    }
}

void add_tool_call(SpanWork& work) {
    Fields& fields = work.told.main.fields;
    const std::string name = tool_name_of(work);
    add_tool_name(work, name);
    add_arguments(work);
    add_content(work, "output", work.meanings.first(Meaning::tool_output));
    add_output_event(work);
    add_message_events(work);
    add_messages(work);
    const Json output = work.meanings.first(Meaning::tool_output).value;
    work.result_failed =
        loosened(output, work.content.kept()).value["isError"].boolean().value_or(false);
    work.told.call_id = work.meanings.text(Meaning::call_id);
    fields.text("call_id", work.told.call_id);
    add_transfer(work, name);
}

void add_retrieval(SpanWork& work) {
    add_documents(work);
    add_content(work, "input", work.meanings.first(Meaning::query));
}

void add_decision(SpanWork& work) {
    const Span& span = work.span;
    if (span.name.starts_with("claude_code.")) {
        return add_permission(work);
    }
    Fields& fields = work.told.main.fields;
    const Attributes& attributes = span.attributes;
    const bool guardrail = attributes["openinference.span.kind"].string() == "GUARDRAIL" ||
                           attributes["langfuse.observation.type"].string() == "guardrail";
    const std::string operation = attributes["gen_ai.operation.name"].string().value_or("");
    fields.text("description", span.name);
    fields.text("decision_type", guardrail ? "guardrail" : operation);
    if (guardrail) {
        fields.text("chosen", guardrail_result(work));
        add_content(work, "inputs", work.meanings.first(Meaning::tool_input));
        return;
    }
    const auto add = [&](std::string_view name, std::string_view key) {
        const Json value = attributes[key];
        add_content(work, name,
                    says_nothing(value) ? Meanings::Found{} : Meanings::Found{key, value, true});
    };
    add("chosen", "ai.decision.answers");
    add("inputs", "ai.decision.state");
    add("questions", "ai.decision.questions");
}

void add_handoff(SpanWork& work) {
    Fields& fields = work.told.main.fields;
    const Attributes& attributes = work.span.attributes;
    std::string from = work.meanings.text(Meaning::handoff_from);
    std::string to = work.meanings.text(Meaning::handoff_to);
    std::string_view named = behind(work.span.name, {"handoff to ", "Handoff to "});
    const std::string_view both = behind(work.span.name, {"Handoff: ", "handoff: "});
    for (const std::string_view arrow : {" \xE2\x86\x92 ", " -> "}) {
        const std::size_t at = both.find(arrow);
        if (at != both.npos) {
            from = from.empty() ? std::string(both.substr(0, at)) : from;
            named = both.substr(at + arrow.size());
        }
    }
    from = from.empty() ? attributes["graph.node.parent_id"].string().value_or("") : from;
    to = to.empty() ? std::string(named) : to;
    to = to.empty() ? attributes["graph.node.id"].string().value_or("") : to;
    fields.text("parent_id", from.empty() ? work.told.main.agent : from);
    fields.text("child_id", to);
}

}  // namespace hence
