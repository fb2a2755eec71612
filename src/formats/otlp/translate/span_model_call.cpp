// The fields of a model call: tokens and cost, the prompt, and the answer.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/by_text.h"
#include "formats/otlp/decode/loose_json.h"
#include "formats/otlp/translate/printed_usage.h"
#include "formats/otlp/translate/reconstructed.h"
#include "formats/otlp/translate/span_in_progress.h"
#include "model/json/json_number.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

using Type = MessagePart::Type;

struct Counted {
    Meaning meaning;
    std::string_view field;
};

// Langfuse counts what came from a cache beside `input`, and what the model thought beside
// `output`. Here they are parts of the two. Where a total says that they are parts already, nothing
// is added.
struct CountedApart {
    std::string input = {};  // JSON; empty: as it was told.
    std::string output = {};
};

CountedApart counted_apart(SpanWork& work) {
    constexpr std::string_view key = "langfuse.observation.usage_details";
    CountedApart apart;
    if (work.meanings.first(Meaning::prompt_tokens).key != key) {
        return apart;
    }
    const Json usage = loosened(work.span.attributes[key], work.content.kept()).value;
    if (!usage["input"].present()) {
        return apart;
    }
    double input = usage["input"].number().value_or(0);
    double output = usage["output"].number().value_or(0);
    const double told = input + output;
    usage.each_member([&](std::string_view name, Json count) {
        const bool read = name.starts_with("input_") || name.starts_with("cache_");
        input += read ? count.number().value_or(0) : 0;
        output += name.starts_with("output_") ? count.number().value_or(0) : 0;
        return true;
    });
    const double total = usage["total"].number().value_or(input + output);
    if (total == input + output && total != told) {
        append_number(apart.input, input);
        append_number(apart.output, output);
    }
    return apart;
}

// Some say "none" where they do not know it.
std::string model_of(const SpanWork& work) {
    for (const Meanings::Found& each : work.meanings.all(Meaning::model)) {
        std::string model = scalar_text(each.value);
        if (each.key == "genkit:name") {
            model.erase(0, model.find('/') + 1);
        }
        if (!model.empty() && model != "none" && model != "unknown") {
            return model;
        }
    }
    return {};
}

// The answer as the provider gave it. Only such an object names its tokens or its choices; any
// other object may be what the model wrote, with ids that mean something else.
std::string id_of_answer(Json answer) {
    constexpr auto beside =
        std::to_array<std::string_view>({"usage", "choices", "token_usage", "usage_metadata"});
    const bool given =
        std::ranges::any_of(beside, [&](std::string_view name) { return answer[name].present(); });
    return given ? answer["id"].string().value_or("") : std::string();
}

// The id of the response: stated, or in the answer that some send whole.
std::string response_id_of(SpanWork& work) {
    std::string id = work.meanings.text(Meaning::response_id);
    for (const std::string_view key : {"output.value", "gen_ai.completion", "mastra.metadata.body",
                                       "genkit:output", "mlflow.spanOutputs"}) {
        const Json sent = work.span.attributes[key];
        if (!id.empty() || sent.raw().find("id") == std::string_view::npos) {
            continue;
        }
        const Json whole = loosened(sent, work.content.kept()).value;
        const Json message = whole["generations"].at(0).at(0)["message"];
        for (const Json answer :
             {whole, whole["raw"], whole["llm_output"], message["kwargs"]["response_metadata"]}) {
            id = id.empty() ? id_of_answer(answer) : id;
        }
    }
    return id;
}

// The messages of a prompt behind the instructions that stand in an attribute of their own.
std::string behind_system(Json system, const std::string& messages) {
    std::string element(system.is_object() ? system.raw() : std::string_view());
    if (element.empty()) {
        element = fmt::format(R"({{"role":"system","content":{}}})", system.raw());
    }
    if (messages.empty() || messages == "[]") {
        return "[" + element + "]";
    }
    const bool list = messages.starts_with('[');
    return "[" + element + "," + (list ? messages.substr(1) : messages + "]");
}

