// Gemini CLI: saved sessions (one document, or since 0.40 a header and a message to a line), and
// the lines of `gemini --output-format stream-json`.
//
// Traps: a message holds its tool calls with their results, and is written again when it has got
// one, so the last message is not final; the text of a stream comes in
// pieces; `output` leaves out the thoughts, which a total includes.
#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::string_view gemini_name = "gemini";
constexpr UsageNames gemini_usage = {.prompt = "input",
                                     .completion = "output",
                                     .cache_read = "cached",
                                     .reasoning = "thoughts",
                                     .total = "total",
                                     .completion_excludes_reasoning = true};

// The texts of [{"functionResponse": {"response": {"output" or "error"}}}].
struct Response {
    std::string output;
    std::string error;
};
Response response_of(Json result) {
    const Json response = result.at(0)["functionResponse"]["response"];
    if (response["error"].present()) {
        return {{}, response["error"].string().value_or(std::string(response["error"].raw()))};
    }
    const Json output = response["output"].present() ? response["output"] : response;
    return {std::string(output.present() ? output.raw() : result.raw()), {}};
}

class GeminiReader final : public TranscriptReader {
public:
    explicit GeminiReader(const ReadOptions& options)
        : TranscriptReader(options, gemini_name, gemini_name) {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const Json messages = rest.take("messages");
        if (const std::string session = rest.text("sessionId"); !session.empty()) {
            TRY(tell_held());
            enter(session);
            // These change as the session goes on, and its first event must not.
            rest.take("lastUpdated");
            rest.take("summary");
            rest.leave(talk(record).about(), gemini_name);
            return messages.is_array() ? tell_document(record, messages) : Result<void>();
        }
        if (!record.json["$set"].raw().empty()) {
            return {};  // The header's time, and what else changes as a session goes on.
        }
        if (is_stream(record.json)) {
            return tell_stream(record, rest);
        }
        if (!record.json["id"].is_string() || !record.json["type"].is_string()) {
            return Error{Code::invalid, "neither a message nor a header of Gemini CLI"};
        }
        if (Json(held_)["id"].string() != record.json["id"].string()) {
            TRY(tell_held());
        }
        held_ = record.json.raw();
        held_at_.line = record.line;
        // A message of a user is not written again.
        return record.json["type"].string() == "gemini" ? Result<void>() : tell_held();
    }

    // The last message may be written again, and the last answer of a stream may go on.
    Result<void> tell_rest() override {
        TRY(tell_held());
        return tell_said(held_at_);
    }

private:
    static bool is_stream(Json json) {
        return json["type"].is_string() && json["id"].raw().empty();
    }

    // The last message may get tool calls when the document is written again, so it waits.
    Result<void> tell_document(const Record& record, Json messages) {
        Result<void> done;
        std::uint64_t number = 0;
        messages.each_element([&](Json message) {
            Result<void> told = tell_held();
            if (message["type"].string() == "gemini") {
                held_ = message.raw();
                held_at_.line = ++number;
            } else if (told) {
                told = tell_message(record, message, ++number);
            }
            if (!told && done) {
                done = std::move(told);
            }
            return true;
        });
        return done;
    }

    Result<void> tell_held() {
        if (held_.empty()) {
            return {};
        }
        const std::string held = std::exchange(held_, {});
        return tell_message(held_at_, Json(held), held_at_.line);
    }

    Result<void> tell_message(const Record& record, Json message, std::uint64_t number) {
        if (!message.is_object()) {
            return Error{Code::invalid, "a message is not a JSON object"};
        }
        Foreign rest(message);
        const std::string type = rest.text("type");
        const std::string id = message["id"].string().value_or("");
        const TranscriptStep here{time_from(rest.take("timestamp")).value_or(""),
                                  id.empty() ? "message " + std::to_string(number) : id};
        if (type == "gemini") {
            return tell_answer(record, here, rest);
        }
        Fields fields;
        const std::string text = blocks_of(rest.take("content")).text;
        rest.leave(fields, gemini_name);
        if (type == "user") {
            return talk(record).prompt(here, text, std::move(fields));
        }
        const bool error = type == "error";
        fields.text("severity", error ? "" : type);
        fields.text(error ? "error" : "body", text);
        return talk(record).note(error ? "error" : "log", here, std::move(fields));
    }

