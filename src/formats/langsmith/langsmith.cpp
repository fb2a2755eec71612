#include "formats/langsmith/langsmith.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/common/foreign.h"
#include "formats/common/records.h"
#include "formats/langsmith/run.h"
#include "formats/spans/asked_calls.h"
#include "formats/spans/file_spans.h"
#include "formats/spans/span_draft.h"

namespace hence {
namespace {

// How deep runs may stand in each other: each level is walked over once more.
constexpr std::size_t levels_max = 64;

// The last part of a dotted order is when the run began and its id: "20260301T100000000000ZID".
std::string id_in_order(Json run) {
    const std::string order = run["dotted_order"].string().value_or("");
    const std::string last = order.substr(order.rfind('.') + 1);  // npos + 1 is 0.
    const std::size_t end = last.find('Z');
    return end == std::string::npos ? std::string() : last.substr(end + 1);
}

bool is_run(Json json) {
    return json["id"].is_string() && json["run_type"].is_string() &&
           (json["start_time"].present() || json["dotted_order"].is_string() ||
            json["trace_id"].is_string());
}

// A run, or a later update of a run. The address of an update may have its id.
bool is_of_run(Json json) {
    return (json["id"].is_string() || !id_in_order(json).empty()) &&
           (json["run_type"].is_string() || json["trace_id"].is_string() ||
            json["dotted_order"].is_string());
}

bool is_whole(Json run) {
    return run["start_time"].present() && run["end_time"].present();
}

// An update alone does not say what it ends.
bool is_over(Json run) {
    return run["end_time"].present() &&
           (run["start_time"].present() || run["run_type"].is_string());
}

std::string time_of(Json run) {
    const Json time = run["end_time"].present() ? run["end_time"] : run["start_time"];
    return (time.is_number() ? time_from_ms(time) : time_from(time)).value_or(time_of_index(0));
}

// Splits a text into records, and leaves what they mean to somebody else.
class Splitter : public RecordReader {
public:
    using Read = std::function<Result<void>(const Record&, Batch&)>;
    Splitter(const ReadOptions& options, Read read)
        : RecordReader(options), read_(std::move(read)) {}

protected:
    bool has_files() const override { return true; }
    Result<void> read(const Record& record, Batch& batch) override { return read_(record, batch); }

private:
    Read read_;
};

// A document is read to its end before any of its runs is told, since they come in any order. Of
// lines, each is told as soon as it is over: then what a model asked for is known to the lines
// behind it.
class LangsmithReader : public Reader {
public:
    explicit LangsmithReader(const ReadOptions& options)
        : splitter_(options,
                    [this](const Record& record, Batch& batch) { return read(record, batch); }),
          spans_(langsmith_format, options.source) {}

    void take(std::string_view text, std::uint64_t line, Batch& batch) override {
        whole_ = line == 1 && begins_as_document(text);
        splitter_.take(text, line, batch);
        tell(batch);
        whole_ = false;
    }

    std::uint64_t finish(Batch& batch) override {
        spans_.emit(batch);
        return open_.size();
    }

    std::vector<std::string> copies() override { return spans_.copies(); }

private:
    struct Open {
        std::string json;
        std::uint64_t line = 0;
        bool over = false;
    };

    Result<void> read(const Record& record, Batch& batch) {
        const Json json = record.json;
        bool any = false;
        for (const std::string_view name : {"post", "patch", "runs"}) {
            if (json[name].is_array()) {
                any = true;
                json[name].each_element([&](Json run) {
                    collect(run, record, batch);
                    return true;
                });
            }
        }
        if (!any && !is_of_run(json)) {
            return Error{Code::invalid,
                         "is no run: it has no id, or neither run_type nor trace_id"};
        }
        if (!any) {
            collect(json, record, batch);
        }
        if (!whole_) {
            tell(batch);
        }
        return {};
    }

