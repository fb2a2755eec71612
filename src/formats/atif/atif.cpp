// A trajectory is one document: the steps of an agent in order. A step is a prompt, a system's
// remark, or a turn of the agent with its tool calls and their results. Sub-agents are whole
// trajectories, either within the document or in a file of their own.
#include "formats/atif/atif.h"

#include <deque>
#include <utility>

#include "formats/atif/trajectory.h"
#include "formats/common/records.h"

namespace hence {
namespace {

class AtifReader : public RecordReader {
public:
    using RecordReader::RecordReader;

    std::uint64_t finish(Batch&) override { return 0; }

protected:
    bool has_files() const override { return true; }
    Result<void> read(const Record& record, Batch& batch) override {
        if (!is_trajectory(record.json)) {
            return Error{Code::invalid,
                         "not an ATIF trajectory: schema_version or steps is missing"};
        }
        // Without recursion, since a document may nest sub-agents as deep as its writer likes.
        std::deque<AtifDocument> documents;
        documents.push_back(AtifDocument::root(record.json));
        for (; !documents.empty(); documents.pop_front()) {
            AtifTrajectory trajectory(documents.front());
            Result<void> told = add_each(trajectory.start(), record, batch);
            if (!told) {
                return told;
            }
            read_each(documents.front().json["steps"], batch, [&](const Record& one) {
                return add_each(trajectory.step(one.json, one.line), one, batch);
            });
            told = add_each(trajectory.end(), record, batch);
            if (!told) {
                return told;
            }
            std::vector<AtifDocument> children = trajectory.children();
            for (AtifDocument& child : children) {
                documents.push_back(std::move(child));
            }
        }
        return {};
    }

private:
    static bool is_trajectory(Json json) {
        return json["schema_version"].is_string() && json["steps"].is_array();
    }
};

}  // namespace

bool is_atif(const Beginning& beginning) {
    const Json record = beginning.record();
    return record["schema_version"].string().value_or("").starts_with("ATIF-") &&
           record["steps"].is_array();
}

std::unique_ptr<Reader> read_atif(const ReadOptions& options) {
    return std::make_unique<AtifReader>(options);
}

}  // namespace hence
