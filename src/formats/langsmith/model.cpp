// LangChain and the wrappers of other SDKs put the same things in different places. Of each, the
// first place that says something counts.
#include "formats/langsmith/model.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "formats/common/foreign.h"
#include "formats/langsmith/run.h"
#include "formats/spans/langchain.h"

namespace hence {
namespace {

// The first generation, and the message in it.
Json first_generation(Json outputs) {
    const Json first = outputs["generations"].at(0);
    return first.is_array() ? first.at(0) : first;
}

Json first_message(Json outputs) {
    const Json message = first_generation(outputs)["message"];
    return message["kwargs"].is_object() ? message["kwargs"] : message;
}

Json first_of(std::initializer_list<Json> values) {
    for (const Json& value : values) {
        if (!says_empty(value)) {
            return value;
        }
    }
    return {};
}

// One way of counting tokens, in the words of one provider or another.
struct Counted {
    std::string_view key;  // The attribute.
    std::array<std::string_view, 3> names;
    std::array<std::string_view, 2> details;  // Under ..._details.
    std::array<std::string_view, 2> in_details;
};

constexpr Counted counts[] = {
    {"gen_ai.usage.input_tokens", {"input_tokens", "prompt_tokens", "promptTokens"}, {}, {}},
    {"gen_ai.usage.output_tokens",
     {"output_tokens", "completion_tokens", "completionTokens"},
     {},
     {}},
    {"gen_ai.usage.total_tokens", {"total_tokens", "totalTokens", ""}, {}, {}},
    {"gen_ai.usage.cache_read.input_tokens",
     {"cache_read_input_tokens", "", ""},
     {"input_token_details", "prompt_tokens_details"},
     {"cache_read", "cached_tokens"}},
    {"gen_ai.usage.cache_write.input_tokens",
     {"cache_creation_input_tokens", "", ""},
     {"input_token_details", ""},
     {"cache_creation", ""}},
    {"gen_ai.usage.reasoning.output_tokens",
     {"", "", ""},
     {"output_token_details", "completion_tokens_details"},
     {"reasoning", "reasoning_tokens"}},
};

Json amount_in(Json usage, const Counted& counted) {
    for (const std::string_view name : counted.names) {
        const Json value = name.empty() ? Json() : number_from(usage[name]);
        if (value.present()) {
            return value;
        }
    }
    for (const std::string_view object : counted.details) {
        for (const std::string_view name : counted.in_details) {
            const Json value =
                object.empty() || name.empty() ? Json() : number_from(usage[object][name]);
            if (value.present()) {
                return value;
            }
        }
    }
    return {};
}

bool counts_anything(Json usage) {
    for (const Counted& counted : counts) {
        if (amount_in(usage, counted).number().value_or(0) > 0) {
            return true;
        }
    }
    return false;
}

// A run that nobody counted has zeros.
void add_usage(SpanDraft& draft, Json run) {
    const Json outputs = run["outputs"];
    const Json message = first_message(outputs);
    for (const Json& usage :
         {outputs["usage_metadata"], message["usage_metadata"],
          run["extra"]["metadata"]["usage_metadata"], outputs["usage"],
          outputs["llm_output"]["token_usage"], outputs["llm_output"]["usage"],
          outputs["llm_output"]["tokenUsage"], message["response_metadata"]["token_usage"], run}) {
        if (!counts_anything(usage)) {
            continue;
        }
        for (const Counted& counted : counts) {
            draft.add(counted.key, amount_in(usage, counted));
        }
        return;
    }
}

void add_model(SpanDraft& draft, Json run) {
    const Json outputs = run["outputs"];
    const Json response = first_message(outputs)["response_metadata"];
    const Json asked = run["extra"]["invocation_params"];
    draft.add("gen_ai.response.model",
              first_of({outputs["model"], response["model_name"], response["model"],
                        outputs["llm_output"]["model_name"]}));
    draft.add("gen_ai.request.model",
              first_of({asked["model"], asked["model_name"], run["inputs"]["model"]}));
    draft.add("gen_ai.response.id", first_of({outputs["id"], response["id"]}));
    draft.add("gen_ai.response.finish_reason",
              first_of({first_generation(outputs)["generation_info"]["finish_reason"],
                        response["finish_reason"], response["stop_reason"]}));
    if (run["total_cost"].present()) {
        draft.add("gen_ai.usage.cost", run["total_cost"]);
    }
}

// What stands beside the messages stays beside them, unless it belongs to them.
void add_prompt(SpanDraft& draft, Json inputs) {
    const bool instructed = inputs["system"].present() || inputs["instructions"].present();
    for (const std::string_view name : {"messages", "prompts"}) {
        if (!inputs[name].is_array() || instructed) {
            continue;
        }
        draft.add("gen_ai.prompt", Json(draft.keep(plain_messages(inputs[name]))));
        const std::string rest = members_besides(inputs, {name});
        return draft.add("langsmith.inputs", Json(draft.keep(rest)));
    }
    draft.add("gen_ai.prompt", inputs);
}

}  // namespace

std::string answer_in_run(Json run) {
    const Json outputs = run["outputs"];
    const Json list =
        outputs["generations"].is_array() ? outputs["generations"] : outputs["choices"];
    return plain_messages(list);
}

void add_model_run(SpanDraft& draft, Json run) {
    const Json outputs = run["outputs"];
    add_prompt(draft, run["inputs"]);
    std::string answer = answer_in_run(run);
    if (answer.empty()) {
        draft.add("gen_ai.completion", outputs);
    } else {
        draft.add("gen_ai.completion", Json(draft.keep(std::move(answer))));
        draft.add("langsmith.outputs",
                  Json(draft.keep(members_besides(outputs, {"generations", "choices"}))));
    }
    add_model(draft, run);
    add_usage(draft, run);
}

}  // namespace hence
