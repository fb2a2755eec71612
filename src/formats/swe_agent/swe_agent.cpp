// A trajectory has neither times nor ids. A run is named after its beginning, and an event after
// the number of its step. `history` repeats the steps: only the prompt and the names of tools are
// taken from there.
#include "formats/swe_agent/swe_agent.h"

#include <utility>
#include <vector>

#include "base/try.h"
#include "formats/common/records.h"
#include "formats/swe_agent/run.h"

namespace hence {
namespace {

class SweAgentReader : public RecordReader {
public:
    using RecordReader::RecordReader;

    std::uint64_t finish(Batch&) override { return pending_; }

protected:
    bool has_files() const override { return true; }
    Result<void> read(const Record& record, Batch& batch) override {
        const Json attempts = record.json["attempts"];
        if (!attempts.is_array() || attempts.at(0).raw().empty()) {
            return read_run(record, SweAgentName::of(record.json), batch);
        }
        // The document then repeats the best of them: it is told once.
        std::uint64_t number = 0;
        const SweAgentName name = SweAgentName::of(attempts.at(0));
        read_each(attempts, batch, [&](const Record& one) {
            SweAgentName attempt = name;
            ++number;
            attempt.run += attempt.run.empty() ? "" : "/attempt-" + std::to_string(number);
            return read_run(one, std::move(attempt), batch);
        });
        return {};
    }

private:
    Result<void> read_run(const Record& record, SweAgentName name, Batch& batch) {
        const Json steps = record.json["trajectory"];
        if (!steps.is_array()) {
            return Error{Code::invalid, "not a SWE-agent trajectory: trajectory is missing"};
        }
        if (name.run.empty()) {
            // Nothing was done: it has no name yet.
            ++pending_;
            return {};
        }
        SweAgentRun run(record.json, std::move(name));
        TRY(add_each(run.start(), record, batch));
        read_each(steps, batch, [&](const Record& one) {
            return add_each(run.step(one.json, one.line), one, batch);
        });
        return add_each(run.end(), record, batch);
    }

    std::uint64_t pending_ = 0;
};

}  // namespace

bool is_swe_agent(const Beginning& beginning) {
    const Json record = beginning.record();
    const Json attempt = record["attempts"].at(0);
    const auto is_run = [](Json json) {
        return json["trajectory"].is_array() && json["info"].is_object() &&
               json["history"].is_array();
    };
    return is_run(record) || is_run(attempt);
}

std::unique_ptr<Reader> read_swe_agent(const ReadOptions& options) {
    return std::make_unique<SweAgentReader>(options);
}

}  // namespace hence
