// Cline, Roo Code and Kilo Code: `api_conversation_history.json`, a list of messages with content
// blocks, and `ui_messages.json`, what the panel showed.
//
// Both files tell the same task. The conversation has the words, the panel has the times: so the
// conversation is read, with the times of the panel's file beside it, and the panel's file is read
// only where it stands alone. Traps: the first message holds the task between tags and what the
// editor added; results of tools may be plain text behind "[NAME for 'ARGUMENT'] Result:".
#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::string_view cline_name = "cline";
constexpr std::string_view conversation_file = "api_conversation_history.json";
constexpr std::string_view panel_file = "ui_messages.json";
constexpr UsageNames cline_usage = {
    .prompt = "tokens/prompt", .completion = "tokens/completion", .cache_read = "tokens/cached"};
constexpr UsageNames panel_usage = {.prompt = "tokensIn",
                                    .completion = "tokensOut",
                                    .cache_read = "cacheReads",
                                    .cache_write = "cacheWrites",
                                    .prompt_excludes_cache = true};

std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
    const std::size_t from = text.find(begin);
    const std::size_t to = from == std::string_view::npos ? from : text.find(end, from);
    return to == std::string_view::npos
               ? std::string_view()
               : trimmed(text.substr(from + begin.size(), to - from - begin.size()));
}

// What a user said, without what the editor added.
std::string words_in(std::string_view text) {
    for (const std::string_view tag : {"task", "feedback", "user_message", "answer"}) {
        const std::string open = "<" + std::string(tag) + ">";
        const std::string close = "</" + std::string(tag) + ">";
        if (const std::string_view words = between(text, open, close); !words.empty()) {
            return std::string(words);
        }
    }
    return std::string(trimmed(text.substr(0, text.find("<environment_details>"))));
}

// "[read_file for 'a.txt'] Result:" begins a result; what follows is the output.
bool is_result_text(std::string_view text) {
    const std::size_t end = text.find("] Result:");
    return text.starts_with('[') && end != std::string_view::npos &&
           text.substr(0, end).find('\n') == std::string_view::npos;
}

class ClineReader final : public TranscriptReader {
public:
    explicit ClineReader(const ReadOptions& options)
        : TranscriptReader(options, cline_name, cline_name),
          beside_(options.beside),
          panel_(options.source.ends_with(panel_file)) {}

protected:
    Result<void> tell(const Record& record) override {
        if (record.json["say"].is_string() || record.json["ask"].is_string()) {
            return tell_panel(record);
        }
        const std::string role = record.json["role"].string().value_or("");
        if (role.empty()) {
            return Error{Code::invalid, "neither a message nor an entry of the panel"};
        }
        read_times();
        return role == "assistant" ? tell_answer(record) : tell_user(record);
    }

private:
    // The panel's file is looked at once, for the times of the requests.
    void read_times() {
        if (std::exchange(looked_, true) || !beside_) {
            return;
        }
        const std::optional<std::string> text = beside_(std::string(panel_file));
        const Result<std::string> json = minify(text.value_or("[]"), record_depth_max);
        if (!json) {
            return;  // It is read, and refused, by itself.
        }
        Json(*json).each_element([this](Json entry) {
            if (entry["say"].string() == "api_req_started") {
                times_.push_back(time_from_ms(entry["ts"]).value_or(""));
            } else if (first_.empty()) {
                first_ = time_from_ms(entry["ts"]).value_or("");
            }
            return true;
        });
    }

    // An answer has the time of its request; what a user said has that of the next request.
    TranscriptStep step_of(const Record& record) const {
        const std::string own = time_from_ms(record.json["ts"]).value_or("");
        const std::string& shown = answers_ == 0 && !first_.empty() ? first_
                                   : answers_ < times_.size()       ? times_[answers_]
                                                                    : own;
        return step(record, own.empty() ? shown : own);
    }

    Result<void> tell_answer(const Record& record) {
        Foreign rest(record.json);
        rest.take("role");
        TranscriptStep here = step(record, time_from_ms(rest.take("ts")));
        if (here.time.empty() && answers_ < times_.size()) {
            here.time = times_[answers_];
        }
        ++answers_;
        TranscriptAnswer answer;
        answer.blocks = blocks_of(rest.take("content"));
        const Json model = rest.take("modelInfo");
        answer.model = model["modelId"].string().value_or("");
        answer.fields.text("provider", model["providerId"].string().value_or(""));
        const Json metrics = rest.take("metrics");
        put_usage(answer.fields, metrics, cline_usage);
        answer.fields.value("cost_usd", number_from(metrics["cost"]));
        rest.leave(answer.fields, cline_name);
        for (const BlockCall& call : answer.blocks.calls) {
            asked_.push_back(call.call_id);
        }
        return talk(record).answer(here, std::move(answer));
    }

    Result<void> tell_user(const Record& record) {
        const TranscriptStep here = step_of(record);
        Blocks blocks = blocks_of(record.json["content"]);
        Transcript& talk = this->talk(record);
        std::vector<std::string> asked = std::exchange(asked_, {});
        if (blocks.results.empty() && !asked.empty()) {
            TRY(tell_result_texts(talk, here, record.json["content"], asked));
            return {};
        }
        TranscriptAnswer said;
        const bool results = !blocks.results.empty();
        said.blocks = std::move(blocks);
        said.blocks.text = results && said.blocks.text.find("<feedback>") == std::string::npos
                               ? std::string()
                               : words_in(said.blocks.text);
        return talk.message(here, "user", std::move(said));
    }

