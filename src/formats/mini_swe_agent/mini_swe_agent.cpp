// A trajectory is a list of messages, bare or in a document that also has the result. An answer of
// the model has its commands beside it or in its text; the messages behind it are their results.
#include "formats/mini_swe_agent/mini_swe_agent.h"

#include <utility>
#include <vector>

#include "base/try.h"
#include "formats/common/records.h"
#include "formats/mini_swe_agent/run.h"

namespace hence {
namespace {

bool is_message(Json json) {
    return json["role"].is_string() && !json["content"].raw().empty();
}

class MiniSweAgentReader : public RecordReader {
public:
    using RecordReader::RecordReader;

    std::uint64_t finish(Batch& batch) override {
        const Result<void> told =
            add_each(bare_.finish(MiniSweAgentRun::Ended::not_yet), {}, batch);
        return bare_.pending() + pending_ + (told ? 0 : 1);
    }

protected:
    Result<void> read(const Record& record, Batch& batch) override {
        const Json messages = record.json["messages"];
        if (messages.is_array()) {
            return read_document(record, messages, batch);
        }
        if (!is_message(record.json)) {
            return Error{Code::invalid, "neither a message nor a trajectory of mini-swe-agent"};
        }
        return add_each(bare_.message(record.json, record.line), record, batch);
    }

private:
    Result<void> read_document(const Record& record, Json messages, Batch& batch) {
        MiniSweAgentRun run(record.json);
        read_each(messages, batch, [&](const Record& one) {
            return add_each(run.message(one.json, one.line), one, batch);
        });
        const bool ended = !record.json["info"]["exit_status"].string().value_or("").empty();
        const auto how = ended ? MiniSweAgentRun::Ended::yes : MiniSweAgentRun::Ended::not_yet;
        TRY(add_each(run.finish(how), record, batch));
        pending_ += run.pending();
        return {};
    }

    MiniSweAgentRun bare_{Json()};
    std::uint64_t pending_ = 0;
};

// The prompt of a bare list asks for a shell's commands: other lists of messages look alike.
bool is_first_message(Json json) {
    const std::string text = text_of_content(json["content"]);
    return json["role"].string() == "system" && text.find("interact") != std::string::npos &&
           text.find("computer") != std::string::npos;
}

}  // namespace

bool is_mini_swe_agent(const Beginning& beginning) {
    const Json record = beginning.record();
    if (!record["messages"].is_array()) {
        return is_first_message(record);
    }
    return record["trajectory_format"].string().value_or("").starts_with("mini-swe-agent") ||
           record["info"]["mini_version"].present();
}

std::unique_ptr<Reader> read_mini_swe_agent(const ReadOptions& options) {
    return std::make_unique<MiniSweAgentReader>(options);
}

}  // namespace hence
