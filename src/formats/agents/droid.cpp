// Factory Droid: the sessions that it stores (a header, then messages with content blocks), and the
// lines of `droid exec --output-format stream-json`.
#include <utility>

#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::string_view droid_name = "droid";

class DroidReader final : public TranscriptReader {
public:
    explicit DroidReader(const ReadOptions& options)
        : TranscriptReader(options, droid_name, droid_name) {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const std::string type = rest.text("type");
        if (type == "session_start") {
            enter(rest.text("id"));
            rest.leave(talk(record).about(), droid_name);
            return {};
        }
        if (const std::string session = rest.text("session_id"); !session.empty()) {
            enter(session);
        }
        const TranscriptStep here = step(record, time_from(rest.take("timestamp")),
                                         record.json["id"].string().value_or(""));
        if (type == "system") {
            model_ = record.json["model"].string().value_or("");
            rest.leave(talk(record).about(), droid_name);
            return {};
        }
        if (type == "message") {
            return tell_message(record, here, rest);
        }
        if (type == "tool_call") {
            BlockCall call{rest.text("toolCallId"), rest.text("toolName"),
                           input_json(rest.take("parameters"))};
            Fields fields;
            rest.leave(fields, droid_name);
            return talk(record).call(here, std::move(call), std::move(fields));
        }
        if (type == "tool_result") {
            return tell_result(record, here, rest);
        }
        if (type == "completion") {
            Fields fields;
            fields.text("output", rest.text("finalText"));
            rest.leave(fields, droid_name);
            return talk(record).end(here, "success", std::move(fields));
        }
        const std::string kind = kind_from(type);
        if (kind.empty()) {
            return Error{Code::invalid, "the record has no type"};
        }
        Fields fields;
        rest.leave(fields, droid_name);
        return talk(record).note(kind, here, std::move(fields));
    }

private:
    Result<void> tell_message(const Record& record, const TranscriptStep& here, Foreign& rest) {
        const Json message = rest.take("message");
        TranscriptAnswer answer;
        answer.model = model_;
        std::string role = rest.text("role");
        if (message.is_object()) {
            Foreign inner(message);
            role = inner.text("role");
            answer.blocks = blocks_of(inner.take("content"));
            inner.leave(answer.fields, droid_name);
        } else {
            answer.blocks.text = rest.text("text");
        }
        rest.leave(answer.fields, droid_name);
        return talk(record).message(here, role, std::move(answer));
    }

    Result<void> tell_result(const Record& record, const TranscriptStep& here, Foreign& rest) {
        TranscriptResult result;
        result.call_id = rest.text("toolCallId");
        const Json value = rest.take("value");
        result.output = value.raw();
        const Json code = value["exitCode"];
        const bool failed =
            rest.take("isError").boolean().value_or(false) || code.number().value_or(0) != 0;
        result.status = status_text(failed);
        rest.leave(result.fields, droid_name);
        return talk(record).result(here, std::move(result));
    }

    std::string model_;
};

}  // namespace

bool is_droid(const Beginning& beginning) {
    const Json record = beginning.record();
    const std::string type = record["type"].string().value_or("");
    return (type == "session_start" && beginning.has({"id", "owner"})) ||
           (beginning.has({"session_id", "timestamp"}) && record["uuid"].raw().empty() &&
            ((type == "message" && beginning.has({"role", "text"})) ||
             (type == "system" && beginning.has({"model", "cwd"}) &&
              record["subtype"].raw().empty())));
}

std::unique_ptr<Reader> read_droid(const ReadOptions& options) {
    return std::make_unique<DroidReader>(options);
}

}  // namespace hence