    // A run, and those that it holds.
    void collect(Json run, const Record& record, Batch& batch) {
        struct Held {
            Json run;
            std::size_t level;
        };
        std::vector<Held> waiting = {{run, 1}};
        while (!waiting.empty()) {
            const Held next = waiting.back();
            waiting.pop_back();
            const TellingPlace place{"run", record.line, next.run.raw()};
            if (next.level > levels_max) {
                spans_.refuse(place, fmt::format("stands inside {} others", levels_max), batch);
                continue;
            }
            const Json inner = next.run["child_runs"];
            const std::string id = next.run["id"].string().value_or(id_in_order(next.run));
            if (id.empty()) {
                spans_.refuse(place, "it has no id", batch);
            } else if (inner.is_array() || !next.run["id"].is_string()) {
                std::string alone = R"({"id":)";
                append_token(alone, id);
                const std::string rest = members_besides(next.run, {"id", "child_runs"});
                alone += rest.size() > 2 ? "," + rest.substr(1) : "}";
                merge(Json(alone), record, batch);
            } else {
                merge(next.run, record, batch);
            }
            inner.each_element([&](Json child) {
                waiting.push_back({child, next.level + 1});
                return true;
            });
        }
    }

    void merge(Json run, const Record& record, Batch& batch) {
        const std::string id = run["id"].string().value_or("");
        const auto known = told_.find(id);
        if (known != told_.end() && !is_whole(run)) {
            return tell_update(run, known->second, record, batch);
        }
        Open& open = open_[id];
        open.json = open.json.empty() ? std::string(run.raw()) : merged_run(Json(open.json), run);
        open.line = open.line == 0 ? record.line : open.line;
        touched_.push_back(id);
    }

    void tell_update(Json run, const std::string& time, const Record& record, Batch& batch) {
        Result<Translation> told = translate_update(run, time);
        const TellingPlace place{"run " + run["id"].string().value_or(""), record.line, run.raw()};
        if (told) {
            spans_.add(std::move(told).take(), place);
            spans_.emit(batch);
        } else {
            spans_.refuse(place, told.error().message, batch);
        }
    }

    // Tells of the runs that are over.
    void tell(Batch& batch) {
        std::vector<std::string> over;
        for (std::string& id : std::exchange(touched_, {})) {
            const auto open = open_.find(id);
            if (open == open_.end() || !is_over(Json(open->second.json)) ||
                std::exchange(open->second.over, true)) {
                continue;
            }
            told_.emplace(id, time_of(Json(open->second.json)));
            over.push_back(std::move(id));
        }
        for (const std::string& id : over) {
            const Json run(open_[id].json);
            if (run["run_type"].string() == "llm") {
                const std::string answer = answer_in_run(run);
                asked_.add(ids_of(run).trace, answer.empty() ? run["outputs"] : Json(answer));
            }
        }
        for (const std::string& id : over) {
            tell_run(id, open_[id], batch);
        }
        spans_.emit(batch);
        for (const std::string& id : over) {
            open_.erase(id);
        }
    }

    void tell_run(const std::string& id, const Open& open, Batch& batch) {
        const Json run(open.json);
        std::string call_id;
        if (run["run_type"].string() == "tool") {
            call_id = call_id_in_run(run);
            if (call_id.empty()) {
                call_id = asked_.take(ids_of(run).trace, run["name"].string().value_or(""),
                                      run["inputs"]);
            }
        }
        Result<Translation> told = translate_run(run, call_id);
        TellingPlace place{"run " + id, open.line, open.json};
        if (told) {
            spans_.add(std::move(told).take(), std::move(place));
        } else {
            spans_.refuse(place, told.error().message, batch);
        }
    }

    Splitter splitter_;
    FileSpans spans_;
    AskedCalls asked_;
    bool whole_ = false;                       // The text is one document.
    std::map<std::string, Open> open_;         // By id.
    std::vector<std::string> touched_;         // Ids in the order in which they came.
    std::map<std::string, std::string> told_;  // Id and time of what is over.
};

}  // namespace

bool is_langsmith(const Beginning& beginning) {
    const Json record = beginning.record();
    const bool batch = is_of_run(record["post"].at(0)) || is_of_run(record["patch"].at(0));
    return batch || is_run(record) || is_run(record["runs"].at(0));
}

std::unique_ptr<Reader> read_langsmith(const ReadOptions& options) {
    return std::make_unique<LangsmithReader>(options);
}

}  // namespace hence