    // Results as plain text: each belongs to the next call that was asked for. Words of the user
    // may stand among them.
    static Result<void> tell_result_texts(Transcript& talk, const TranscriptStep& here,
                                          Json content, const std::vector<std::string>& asked) {
        std::vector<std::string> texts;
        content.each_element([&texts](Json block) {
            texts.push_back(block["text"].string().value_or(""));
            return true;
        });
        if (content.is_string()) {
            texts.push_back(content.string().value_or(""));
        }
        const bool marked = std::ranges::any_of(texts, is_result_text);
        std::size_t number = 0;
        std::string words;
        for (const std::string& text : texts) {
            if ((marked ? is_result_text(text) : number == 0) && number < asked.size()) {
                TranscriptResult result;
                result.call_id = asked[number];
                append_token(result.output, text);
                const std::string key = here.key + " result " + std::to_string(++number);
                TRY(talk.result({here.time, key}, std::move(result)));
            } else if (const std::string_view said = between(text, "<feedback>", "</feedback>");
                       !said.empty()) {
                words = said;
            }
        }
        return words.empty() ? Result<void>() : talk.prompt(here, words, {});
    }

    // The panel's file alone.
    Result<void> tell_panel(const Record& record) {
        if (panel_ && !std::exchange(looked_, true) && beside_) {
            skip_ = beside_(std::string(conversation_file)).has_value();
        }
        if (skip_) {
            return {};  // The conversation tells it, and more.
        }
        Foreign rest(record.json);
        const TranscriptStep here = step(record, time_from_ms(rest.take("ts")));
        const std::string type = rest.text("type");
        const std::string what = rest.text(type);
        const std::string text = rest.text("text");
        Transcript& talk = this->talk(record);
        Fields fields;
        if (what == "text" && !said_) {
            said_ = true;
            rest.leave(fields, cline_name);
            return talk.prompt(here, text, std::move(fields));
        }
        if (what == "user_feedback") {
            rest.leave(fields, cline_name);
            return talk.prompt(here, text, std::move(fields));
        }
        if (what == "api_req_started") {
            return tell_request(talk, here, text, rest);
        }
        if (what == "tool" || what == "command" || what == "use_mcp_server") {
            BlockCall call{{}, what, input_json(Json(token(text)))};
            call.name = Json(call.input)["tool"].string().value_or(what);
            rest.leave(fields, cline_name);
            return talk.call(here, std::move(call), std::move(fields));
        }
        if (what == "command_output" || what == "mcp_server_response") {
            TranscriptResult result;
            result.output = token(text);
            return talk.result(here, std::move(result));
        }
        const bool thinks = what == "reasoning" || what == "text";
        fields.text(what == "error" ? "error" : thinks ? "text" : "body", text);
        fields.text("severity", thinks || what == "error" ? "" : what);
        rest.leave(fields, cline_name);
        return talk.note(what == "error" ? "error"
                         : thinks        ? "thought"
                                         : "log",
                         here, std::move(fields));
    }

    static Result<void> tell_request(Transcript& talk, const TranscriptStep& here,
                                     const std::string& text, Foreign& rest) {
        const std::string request = object_of(Json(token(text)));
        TranscriptAnswer answer;
        const Json model = rest.take("modelInfo");
        answer.model = model["modelId"].string().value_or("");
        answer.fields.text("provider", model["providerId"].string().value_or(""));
        put_usage(answer.fields, Json(request), panel_usage);
        answer.fields.value("cost_usd", number_from(Json(request)["cost"]));
        rest.leave(answer.fields, cline_name);
        return talk.answer(here, std::move(answer));
    }

    static std::string token(std::string_view text) {
        std::string json;
        append_token(json, text);
        return json;
    }

    std::function<std::optional<std::string>(const std::string&)> beside_;
    bool panel_;  // The text is the panel's file.
    bool looked_ = false;
    bool skip_ = false;
    bool said_ = false;               // The task, in the panel's file.
    std::string first_;               // The time of the task.
    std::vector<std::string> times_;  // Of the requests, in order.
    std::size_t answers_ = 0;
    std::vector<std::string> asked_;  // The calls of the last answer.
};

}  // namespace

bool is_cline(const Beginning& beginning) {
    const Json record = beginning.record();
    const std::string type = record["type"].string().value_or("");
    if ((type == "say" || type == "ask") && record["ts"].is_number()) {
        return record[type].is_string();
    }
    const Json first = record["content"].at(0)["text"];
    const std::string text =
        first.is_string() ? first.string().value_or("") : record["content"].string().value_or("");
    return record["role"].string() == "user" && record["message"].raw().empty() &&
           (text.find("<environment_details>") != std::string::npos ||
            trimmed_front(text).starts_with("<task>") ||
            trimmed_front(text).starts_with("<user_message>"));
}

std::unique_ptr<Reader> read_cline(const ReadOptions& options) {
    return std::make_unique<ClineReader>(options);
}

}  // namespace hence
