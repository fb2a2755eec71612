// Crush keeps its sessions in a SQLite file; a row of the table `messages` is one message. `parts`
// holds the text, the reasoning, the calls and the results of the message, each with its type.
#include <optional>
#include <string>
#include <utility>

#include "base/base64.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

// The column is a blob, so that the text may come as base64.
std::string crush_parts(Json parts) {
    std::string text = parts.string().value_or(std::string(parts.raw()));
    if (!text.starts_with('[')) {
        text = from_padded_base64(text).value_or("");
    }
    Result<std::string> json = minify(text, fields_depth_max);
    return json ? std::move(json).take() : std::string();
}

// Older versions count seconds, newer ones milliseconds.
std::optional<std::string> crush_time(Json at) {
    constexpr double seconds_max = 1e11;
    const std::optional<double> number = at.number();
    if (!number) {
        return std::nullopt;
    }
    std::string ms;
    append_number(ms, *number < seconds_max ? *number * 1'000 : *number);
    return time_from_ms(Json(ms));
}

class CrushReader final : public TranscriptReader {
public:
    explicit CrushReader(const ReadOptions& options)
        : TranscriptReader(options, "crush", "crush") {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const std::string id = rest.text("id");
        enter(rest.text("session_id"));
        const std::string parts = crush_parts(rest.take("parts"));
        if (parts.empty()) {
            return Error{Code::invalid, "the parts of the message are no JSON"};
        }
        const std::string role = rest.text("role");
        TranscriptAnswer answer;
        answer.model = rest.text("model");
        Json(parts).each_element([&](Json part) {
            take_part(part, answer);
            return true;
        });
        const TranscriptStep here = step(record, crush_time(rest.take("created_at")), id);
        rest.take("updated_at");  // These change as the session goes on.
        rest.take("finished_at");
        rest.leave(answer.fields, "crush");
        return talk(record).message(here, role == "tool" ? "user" : role, std::move(answer));
    }

private:
    static void take_part(Json part, TranscriptAnswer& answer) {
        const std::string type = part["type"].string().value_or("");
        const Json data = part["data"];
        Blocks& blocks = answer.blocks;
        if (type == "text") {
            blocks.text += blocks.text.empty() ? "" : "\n";
            blocks.text += data["text"].string().value_or("");
        } else if (type == "reasoning") {
            std::string thought = data["thinking"].string().value_or("");
            if (!thought.empty()) {
                blocks.thoughts.push_back(std::move(thought));
            }
        } else if (type == "tool_call") {
            blocks.calls.push_back({data["id"].string().value_or(""),
                                    data["name"].string().value_or(""), input_json(data["input"])});
        } else if (type == "tool_result") {
            blocks.results.push_back(
                {data["tool_call_id"].string().value_or(""), data["name"].string().value_or(""),
                 content_json(data["content"]), data["is_error"].boolean().value_or(false)});
        } else if (type == "finish") {
            answer.fields.text("finish_reason", data["reason"].string().value_or(""));
        } else {
            blocks.others.emplace_back(part.raw());
        }
    }
};

}  // namespace

bool is_crush(const Beginning& beginning) {
    const Json record = beginning.record();
    return beginning.has({"id", "session_id", "role", "parts", "created_at"}) &&
           !crush_parts(record["parts"]).empty();
}

std::unique_ptr<Reader> read_crush(const ReadOptions& options) {
    return std::make_unique<CrushReader>(options);
}

}  // namespace hence
