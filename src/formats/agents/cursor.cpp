// Cursor agent transcripts: {"role", "message": {"content": [...]}} to a line. Traps: no times, no
// model, no session (the file is named by it), calls without ids, and most often without results;
// the words of the user stand in <user_query> between what the editor added.
#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::string_view cursor_name = "cursor";

// What the user typed.
std::string user_words(std::string_view text) {
    constexpr std::string_view begin = "<user_query>";
    constexpr std::string_view end = "</user_query>";
    const std::size_t from = text.find(begin);
    const std::size_t to = from == std::string_view::npos ? from : text.find(end, from);
    if (to == std::string_view::npos) {
        return std::string(text);
    }
    return std::string(trimmed(text.substr(from + begin.size(), to - from - begin.size())));
}

class CursorReader final : public TranscriptReader {
public:
    explicit CursorReader(const ReadOptions& options)
        : TranscriptReader(options, cursor_name, cursor_name) {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const std::string role = rest.text("role");
        TranscriptAnswer message;
        if (role.empty()) {
            return tell_other(record, rest);
        }
        message.blocks = blocks_of(rest.take("message")["content"]);
        message.model = rest.text("model");
        if (role == "user") {
            std::string words = user_words(message.blocks.text);
            if (words != message.blocks.text) {
                message.fields.text("whole_text", message.blocks.text);
            }
            message.blocks.text = std::move(words);
        }
        rest.leave(message.fields, cursor_name);
        return talk(record).message(step(record, {}), role, std::move(message));
    }

private:
    Result<void> tell_other(const Record& record, Foreign& rest) {
        const std::string type = rest.text("type");
        Fields fields;
        if (type == "turn_ended") {
            fields.text("reason", rest.text("status"));
            rest.leave(fields, cursor_name);
            return talk(record).note("termination", step(record, {}), std::move(fields));
        }
        const std::string kind = kind_from(type);
        if (kind.empty()) {
            return Error{Code::invalid, "neither a message nor an event of Cursor"};
        }
        rest.leave(fields, cursor_name);
        return talk(record).note(kind, step(record, {}), std::move(fields));
    }
};

}  // namespace

bool is_cursor(const Beginning& beginning) {
    const Json record = beginning.record();
    const std::string role = record["role"].string().value_or("");
    return (role == "user" || role == "assistant") && record["message"].is_object() &&
           !record["message"]["content"].raw().empty() && record["type"].raw().empty();
}

std::unique_ptr<Reader> read_cursor(const ReadOptions& options) {
    return std::make_unique<CursorReader>(options);
}

}  // namespace hence
