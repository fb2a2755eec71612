// Antigravity, `transcript.jsonl`: {"step_index", "source", "type", "status", "created_at", ...} to
// a line. Traps: a result names neither its call nor its tool, and follows the answer that asked
// for it; arguments are JSON in a text; what the user typed stands in <USER_REQUEST>.
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::string_view antigravity_name = "antigravity";

std::string request_in(const std::string& text) {
    constexpr std::string_view open = "<USER_REQUEST>";
    const std::size_t from = text.find(open);
    const std::size_t to = text.find("</USER_REQUEST>");
    if (from == std::string::npos || to == std::string::npos || to < from) {
        return text;
    }
    const std::string_view inside(text);
    return std::string(trimmed(inside.substr(from + open.size(), to - from - open.size())));
}

class AntigravityReader final : public TranscriptReader {
public:
    explicit AntigravityReader(const ReadOptions& options)
        : TranscriptReader(options, antigravity_name, antigravity_name) {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const std::string type = rest.text("type");
        const std::string source = rest.text("source");
        if (type.empty()) {
            return Error{Code::invalid, "the step has no type"};
        }
        const TranscriptStep here = step(record, time_from(rest.take("created_at")));
        Transcript& talk = this->talk(record);
        if (type == "PLANNER_RESPONSE") {
            return talk.answer(here, answer_of(rest));
        }
        if (type == "USER_INPUT") {
            Fields fields;
            const std::string text = rest.text("content");
            std::string words = request_in(text);
            fields.text("whole_text", words == text ? "" : text);
            rest.leave(fields, antigravity_name);
            return talk.prompt(here, words, std::move(fields));
        }
        if (source == "MODEL") {
            TranscriptResult result;
            result.name = kind_from(type);
            result.output = rest.take("content").raw();
            result.status = status_text(record.json["status"].string() == "ERROR");
            result.fields.text("step_type", type);
            rest.leave(result.fields, antigravity_name);
            return talk.result(here, std::move(result));
        }
        Fields fields;
        std::string kind = kind_from(type);
        if (type == "CHECKPOINT") {
            kind = "curation";
            fields.text("action", "compressed");
            fields.text("target", "context");
        } else if (type == "SYSTEM_MESSAGE") {
            kind = "system_message";
        }
        fields.text("text", rest.text("content"));
        rest.leave(fields, antigravity_name);
        return talk.note(kind.empty() ? "log" : kind, here, std::move(fields));
    }

private:
    static TranscriptAnswer answer_of(Foreign& rest) {
        TranscriptAnswer answer;
        answer.blocks.text = rest.text("content");
        if (std::string thought = rest.text("thinking"); !thought.empty()) {
            answer.blocks.thoughts.push_back(std::move(thought));
        }
        rest.take("tool_calls").each_element([&answer](Json call) {
            answer.blocks.calls.push_back(
                {{}, call["name"].string().value_or(""), plain_input(call["args"])});
            return true;
        });
        rest.leave(answer.fields, antigravity_name);
        return answer;
    }

    // {"Path": "\"/a\""} as {"Path": "/a"}.
    static std::string plain_input(Json args) {
        if (!args.is_object()) {
            return std::string(args.raw());
        }
        Fields input;
        args.each_member([&input](std::string_view name, Json value) {
            const Result<std::string> held =
                minify(value.string().value_or(""), fields_depth_max - 3);
            input.value(name, held ? Json(*held) : value);
            return true;
        });
        Result<std::string> json = std::move(input).take();
        return json ? std::move(json).take() : std::string(args.raw());
    }
};

}  // namespace

bool is_antigravity(const Beginning& beginning) {
    return beginning.has({"step_index", "source", "type", "status", "created_at"});
}

std::unique_ptr<Reader> read_antigravity(const ReadOptions& options) {
    return std::make_unique<AntigravityReader>(options);
}

}  // namespace hence
