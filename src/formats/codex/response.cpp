#include "formats/codex/response.h"

#include <utility>

#include "model/rationale/rationale.h"

namespace hence {
namespace {

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) {
        all += all.empty() ? text : "\n\n" + text;
    }
    return all;
}

void describe_usage(Json usage, Fields& fields) {
    Foreign rest(usage);
    fields.value("prompt_tokens", rest.amount("input_tokens"));
    fields.value("completion_tokens", rest.amount("output_tokens"));
    fields.value("total_tokens", rest.amount("total_tokens"));
    fields.value("cache_read_tokens", rest.amount("cached_input_tokens"));
    fields.value("cache_write_tokens", rest.amount("cache_write_input_tokens"));
    fields.value("reasoning_tokens", rest.amount("reasoning_output_tokens"));
    rest.leave(fields, "codex");
}

}  // namespace

void CodexResponse::add_text(std::string text) {
    const std::uint64_t before = rationales.empty() ? 0 : rationales.rbegin()->first;
    for (auto& [number, rationale] : rationale_blocks(text).by_call) {
        // A second text of the same answer goes on counting where it says nothing else.
        const bool taken = rationales.contains(number);
        rationales.emplace(taken ? before + number : number, std::move(rationale));
    }
    texts.push_back(std::move(text));
}

std::string CodexResponse::rationale_of_call(const std::string& call_id) {
    call_ids.push_back(call_id);
    const auto found = rationales.find(call_ids.size());
    return found == rationales.end() ? std::string() : found->second;
}

std::string CodexResponse::completion() const {
    return joined(texts.empty() ? heard : texts);
}

void CodexResponse::describe(EventDraft& draft) const {
    draft.id = id;
    draft.kind = "llm_call";
    draft.time = time;
    draft.run = run;
    draft.parent = parent;
    if (!parent.empty()) {
        draft.flags.push_back(Flag::parent_derived);
    }
    Fields& fields = draft.fields;
    fields.text("model", model);
    describe_usage(Json(usage), fields);
    if (!messages.empty()) {
        std::string list;
        for (const std::string& message : messages) {
            list += (list.empty() ? "[" : ",") + message;
        }
        fields.value("messages", Json(list += "]"));
    }
    if (messages_left_out > 0) {
        fields.value("messages_left_out", Json(std::to_string(messages_left_out)));
    }
    fields.text("completion", completion());
    fields.list("call_ids", call_ids);
    fields.value("effort", Json(effort));
    fields.value("model_context_window", Json(usage_window));
}

}  // namespace hence
