// opencode: `opencode export` (one document: the session, and messages with their parts), the lines
// of `opencode run --format json`, and the files of its storage directory (opencode_storage.h).
//
// Traps: times are milliseconds; a tool part holds the call and its end; a message of the assistant
// is one step of the loop, with its tokens; `input` leaves out the cache.
#include <utility>

#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/agents/opencode_storage.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr UsageNames opencode_usage = {.prompt = "input",
                                       .completion = "output",
                                       .cache_read = "cache/read",
                                       .cache_write = "cache/write",
                                       .reasoning = "reasoning",
                                       .total = "total",
                                       .prompt_excludes_cache = true,
                                       .completion_excludes_reasoning = true};

constexpr std::size_t parts_bytes_max = 64 << 20;

bool has_ended(Json state) {
    const std::string status = state["status"].string().value_or("");
    return status != "pending" && status != "running";
}

class OpencodeReader final : public TranscriptReader {
public:
    explicit OpencodeReader(const ReadOptions& options)
        : TranscriptReader(options, opencode_name, opencode_name) {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const Json messages = rest.take("messages");
        if (is_opencode_stored(record.json)) {
            std::optional<Event> event = TRY(opencode_stored_event(record.json));
            if (event) {
                tell_event(std::move(*event));
            }
            return {};
        }
        if (!messages.is_array()) {
            return record.json["part"].is_object() ? tell_line(record)
                                                   : tell_message(record, record.json);
        }
        Foreign info(rest.take("info"));
        enter(info.text("id"));
        // The title, the times and the summary change as the session goes on.
        for (const std::string_view name : {"version", "projectID", "directory", "parentID"}) {
            talk(record).about().value(name, info.take(name));
        }
        Result<void> done;
        messages.each_element([&](Json message) {
            Result<void> told = tell_message(record, message);
            if (!told && done) {
                done = std::move(told);
            }
            return true;
        });
        return done;
    }

    // The last step may not have ended.
    Result<void> tell_rest() override {
        return parts_.empty() ? Result<void>() : tell_step({}, open_, {});
    }

private:
    Result<void> tell_message(const Record& record, Json message) {
        const Json info = message["info"];
        if (!info["role"].is_string()) {
            return Error{Code::invalid, "the message has no role"};
        }
        enter(info["sessionID"].string().value_or(""));
        Foreign rest(info);
        const std::string role = rest.text("role");
        const TranscriptStep here{
            time_from_ms(rest.take("time")["created"]).value_or(""),
            info["id"].string().value_or("line " + std::to_string(record.line))};
        TranscriptAnswer answer;
        put_parts(message["parts"], answer.blocks);
        const Json model = rest.take("model");
        answer.model = rest.text("modelID");
        answer.model = answer.model.empty() ? model["modelID"].string().value_or("") : answer.model;
        answer.fields.text("provider", rest.text("providerID"));
        if (role != "assistant") {
            rest.leave(answer.fields, opencode_name);
            return talk(record).prompt(here, answer.blocks.text, std::move(answer.fields));
        }
        put_usage(answer.fields, rest.take("tokens"), opencode_usage);
        answer.fields.value("cost_usd", rest.amount("cost"));
        answer.fields.text("finish_reason", rest.text("finish"));
        const Json error = rest.take("error");
        answer.fields.text("error", error["data"]["message"].string().value_or(
                                        error["name"].string().value_or("")));
        answer.duration =
            duration_between(here.time, time_from_ms(info["time"]["completed"]).value_or(""));
        rest.leave(answer.fields, opencode_name);
        TRY(talk(record).answer(here, std::move(answer)));
        return tell_results(record, here, message["parts"]);
    }

    static void put_parts(Json parts, Blocks& blocks) {
        parts.each_element([&blocks](Json part) {
            const std::string type = part["type"].string().value_or("");
            const std::string text = part["text"].string().value_or("");
            if (type == "text") {
                blocks.text += (blocks.text.empty() ? "" : "\n") + text;
            } else if (type == "reasoning") {
                blocks.thoughts.push_back(text);
            } else if (type == "tool") {
                blocks.calls.push_back({part["callID"].string().value_or(""),
                                        part["tool"].string().value_or(""),
                                        std::string(part["state"]["input"].raw())});
            } else if (type != "step-start" && type != "step-finish") {
                blocks.others.emplace_back(part.raw());
            }
            return true;
        });
    }

