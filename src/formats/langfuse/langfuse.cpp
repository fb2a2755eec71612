#include "formats/langfuse/langfuse.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/common/records.h"
#include "formats/langfuse/observation.h"
#include "formats/langfuse/trace.h"
#include "formats/spans/file_spans.h"

namespace hence {
namespace {

bool is_observation(Json json) {
    return json["id"].is_string() && json["traceId"].is_string() && json["type"].is_string() &&
           json["startTime"].is_string();
}

bool is_trace(Json json) {
    return json["id"].is_string() && json["timestamp"].is_string() &&
           (json["observations"].is_array() || json["projectId"].is_string() ||
            json["htmlPath"].is_string());
}

bool is_score(Json json) {
    return json["id"].is_string() && json["traceId"].is_string() && json["name"].is_string() &&
           json["dataType"].is_string();
}

// A record is a trace with its observations beside it or in it, or one row of a table: a trace, an
// observation, a score.
class LangfuseReader : public RecordReader {
public:
    explicit LangfuseReader(const ReadOptions& options)
        : RecordReader(options), spans_(langfuse_format, options.source) {}

    std::uint64_t finish(Batch& batch) override {
        spans_.emit(batch);
        return 0;
    }

    std::vector<std::string> copies() override { return spans_.copies(); }

protected:
    bool has_files() const override { return true; }
    Result<void> read(const Record& record, Batch& batch) override {
        const Json json = record.json;
        if (is_observation(json)) {
            TRY(read_all(Json(), {json}, record, batch));
        } else if (is_score(json)) {
            Translation told = TRY(translate_score(json, Json()));
            spans_.add(std::move(told), {"score", record.line, record.bytes});
        } else if (is_trace(json["trace"]) || json["trace"]["id"].is_string()) {
            TRY(read_trace(json["trace"], json, record, batch));
        } else if (is_trace(json)) {
            TRY(read_trace(json, json, record, batch));
        } else {
            return Error{Code::invalid, "holds neither a trace nor an observation nor a score"};
        }
        spans_.emit(batch);
        return {};
    }

private:
    Result<void> read_trace(Json trace, Json holder, const Record& record, Batch& batch) {
        const Json beside = holder["observations"];
        const std::vector<Json> observations =
            objects_in(beside.is_array() ? beside : trace["observations"]);
        TRY(read_all(trace, observations, record, batch));
        for (const Json scores : {trace["scores"], holder["scores"]}) {
            for (const Json score : objects_in(scores)) {
                add("score", score, translate_score(score, trace), record, batch);
            }
            if (trace.raw().data() == holder.raw().data()) {
                break;
            }
        }
        return {};
    }

    // A list of traces names observations and scores by their ids.
    static std::vector<Json> objects_in(Json list) {
        std::vector<Json> objects;
        list.each_element([&](Json element) {
            if (!element.is_string()) {
                objects.push_back(element);
            }
            return true;
        });
        return objects;
    }

    // An observation that cannot be read is refused alone; a trace that cannot is refused whole.
    Result<void> read_all(Json trace, const std::vector<Json>& jsons, const Record& record,
                          Batch& batch) {
        const std::string trace_id = trace["id"].string().value_or("");
        std::vector<LangfuseObservation> observations;
        for (const Json json : jsons) {
            Result<LangfuseObservation> observation = read_observation(json, trace_id);
            if (observation) {
                observations.push_back(std::move(observation).take());
            } else {
                spans_.refuse({"observations", record.line, json.raw()},
                              observation.error().message, batch);
            }
        }
        if (trace.present()) {
            Translation told = TRY(translate_trace(trace, observations));
            spans_.add(std::move(told), {"trace " + trace_id, record.line, trace.raw()});
        }
        std::vector<ObservationPlace> places = places_of(observations);
        for (std::size_t i = 0; i < observations.size(); ++i) {
            places[i].session = trace["sessionId"].string().value_or("");
            places[i].parent = trace.present() ? trace_start_id(trace_id) : std::string();
            add("observation", observations[i].json, translate(observations[i], places[i]), record,
                batch);
        }
        return {};
    }

    void add(std::string_view what, Json json, Result<Translation> told, const Record& record,
             Batch& batch) {
        const std::string id = json["id"].string().value_or("");
        TellingPlace place{fmt::format("{} {}", what, id), record.line, json.raw()};
        if (told) {
            spans_.add(std::move(told).take(), std::move(place));
        } else {
            spans_.refuse(place, told.error().message, batch);
        }
    }

    FileSpans spans_;
};

}  // namespace

bool is_langfuse(const Beginning& beginning) {
    const Json record = beginning.record();
    const bool row = record["parentObservationId"].raw().empty()
                         ? record["projectId"].is_string() || record["htmlPath"].is_string()
                         : true;
    const bool of_table = row && (is_observation(record) || is_score(record) || is_trace(record));
    const bool of_trace = record["trace"]["id"].is_string() && record["observations"].is_array();
    const bool holds = is_trace(record) && is_observation(record["observations"].at(0));
    return of_table || of_trace || holds;
}

std::unique_ptr<Reader> read_langfuse(const ReadOptions& options) {
    return std::make_unique<LangfuseReader>(options);
}

}  // namespace hence
