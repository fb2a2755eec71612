// Zed keeps each thread of its agent as one document, mostly compressed, in a row of the table
// `threads`. A message of the user or of the agent is an object in an object with that name.
#include <optional>
#include <string>
#include <utility>

#include "base/base64.h"
#include "base/inflate.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::size_t zed_thread_bytes_max = 64 << 20;

// The document in a row; empty when there is none, or it cannot be read.
std::string zed_document(Json row) {
    std::string data = row["data"].string().value_or("");
    if (data.starts_with('{')) {
        return data;
    }
    data = from_padded_base64(data).value_or("");
    if (row["data_type"].string() != "zstd") {
        return data;
    }
    Result<std::string> whole = inflate(Coding::zstd, data, {.bytes_max = zed_thread_bytes_max});
    return whole ? std::move(whole).take() : std::string();
}

class ZedReader final : public TranscriptReader {
public:
    explicit ZedReader(const ReadOptions& options) : TranscriptReader(options, "zed", "zed") {}

protected:
    Result<void> tell(const Record& record) override {
        if (!record.json["data"].present()) {
            return tell_thread(record, record.json, {});
        }
        Result<std::string> document = minify(zed_document(record.json), fields_depth_max);
        if (!document) {
            return Error{Code::invalid, "the thread cannot be read: " + document.error().message};
        }
        return tell_thread(record, Json(*document), record.json["id"].string().value_or(""));
    }

private:
    // Only the thread has a time, that of its last change: so the order counts.
    Result<void> tell_thread(const Record& record, Json thread, const std::string& id) {
        enter(id);
        const std::string model = thread["model"]["model"].string().value_or("");
        talk(record).about().value("provider", thread["model"]["provider"]);
        Result<void> done;
        std::uint64_t number = 0;
        thread["messages"].each_element([&](Json message) {
            const TranscriptStep here{.key = "message " + std::to_string(++number)};
            Result<void> told = tell_message(record, here, message, model);
            if (!told && done) {
                done = std::move(told);
            }
            return true;
        });
        return done;
    }

    Result<void> tell_message(const Record& record, const TranscriptStep& here, Json message,
                              const std::string& model) {
        const Json user = message["User"];
        const Json agent = message["Agent"];
        if (!user.is_object() && !agent.is_object()) {
            Fields fields;
            fields.value("message", message);
            return talk(record).note("log", here, std::move(fields));
        }
        TranscriptAnswer answer;
        (user.is_object() ? user : agent)["content"].each_element([&](Json part) {
            take_part(part, answer.blocks);
            return true;
        });
        if (user.is_object()) {
            return talk(record).message(here, "user", std::move(answer));
        }
        answer.model = model;
        const std::vector<BlockCall> calls = answer.blocks.calls;
        Result<void> told = talk(record).answer(here, std::move(answer));
        // The results stand beside the answer, by the ids of the calls.
        for (std::size_t i = 0; told && i < calls.size(); ++i) {
            const Json result = agent["tool_results"][calls[i].call_id];
            if (result.is_object()) {
                told = talk(record).result({.key = here.key + " result " + std::to_string(i)},
                                           result_of(calls[i], result));
            }
        }
        return told;
    }

    static void take_part(Json part, Blocks& blocks) {
        const Json use = part["ToolUse"];
        if (part["Text"].is_string()) {
            blocks.text += blocks.text.empty() ? "" : "\n";
            blocks.text += part["Text"].string().value_or("");
        } else if (part["Thinking"].is_object()) {
            blocks.thoughts.push_back(part["Thinking"]["text"].string().value_or(""));
        } else if (use.is_object()) {
            blocks.calls.push_back({use["id"].string().value_or(""),
                                    use["name"].string().value_or(""), input_json(use["input"])});
        } else {
            blocks.others.emplace_back(part.raw());
        }
    }

    static TranscriptResult result_of(const BlockCall& call, Json told) {
        TranscriptResult result;
        result.call_id = call.call_id;
        result.name = call.name;
        const Json text = told["content"]["Text"];
        result.output = (text.present() ? text : told["content"]).raw();
        result.status = status_text(told["is_error"].boolean().value_or(false));
        return result;
    }
};

bool is_zed_message(Json message) {
    return message["User"].is_object() || message["Agent"].is_object();
}

}  // namespace

bool is_zed(const Beginning& beginning) {
    const Json record = beginning.record();
    return is_zed_message(record["messages"].at(0)) ||
           (beginning.has({"id", "summary", "updated_at", "data_type", "data"}));
}

std::unique_ptr<Reader> read_zed(const ReadOptions& options) {
    return std::make_unique<ZedReader>(options);
}

}  // namespace hence