    Result<void> tell_results(const Record& record, const TranscriptStep& here, Json parts) {
        Result<void> done;
        parts.each_element([&](Json part) {
            if (part["type"].string() == "tool" && has_ended(part["state"])) {
                done = tell_result(record, here, part);
            }
            return static_cast<bool>(done);
        });
        return done;
    }

    Result<void> tell_result(const Record& record, const TranscriptStep& here, Json part) {
        Foreign state(part["state"]);
        TranscriptResult result;
        result.call_id = part["callID"].string().value_or("");
        result.output = state.take("output").raw();
        result.error = state.text("error");
        const bool failed = state.text("status") == "error" || !result.error.empty() ||
                            part["state"]["metadata"]["exit"].number().value_or(0) != 0;
        result.status = status_text(failed);
        state.take("input");
        const Json time = state.take("time");
        const std::string begin = time_from_ms(time["start"]).value_or("");
        const std::string end = time_from_ms(time["end"]).value_or("");
        result.duration = duration_between(begin, end);
        state.leave(result.fields, opencode_name);
        const std::string key = here.key + " " + result.call_id;
        return talk(record).result({end, key}, std::move(result));
    }

    // {"type", "timestamp", "sessionID", "part"}: a step's texts and calls come before its end.
    Result<void> tell_line(const Record& record) {
        const Json part = record.json["part"];
        enter(record.json["sessionID"].string().value_or(""));
        const TranscriptStep here =
            step(record, time_from_ms(record.json["timestamp"]), part["id"].string().value_or(""));
        const std::string type = part["type"].string().value_or("");
        if (type == "step-start") {
            return {};
        }
        if (type == "text" || type == "reasoning" || type == "tool") {
            open_ = parts_.empty() ? here : open_;
            parts_ += (parts_.empty() ? "[" : ",") + std::string(part.raw());
            return {};
        }
        // A step that never ends must not take all memory.
        if (parts_.size() > parts_bytes_max) {
            TRY(tell_step(record, open_, {}));
        }
        if (type != "step-finish") {
            Fields fields;
            fields.value("part", part);
            const std::string kind = kind_from(type);
            return talk(record).note(kind.empty() ? "log" : kind, here, std::move(fields));
        }
        return tell_step(record, parts_.empty() ? here : open_, part);
    }

    Result<void> tell_step(const Record& record, const TranscriptStep& here, Json end) {
        const std::string parts = parts_.empty() ? "[]" : std::exchange(parts_, {}) + "]";
        TranscriptAnswer answer;
        put_parts(Json(parts), answer.blocks);
        put_usage(answer.fields, end["tokens"], opencode_usage);
        answer.fields.value("cost_usd", number_from(end["cost"]));
        answer.fields.text("finish_reason", end["reason"].string().value_or(""));
        TRY(talk(record).answer(here, std::move(answer)));
        return tell_results(record, here, Json(parts));
    }

    TranscriptStep open_;  // The step that goes on.
    std::string parts_;    // Of the step that goes on, as an open list.
};

}  // namespace

bool is_opencode(const Beginning& beginning) {
    const Json record = beginning.record();
    const Json info = record["info"];
    const Json first = record["messages"].at(0);
    const bool document =
        info["id"].is_string() && record["messages"].is_array() &&
        (first.raw().empty() || (first["info"]["role"].is_string() && first["parts"].is_array()));
    const bool message =
        info["sessionID"].is_string() && info["role"].is_string() && record["parts"].is_array();
    const bool line = record["sessionID"].is_string() && record["part"].is_object();
    return document || message || line || is_opencode_stored(record);
}

std::unique_ptr<Reader> read_opencode(const ReadOptions& options) {
    return std::make_unique<OpencodeReader>(options);
}

}  // namespace hence