// One message of nothing but text is that text. The element of a choice is the message in it.
std::string completion_json(const Chat& chat, const std::vector<ChatMessage>& answers) {
    if (chat.elements.size() > 1) {
        return chat.to_json("assistant");
    }
    std::string text = text_of(answers.front());
    if (answers.front().plain && !text.empty()) {
        std::string json;
        append_token(json, text);
        return json;
    }
    const Json element = chat.elements.front();
    return spoken(element["message"].is_object() ? element["message"] : element, "assistant");
}

void take_chat(SpanWork& work, const SpanChat& found) {
    work.moved.insert(work.moved.end(), found.moved.begin(), found.moved.end());
    work.moved_events.insert(work.moved_events.end(), found.moved_events.begin(),
                             found.moved_events.end());
    work.truncated = work.truncated || found.truncated;
}

void add_answers(SpanWork& work, const SpanChat& found) {
    for (const Json element : found.chat.elements) {
        work.answers.push_back(read_message(element, "assistant", work.content.kept()));
    }
    TextViews known;
    for (const ChatMessage& answer : work.answers) {
        for (const MessagePart& part : answer.parts) {
            if (part.type == Type::tool_call && !part.call_id.empty() &&
                known.insert(part.call_id).second) {
                work.told.call_ids.push_back(part.call_id);
            }
        }
    }
    if (!found.chat.empty()) {
        const std::string completion = completion_json(found.chat, work.answers);
        work.told.main.fields.value("completion", Json(completion));
    }
}

void add_finish_reason(const SpanWork& work) {
    std::string reason = why_finished(work.meanings);
    for (const ChatMessage& answer : work.answers) {
        reason = reason.empty() ? answer.finish_reason : reason;
    }
    work.told.main.fields.text("finish_reason", reason);
}

}  // namespace

void add_tokens(SpanWork& work, Fields& fields) {
    const CountedApart apart = counted_apart(work);
    const Json prompt =
        apart.input.empty() ? work.meanings.amount(Meaning::prompt_tokens) : Json(apart.input);
    const Json completion = apart.output.empty() ? work.meanings.amount(Meaning::completion_tokens)
                                                 : Json(apart.output);
    const Json total = work.meanings.amount(Meaning::total_tokens);
    fields.value("prompt_tokens", prompt);
    fields.value("completion_tokens", completion);
    const double parts = prompt.number().value_or(0) + completion.number().value_or(0);
    if (total.number().value_or(-1) >= parts) {
        fields.value("total_tokens", total);
    }
    constexpr Counted rest[] = {
        {Meaning::cache_read_tokens, "cache_read_tokens"},
        {Meaning::cache_write_tokens, "cache_write_tokens"},
        {Meaning::reasoning_tokens, "reasoning_tokens"},
        {Meaning::cost_usd, "cost_usd"},
    };
    for (const Counted& each : rest) {
        fields.value(each.field, work.meanings.amount(each.meaning));
    }
    if (prompt.present() && work.role == SpanRole::model_call) {
        add_printed_usage(fields, work.span.attributes["output.value"].raw());
    }
}

void add_model_call(SpanWork& work) {
    Translation& told = work.told;
    Fields& fields = told.main.fields;
    fields.text("model", model_of(work));
    fields.text("response_id", response_id_of(work));
    fields.text("provider", work.meanings.text(Meaning::provider));
    add_tokens(work, fields);
    const SpanChat prompt = work.content.prompt();
    const SpanChat completion = work.content.completion();
    take_chat(work, prompt);
    take_chat(work, completion);
    if (!prompt.half.empty() && prompt.half == completion.half) {
        work.moved.push_back(prompt.half);
    }
    std::string messages = prompt.chat.empty() ? std::string() : prompt.chat.to_json("user");
    constexpr std::string_view instructions = "gen_ai.system.message";
    if (const Json system = work.span.attributes[instructions];
        !says_nothing(system) && Json(messages).at(0)["role"].string() != "system") {
        messages = behind_system(system, messages);
        work.moved.push_back(instructions);
    }
    fields.value("messages", Json(messages));
    add_answers(work, completion);
    add_finish_reason(work);
    fields.list("call_ids", told.call_ids);
    told.if_absent = reconstructed_calls(told.main, prompt.chat);
}

}  // namespace hence
