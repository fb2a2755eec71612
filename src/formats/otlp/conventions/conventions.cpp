// A span has some twenty attributes and the table some hundred and fifty rows, so the attributes
// are looked up in the table, once, and not the other way round.
#include "formats/otlp/conventions/conventions.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "formats/common/foreign.h"
#include "formats/otlp/decode/loose_json.h"

namespace hence {
namespace {

struct Row {
    Meaning meaning;
    std::string_view key;
    std::string_view member =
        {};  // Of the JSON under the key; dots lead further in, also by number.
};

using enum Meaning;

// By meaning, in the order of the enumeration; within a meaning by precedence.
constexpr std::array rows = std::to_array<Row>({
    {session, "hence.session"},
    {session, "langfuse.session.id"},
    {session, "session.id"},
    {session, "gen_ai.conversation.id"},
    {session, "gcp.vertex.agent.session_id"},
    {session, "conversation.id"},
    {session, "langsmith.metadata.thread_id"},
    {session, "langsmith.metadata.session_id"},
    {session, "langsmith.metadata.conversation_id"},
    {session, "langsmith.trace.session_id"},
    {session, "ai.telemetry.metadata.sessionId"},
    {session, "ai.settings.context.sessionId"},
    {session, "traceloop.association.properties.session_id"},
    {session, "traceloop.association.properties.thread_id"},
    {session, "traceloop.association.properties.chat_id"},
    {session, "copilot_chat.session_id"},
    {session, "a2a.context_id"},
    {session, "a2a.context.id"},
    {session, "mcp.session.id"},
    {session, "genkit:sessionId"},
    {session, "gen_ai.session.id"},
    {session, "lmnr.association.properties.session_id"},
    {session, "mlflow.trace.session"},
    {session, "ai.telemetry.metadata.threadId"},
    {session, "ai.telemetry.metadata.conversationId"},
    {session, "ai.telemetry.metadata.chatId"},
    {session, "wandb.thread_id"},
    {session, "gen_ai.thread.id"},

    {agent, "hence.agent"},
    {agent, "gen_ai.agent.name"},
    {agent, "agent.name"},
    {agent, "agent_name"},
    {agent, "graph.node.id"},
    {agent, "metadata", "lc_agent_name"},
    {agent, "langsmith.metadata.lc_agent_name"},
    {agent, "traceloop.association.properties.lc_agent_name"},
    {agent, "langfuse.observation.metadata.lc_agent_name"},
    {agent, "gen_ai.agent.id"},
    {agent, "agent_id"},
    {agent, "traceloop.entity.name"},  // Of a span that is an agent.
    {agent, "ai.telemetry.functionId"},

    {agent_of_resource, "hence.agent"},
    {agent_of_resource, "gen_ai.main_agent.name"},
    {agent_of_resource, "service.name"},

    {call_id, "gen_ai.tool.call.id"},
    {call_id, "tool.id"},
    {call_id, "ai.toolCall.id"},
    {call_id, "tool_use_id"},
    {call_id, "call_id"},
    {call_id, "tool_call_id"},
    {call_id, "tool_call.id"},
    {call_id, "gen_ai.tool.call_id"},
    {call_id, "gen_ai.tool_call.id"},
    {call_id, "spring.ai.tool.call.id"},
    // LangChain: the message that the tool gave back.
    {call_id, "output.value", "tool_call_id"},
    {call_id, "output.value", "data.tool_call_id"},
    {call_id, "output.value", "kwargs.tool_call_id"},
    {call_id, "langfuse.observation.output", "tool_call_id"},
    {call_id, "traceloop.entity.output", "output.kwargs.tool_call_id"},
    {call_id, "traceloop.entity.output", "output.tool_call_id"},

    {response_id, "gen_ai.response.id"},
    {response_id, "ai.response.id"},
    {response_id, "llm.response.id"},
    {response_id, "request_id"},
    {response_id, "client_request_id"},
    {response_id, "llm.openai.id"},  // LiteLLM: the answer as the provider gave it.

    {model, "langfuse.observation.model.name"},
    {model, "gen_ai.response.model"},
    {model, "llm.response.model_name"},
    {model, "ai.response.model"},
    {model, "llm.model_name"},
    {model, "gen_ai.request.model"},
    {model, "llm.request.model_name"},
    {model, "ai.model.id"},
    {model, "embedding.model_name"},
    {model, "reranker.model_name"},
    {model, "model"},
    {model, "model_name"},
    {model, "langsmith.metadata.ls_model_name"},
    {model, "llm.invocation_parameters", "model"},
    {model, "haystack.agent.step.llm.output", "replies.0.meta.model"},
    {model, "haystack.component.output", "replies.0.meta.model"},
    {model, "llm.openai.model"},
    {model, "genkit:output", "raw.model"},
    {model, "genkit:name"},  // PROVIDER/MODEL.
    {model, "braintrust.metadata", "model"},
    {model, "mlflow.llm.model"},

    {provider, "gen_ai.provider.name"},
    {provider, "gen_ai.system"},
    {provider, "llm.provider"},
    {provider, "llm.system"},
    {provider, "ai.model.provider"},
    {provider, "langsmith.metadata.ls_provider"},
    {provider, "mlflow.llm.provider"},

    {prompt_tokens, "gen_ai.usage.input_tokens"},
    {prompt_tokens, "llm.token_count.prompt"},
    {prompt_tokens, "gen_ai.usage.prompt_tokens"},
    {prompt_tokens, "ai.usage.inputTokens"},
    {prompt_tokens, "ai.usage.promptTokens"},
    {prompt_tokens, "ai.usage.tokens"},
    {prompt_tokens, "input_tokens"},
    {prompt_tokens, "llm.usage.prompt_tokens"},
    {prompt_tokens, "langfuse.observation.usage_details", "input"},
    {prompt_tokens, "langfuse.observation.usage_details", "prompt_tokens"},
    {prompt_tokens, "mlflow.chat.tokenUsage", "input_tokens"},
    {prompt_tokens, "haystack.agent.step.llm.output", "replies.0.meta.usage.prompt_tokens"},
    {prompt_tokens, "haystack.component.output", "replies.0.meta.usage.prompt_tokens"},
    {prompt_tokens, "genkit:output", "usage.inputTokens"},
    {prompt_tokens, "llm.openai.usage", "prompt_tokens"},
    {prompt_tokens, "braintrust.metrics", "prompt_tokens"},

    {completion_tokens, "gen_ai.usage.output_tokens"},
    {completion_tokens, "llm.token_count.completion"},
    {completion_tokens, "gen_ai.usage.completion_tokens"},
    {completion_tokens, "ai.usage.outputTokens"},
    {completion_tokens, "ai.usage.completionTokens"},
    {completion_tokens, "output_tokens"},
    {completion_tokens, "llm.usage.completion_tokens"},
    {completion_tokens, "langfuse.observation.usage_details", "output"},
    {completion_tokens, "langfuse.observation.usage_details", "completion_tokens"},
    {completion_tokens, "mlflow.chat.tokenUsage", "output_tokens"},
    {completion_tokens, "haystack.agent.step.llm.output", "replies.0.meta.usage.completion_tokens"},
    {completion_tokens, "haystack.component.output", "replies.0.meta.usage.completion_tokens"},
    {completion_tokens, "genkit:output", "usage.outputTokens"},
    {completion_tokens, "llm.openai.usage", "completion_tokens"},
    {completion_tokens, "braintrust.metrics", "completion_tokens"},

    {total_tokens, "gen_ai.usage.total_tokens"},
    {total_tokens, "llm.token_count.total"},
    {total_tokens, "llm.usage.total_tokens"},
    {total_tokens, "ai.usage.totalTokens"},
    {total_tokens, "total_tokens"},
    {total_tokens, "langfuse.observation.usage_details", "total"},
    {total_tokens, "langfuse.observation.usage_details", "total_tokens"},
    {total_tokens, "mlflow.chat.tokenUsage", "total_tokens"},
    {total_tokens, "genkit:output", "usage.totalTokens"},
    {total_tokens, "braintrust.metrics", "tokens"},

    {cache_read_tokens, "gen_ai.usage.cache_read.input_tokens"},
    {cache_read_tokens, "gen_ai.usage.cache_read_input_tokens"},
    {cache_read_tokens, "gen_ai.usage.details.cache_read_tokens"},
    {cache_read_tokens, "llm.token_count.prompt_details.cache_read"},
    {cache_read_tokens, "ai.usage.cachedInputTokens"},
    {cache_read_tokens, "cache_read_tokens"},
    {cache_read_tokens, "langfuse.observation.usage_details", "cache_read_input_tokens"},
    {cache_read_tokens, "langfuse.observation.usage_details", "input_cached_tokens"},
    {cache_read_tokens, "langfuse.observation.usage_details", "input_cache_read"},
    {cache_read_tokens, "langfuse.observation.usage_details",
     "prompt_tokens_details.cached_tokens"},
    {cache_read_tokens, "langsmith.metadata.usage_metadata", "input_token_details.cache_read"},
    {cache_read_tokens, "gcp.vertex.agent.llm_response",
     "usage_metadata.cached_content_token_count"},
    {cache_read_tokens, "haystack.agent.step.llm.output",
     "replies.0.meta.usage.prompt_tokens_details.cached_tokens"},
    {cache_read_tokens, "haystack.component.output",
     "replies.0.meta.usage.prompt_tokens_details.cached_tokens"},
    {cache_read_tokens, "genkit:output", "usage.cachedContentTokens"},
    {cache_read_tokens, "genkit:output", "raw.usage.prompt_tokens_details.cached_tokens"},
    {cache_read_tokens, "llm.openai.usage", "prompt_tokens_details.cached_tokens"},
    {cache_read_tokens, "gen_ai.usage.raw", "prompt_tokens_details.cached_tokens"},
    {cache_read_tokens, "gen_ai.usage.raw", "input_tokens_details.cached_tokens"},
    {cache_read_tokens, "gen_ai.usage.raw", "cache_read_input_tokens"},
    {cache_read_tokens, "braintrust.metrics", "prompt_cached_tokens"},
    {cache_read_tokens, "mlflow.chat.tokenUsage", "cache_read_input_tokens"},
    {cache_read_tokens, "metadata.usage_object", "prompt_tokens_details.cached_tokens"},
    {cache_read_tokens, "metadata.usage.cached_prompt_tokens"},  // BeeAI.
    // OpenInference: the answer as the provider gave it.
    {cache_read_tokens, "output.value", "usage.prompt_tokens_details.cached_tokens"},
    {cache_read_tokens, "output.value", "usage.input_tokens_details.cached_tokens"},
    {cache_read_tokens, "output.value", "usage_metadata.cached_content_token_count"},

    {cache_write_tokens, "gen_ai.usage.cache_write.input_tokens"},
    {cache_write_tokens, "gen_ai.usage.cache_creation.input_tokens"},
    {cache_write_tokens, "gen_ai.usage.cache_creation_input_tokens"},
    {cache_write_tokens, "gen_ai.usage.details.cache_write_tokens"},
    {cache_write_tokens, "llm.token_count.prompt_details.cache_write"},
    {cache_write_tokens, "ai.usage.inputTokenDetails.cacheWriteTokens"},
    {cache_write_tokens, "cache_creation_tokens"},
    {cache_write_tokens, "cache_write_tokens"},
    {cache_write_tokens, "langfuse.observation.usage_details", "cache_creation_input_tokens"},
    {cache_write_tokens, "langsmith.metadata.usage_metadata", "input_token_details.cache_creation"},
    {cache_write_tokens, "gen_ai.usage.raw", "cache_creation_input_tokens"},
    {cache_write_tokens, "braintrust.metrics", "prompt_cache_creation_tokens"},
    {cache_write_tokens, "mlflow.chat.tokenUsage", "cache_creation_input_tokens"},
    {cache_write_tokens, "metadata.usage.cached_creation_tokens"},

    {reasoning_tokens, "gen_ai.usage.reasoning.output_tokens"},
    {reasoning_tokens, "gen_ai.usage.reasoning_tokens"},
    {reasoning_tokens, "llm.token_count.completion_details.reasoning"},
    {reasoning_tokens, "ai.usage.reasoningTokens"},
    {reasoning_tokens, "gen_ai.usage.details.reasoning_tokens"},
    {reasoning_tokens, "reasoning_tokens"},
    {reasoning_tokens, "langfuse.observation.usage_details", "output_reasoning_tokens"},
    {reasoning_tokens, "langfuse.observation.usage_details", "output_reasoning"},
    {reasoning_tokens, "langfuse.observation.usage_details",
     "completion_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "langsmith.metadata.usage_metadata", "output_token_details.reasoning"},
    {reasoning_tokens, "gcp.vertex.agent.llm_response", "usage_metadata.thoughts_token_count"},
    {reasoning_tokens, "haystack.agent.step.llm.output",
     "replies.0.meta.usage.completion_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "haystack.component.output",
     "replies.0.meta.usage.completion_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "genkit:output", "usage.thoughtsTokens"},
    {reasoning_tokens, "genkit:output", "raw.usage.completion_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "llm.openai.usage", "completion_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "gen_ai.usage.raw", "completion_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "gen_ai.usage.raw", "output_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "braintrust.metrics", "completion_reasoning_tokens"},
    {reasoning_tokens, "mlflow.spanOutputs", "usage.completion_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "mlflow.spanOutputs", "usage.output_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "metadata.usage_object", "completion_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "output.value", "usage.completion_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "output.value", "usage.output_tokens_details.reasoning_tokens"},
    {reasoning_tokens, "output.value", "usage_metadata.thoughts_token_count"},

    {cost_usd, "gen_ai.usage.cost"},
    {cost_usd, "gen_ai.usage.total_cost"},
    {cost_usd, "gen_ai.cost.total_cost"},
    {cost_usd, "operation.cost"},
    {cost_usd, "llm.cost.total"},
    {cost_usd, "cost_usd"},
    {cost_usd, "langfuse.observation.cost_details", "total"},

    {finish_reason, "gen_ai.response.finish_reasons"},
    {finish_reason, "gen_ai.response.finish_reason"},
    {finish_reason, "ai.response.finishReason"},
    {finish_reason, "ai.finishReason"},
    {finish_reason, "llm.finish_reason"},
    {finish_reason, "llm.response.finish_reason"},
    {finish_reason, "llm.response.stop_reason"},
    {finish_reason, "stop_reason"},
    {finish_reason, "haystack.agent.step.llm.output", "replies.0.meta.finish_reason"},
    {finish_reason, "haystack.component.output", "replies.0.meta.finish_reason"},
    {finish_reason, "genkit:output", "finishReason"},

    {tool_name, "gen_ai.tool.name"},
    {tool_name, "tool.name"},
    {tool_name, "ai.toolCall.name"},
    {tool_name, "tool_name"},
    {tool_name, "haystack.tool.name"},
    {tool_name, "spring.ai.tool.definition.name"},
    {tool_name, "traceloop.entity.name"},  // Of a span that is a tool.

    {tool_input, "gen_ai.tool.call.arguments"},
    {tool_input, "ai.toolCall.args"},
    {tool_input, "ai.toolCall.input"},
    {tool_input, "gcp.vertex.agent.tool_call_args"},
    {tool_input, "tool_arguments"},
    {tool_input, "input.value"},
    {tool_input, "traceloop.entity.input"},
    {tool_input, "mcp.request.argument"},
    {tool_input, "langfuse.observation.input"},
    {tool_input, "mlflow.spanInputs"},
    {tool_input, "gen_ai.prompt"},
    {tool_input, "tool.input"},
    {tool_input, "gen_ai.tool.input"},
    {tool_input, "tool_input"},
    {tool_input, "tool_parameters"},
    {tool_input, "tool.parameters"},
    {tool_input, "arguments"},
    {tool_input, "haystack.agent.step.tool.input"},
    {tool_input, "spring.ai.tool.call.arguments"},
    {tool_input, "mastra.tool_call.input"},
    {tool_input, "mastra.mcp_tool_call.input"},
    {tool_input, "genkit:input"},
    {tool_input, "gen_ai.input.messages", "args"},  // Gemini CLI: the request of the call.
    {tool_input, "lmnr.span.input"},
    {tool_input, "braintrust.input_json"},
    {tool_input, "agentops.entity.input"},
    {tool_input, "input"},

    {tool_output, "gen_ai.tool.call.result"},
    {tool_output, "ai.toolCall.result"},
    {tool_output, "ai.toolCall.output"},
    {tool_output, "gcp.vertex.agent.tool_response"},
    {tool_output, "tool_response"},
    {tool_output, "output.value"},
    {tool_output, "traceloop.entity.output"},
    {tool_output, "mcp.response.value"},
    {tool_output, "langfuse.observation.output"},
    {tool_output, "mlflow.spanOutputs"},
    {tool_output, "gen_ai.completion"},
    {tool_output, "tool.output"},
    {tool_output, "gen_ai.tool.output"},
    {tool_output, "tool_output"},
    {tool_output, "tool_result"},
    {tool_output, "output"},
    {tool_output, "haystack.agent.step.tool.output"},
    {tool_output, "spring.ai.tool.call.result"},
    {tool_output, "mastra.tool_call.output"},
    {tool_output, "mastra.mcp_tool_call.output"},
    {tool_output, "genkit:output"},
    {tool_output, "gen_ai.output.messages",
     "response.responseParts.0.functionResponse.response.output"},
    {tool_output, "gen_ai.output.messages", "response.responseParts.0.functionResponse.response"},
    {tool_output, "lmnr.span.output"},
    {tool_output, "braintrust.output_json"},
    {tool_output, "agentops.entity.output"},
    {tool_output, "tool.result"},

    {retrieved, "gen_ai.retrieval.documents"},
    {retrieved, "gen_ai.memory.records"},
    {retrieved, "output.value"},
    {retrieved, "traceloop.entity.output"},
    {retrieved, "langfuse.observation.output"},
    {retrieved, "mlflow.spanOutputs"},
    {retrieved, "gen_ai.completion"},
    {retrieved, "genkit:output"},

    {query, "gen_ai.retrieval.query.text"},
    {query, "gen_ai.memory.query.text"},
    {query, "input.value"},
    {query, "traceloop.entity.input"},
    {query, "langfuse.observation.input"},
    {query, "mlflow.spanInputs"},
    {query, "gen_ai.prompt"},
    {query, "genkit:input"},

    {handoff_from, "gen_ai.agent.handoff.source.name"},
    {handoff_from, "gen_ai.handoff.from_agent"},
    {handoff_from, "handoff.from_agent"},
    {handoff_from, "from_agent"},

    {handoff_to, "gen_ai.agent.handoff.target.name"},
    {handoff_to, "gen_ai.handoff.to_agent"},
    {handoff_to, "handoff.to_agent"},
    {handoff_to, "to_agent"},

    {routed_from, "langgraph.command.source_node"},

    {routed_to, "langgraph.command.goto_nodes"},
    {routed_to, "langgraph.command.goto_node"},

    {error, "error.message"},
    {error, "error"},
    {error, "langfuse.observation.status_message"},
    {error, "exception.message"},
    {error, "error.type"},
});

constexpr bool by_meaning() {
    return std::ranges::is_sorted(rows, {}, &Row::meaning);
}
static_assert(by_meaning());

// Short keys first: lengths differ more often than the beginnings of keys do.
struct ByKey {
    constexpr bool operator()(std::string_view a, std::string_view b) const {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
};

// The rows by key.
constexpr auto rows_by_key = [] {
    std::array<std::uint16_t, rows.size()> order{};
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = static_cast<std::uint16_t>(i);
    }
    std::ranges::sort(order, [](std::uint16_t a, std::uint16_t b) {
        return rows[a].key != rows[b].key ? ByKey()(rows[a].key, rows[b].key) : a < b;
    });
    return order;
}();

}  // namespace

Meanings::Meanings(const Attributes& attributes) {
    const auto key_of = [](std::uint16_t row) { return rows[row].key; };
    for (const Attribute& attribute : attributes.all()) {
        auto at = std::ranges::lower_bound(rows_by_key, attribute.key, ByKey(), key_of);
        for (; at != rows_by_key.end() && rows[*at].key == attribute.key; ++at) {
            hits_.push_back({*at, attribute.value});
        }
    }
    std::ranges::sort(hits_, {}, &Hit::row);
}

std::span<const Meanings::Hit> Meanings::hits(Meaning meaning) const {
    const auto of = [](const Hit& hit) { return rows[hit.row].meaning; };
    return {std::ranges::lower_bound(hits_, meaning, {}, of),
            std::ranges::upper_bound(hits_, meaning, {}, of)};
}

// Several rows lead into one text, which is read once.
Json Meanings::held_in(Json text) const {
    const auto known = std::ranges::find(held_, text.raw().data(), &Held::text);
    if (known != held_.end()) {
        return known->value;
    }
    const LooseJson held = loosened(text, kept_ ? *kept_ : kept_.emplace());
    const bool whole = !held.truncated && !held.value.is_string();
    return held_.emplace_back(Held{text.raw().data(), whole ? held.value : Json()}).value;
}

Meanings::Found Meanings::found(const Hit& hit) const {
    const Row& row = rows[hit.row];
    if (says_nothing(hit.value)) {
        return {};
    }
    if (row.member.empty()) {
        return {row.key, hit.value, true};
    }
    Json value = hit.value;
    if (value.is_string()) {
        value = held_in(value);
    }
    std::string_view path = row.member;
    while (!path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        const std::string_view name = path.substr(0, dot);
        value = value.is_array() && name == "0" ? value.at(0) : value[name];
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return says_nothing(value) ? Found{} : Found{row.key, value, false};
}

Meanings::Found Meanings::first(Meaning meaning) const {
    for (const Hit& hit : hits(meaning)) {
        const Found one = found(hit);
        if (one.value.present()) {
            return one;
        }
    }
    return {};
}

std::vector<Meanings::Found> Meanings::all(Meaning meaning) const {
    std::vector<Found> every;
    for (const Hit& hit : hits(meaning)) {
        const Found one = found(hit);
        if (one.value.present()) {
            every.push_back(one);
        }
    }
    return every;
}

std::string Meanings::text(Meaning meaning) const {
    for (const Hit& hit : hits(meaning)) {
        std::string text = scalar_text(found(hit).value);
        if (!text.empty()) {
            return text;
        }
    }
    return {};
}

Json Meanings::amount(Meaning meaning) const {
    for (const Hit& hit : hits(meaning)) {
        const Json number = number_from(found(hit).value);
        if (number.number().value_or(-1) >= 0) {
            return number;
        }
    }
    return {};
}

}  // namespace hence
