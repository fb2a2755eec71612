// Where prompts and completions are, by precedence.
#include <array>

#include "formats/otlp/conventions/conventions.h"

namespace hence {
namespace {

using enum ContentShape;

constexpr auto prompts = std::to_array<ContentSource>({
    {"gen_ai.input.messages", messages},
    {"llm.input_messages.", openinference},
    {"gen_ai.message", span_events},
    {"events", log_records},
    {"ai.prompt.messages", messages},
    {"ai.prompt", messages},
    {"gcp.vertex.agent.llm_request", messages},
    {"gen_ai.prompt.", numbered},
    {"gen_ai.prompt", messages},
    {"gen_ai.request.message", messages},
    {"gen_ai.content.prompt", span_events},
    {"llm.prompts.", numbered_texts},
    {"langfuse.observation.input", messages},
    {"mlflow.spanInputs", messages},
    {"input.value", messages},
    {"traceloop.entity.input", messages},
    {"user_prompt", messages},
    {"pydantic_ai.all_messages", messages},
    {"all_messages_events", log_records},
    {"haystack.agent.step.llm.input", messages},
    {"haystack.agent.input", messages},
    {"haystack.component.input", messages},
    {"mastra.model_step.input", messages},
    {"mastra.model_generation.input", messages},
    {"mastra.agent_run.input", messages},
    {"genkit:input", messages},
    {"llm.openai.messages", messages},
    {"braintrust.input_json", messages},
    {"lmnr.span.input", messages},
    {"agentops.entity.input", messages},
});

constexpr auto completions = std::to_array<ContentSource>({
    {"gen_ai.output.messages", messages},
    {"llm.output_messages.", openinference},
    {"gen_ai.choice", span_events},
    {"events", log_records},
    {"ai.response.", vercel_answer},
    {"ai.result.", vercel_answer},
    {"gcp.vertex.agent.llm_response", messages},
    {"gen_ai.completion.", numbered},
    {"gen_ai.completion", messages},
    {"gen_ai.response.message", messages},
    {"gen_ai.content.completion", span_events},
    {"llm.choices.", numbered_texts},
    {"langfuse.observation.output", messages},
    {"mlflow.spanOutputs", messages},
    {"output.value", messages},
    {"traceloop.entity.output", messages},
    {"final_result", messages},
    {"haystack.agent.step.llm.output", messages},
    {"haystack.agent.output", messages},
    {"haystack.component.output", messages},
    {"mastra.model_step.output", messages},
    {"mastra.model_generation.output", messages},
    {"mastra.agent_run.output", messages},
    {"genkit:output", messages},
    {"llm.openai.choices", messages},
    {"braintrust.output_json", messages},
    {"response", messages},
    {"lmnr.span.output", messages},
    {"agentops.entity.output", messages},
});

}  // namespace

std::span<const ContentSource> prompt_sources() {
    return prompts;
}

std::span<const ContentSource> completion_sources() {
    return completions;
}

}  // namespace hence