    Result<void> tell_answer(const Record& record, const TranscriptStep& here, Foreign& rest) {
        TranscriptAnswer answer;
        answer.blocks = blocks_of(rest.take("content"));
        rest.take("thoughts").each_element([&answer](Json thought) {
            const std::string subject = thought["subject"].string().value_or("");
            const std::string more = thought["description"].string().value_or("");
            answer.blocks.thoughts.push_back(subject +
                                             (subject.empty() || more.empty() ? "" : ": ") + more);
            return true;
        });
        answer.model = rest.text("model");
        put_usage(answer.fields, rest.take("tokens"), gemini_usage);
        const Json calls = rest.take("toolCalls");
        calls.each_element([&answer](Json call) {
            answer.blocks.calls.push_back({call["id"].string().value_or(""),
                                           call["name"].string().value_or(""),
                                           std::string(call["args"].raw())});
            return true;
        });
        rest.leave(answer.fields, gemini_name);
        TRY(talk(record).answer(here, std::move(answer)));
        Result<void> done;
        calls.each_element([&](Json call) {
            done = tell_result(record, here, call);
            return static_cast<bool>(done);
        });
        return done;
    }

    // A call that has no result yet waits for it.
    Result<void> tell_result(const Record& record, const TranscriptStep& here, Json call) {
        Foreign rest(call);
        const std::string status = rest.text("status");
        const Json given = rest.take("result");
        if (!given.present() && status.empty()) {
            return {};
        }
        Response response = response_of(given);
        TranscriptResult result;
        result.call_id = rest.text("id");
        result.output = std::move(response.output);
        result.error = std::move(response.error);
        result.status = status_text(status == "error" || status == "cancelled");
        for (const std::string_view said : {"name", "args", "description", "displayName"}) {
            rest.take(said);
        }
        const std::string time = time_from(rest.take("timestamp")).value_or("");
        result.fields.text("tool_status", status);
        rest.leave(result.fields, gemini_name);
        const std::string key = here.key + " " + result.call_id;
        return talk(record).result({time, key}, std::move(result));
    }

    Result<void> tell_stream(const Record& record, Foreign& rest) {
        const std::string type = rest.text("type");
        const TranscriptStep here = step(record, time_from(rest.take("timestamp")));
        if (type == "message" && rest.take("role").string() == "assistant") {
            said(here).blocks.text += rest.text("content");
            return {};
        }
        if (type == "init") {
            enter(rest.text("session_id"));
            model_ = record.json["model"].string().value_or("");
            rest.leave(talk(record).about(), gemini_name);
            return {};
        }
        if (type == "tool_use") {
            said(here).blocks.calls.push_back({rest.text("tool_id"), rest.text("tool_name"),
                                               std::string(rest.take("parameters").raw())});
            return {};
        }
        TRY(tell_said(record));
        Fields fields;
        if (type == "message") {
            const std::string text = rest.text("content");
            rest.leave(fields, gemini_name);
            return talk(record).prompt(here, text, std::move(fields));
        }
        if (type == "tool_result") {
            TranscriptResult result;
            result.call_id = rest.text("tool_id");
            result.output = rest.take("output").raw();
            result.error = rest.take("error")["message"].string().value_or("");
            result.status = status_text(rest.text("status") == "error");
            rest.leave(result.fields, gemini_name);
            return talk(record).result(here, std::move(result));
        }
        if (type == "result") {
            fields.value("total_tokens", number_from(record.json["stats"]["total_tokens"]));
            const bool failed = rest.text("status") == "error";
            rest.leave(fields, gemini_name);
            return talk(record).end(here, failed ? "failure" : "success", std::move(fields));
        }
        if (type == "error") {
            fields.text("error", rest.text("message"));
        }
        const std::string kind = kind_from(type);
        if (kind.empty()) {
            return Error{Code::invalid, "the type of the event is no name"};
        }
        rest.leave(fields, gemini_name);
        return talk(record).note(kind, here, std::move(fields));
    }

    // The words and the calls between two other events are one answer.
    TranscriptAnswer& said(const TranscriptStep& here) {
        if (!said_) {
            said_ = std::make_unique<Said>();
            said_->step = here;
            said_->answer.model = model_;
        }
        return said_->answer;
    }

    Result<void> tell_said(const Record& record) {
        if (!said_) {
            return {};
        }
        const std::unique_ptr<Said> said = std::exchange(said_, nullptr);
        return talk(record).answer(said->step, std::move(said->answer));
    }

    struct Said {
        TranscriptStep step;
        TranscriptAnswer answer;
    };

    std::string held_;  // A message that may be written again.
    Record held_at_;
    std::unique_ptr<Said> said_;  // An answer of a stream, of which more may come.
    std::string model_;
};

}  // namespace

bool is_gemini(const Beginning& beginning) {
    const Json record = beginning.record();
    const bool session = beginning.has({"sessionId", "projectHash"}) ||
                         (beginning.has({"sessionId", "startTime", "messages"}));
    const bool stream =
        record["type"].string() == "init" && beginning.has({"session_id", "model", "timestamp"});
    return session || stream;
}

std::unique_ptr<Reader> read_gemini(const ReadOptions& options) {
    return std::make_unique<GeminiReader>(options);
}

}  // namespace hence
