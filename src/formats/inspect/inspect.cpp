// A log is one document with all samples in it, or, out of an .eval file, one document per sample,
// whose evaluation stands in another. A large sample of such a file is spread over several: a shell
// that tells its parts by position.
#include "formats/inspect/inspect.h"

#include <deque>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/common/file_hashes.h"
#include "formats/common/records.h"
#include "formats/inspect/eval.h"
#include "formats/inspect/sample.h"

namespace hence {
namespace {

// How many attempts at a sample are read, and how deep events may be nested in others: both are
// read again for each, so that much more would take too long.
constexpr std::size_t attempts_max = 64;
constexpr std::size_t nesting_max = 16;
// Of a sample that is spread over several documents: they are all held at once.
constexpr std::size_t parts_max = 4'096;
constexpr std::uint64_t parts_bytes_max = std::uint64_t{512} << 20;

// A list of events, and the event that holds it.
struct InspectList {
    Json list;
    std::string owner = {};
    std::size_t depth = 0;  // Of that event.
};

// Calls `visit` for all that are objects.
void each_object(Json list, const std::function<void(Json)>& visit) {
    list.each_element([&visit](Json element) {
        if (element.is_object()) {
            visit(element);
        }
        return true;
    });
}

std::size_t size_of(Json list) {
    std::size_t size = 0;
    list.each_element([&size](Json) {
        ++size;
        return true;
    });
    return size;
}

// Where the parts of a sample lie.
std::string prefix_of(Json shell) {
    const Json id = shell["id"];
    return "samples/" + (id.is_string() ? id.string().value_or("") : std::string(id.raw())) +
           "_epoch_" + std::string(shell["epoch"].raw()) + "/";
}

bool holds_events(Json event) {
    const Json events = event["events"];
    return events.is_array() && events.raw() != "[]";
}

class InspectReader final : public RecordReader {
public:
    explicit InspectReader(const ReadOptions& options)
        : RecordReader(options), beside_(options.beside) {}

    std::vector<std::string> copies() override { return std::exchange(copies_, {}); }

private:
    bool has_files() const override { return true; }
    Result<void> read(const Record& record, Batch& batch) override;
    Result<void> read_log(const Record& record, Batch& batch);
    Result<void> read_sample(const Record& record, const InspectEval& eval, Batch& batch);
    void read_attempts(const Record& record, const InspectEval& eval, Batch& batch);
    void read_events(InspectSample& sample, const std::vector<Json>& lists, Batch& batch);
    Result<std::vector<Json>> add_parts(Json shell, InspectSample& sample);
    Result<std::vector<Json>> parts_of(Json shell, std::string_view sequence);
    Result<void> check_parts(Json shell, const std::vector<Json>& lists);
    InspectEval eval_beside();
    void add_all(std::vector<Event> events, const Record& record, const InspectSample& sample,
                 Batch& batch);

    std::function<std::optional<std::string>(const std::string& name)> beside_;
    std::deque<std::string> parts_;  // Of the sample that is read, where it is in parts.
    std::uint64_t parts_bytes_ = 0;
    std::vector<std::string> copies_;
};

// A sample that was kept when an evaluation was tried again stands in both logs.
void InspectReader::add_all(std::vector<Event> events, const Record& record,
                            const InspectSample& sample, Batch& batch) {
    for (Event& event : events) {
        if (sample.has_global_ids()) {
            copies_.emplace_back(event.id());
        }
        add(std::move(event), record, batch);
    }
}

InspectEval InspectReader::eval_beside() {
    const std::optional<std::string> header =
        beside_ ? beside_("header.json") : std::optional<std::string>();
    const Result<std::string> json =
        header ? minify(*header, record_depth_max) : Result<std::string>(std::string());
    return json && is_inspect_log(Json(*json)) ? inspect_eval(Json(*json)) : InspectEval();
}

// Each part is a list named by the position of its first element, and the next begins where it
// ends. Fails with limit, or invalid for one that is no JSON.
Result<std::vector<Json>> InspectReader::parts_of(Json shell, std::string_view sequence) {
    std::vector<Json> lists;
    const std::string prefix = prefix_of(shell) + std::string(sequence) + "/";
    std::size_t begin = 0;
    while (beside_) {
        const std::optional<std::string> part = beside_(prefix + std::to_string(begin) + ".json");
        if (!part) {
            break;
        }
        parts_bytes_ += part->size();
        if (parts_bytes_ > parts_bytes_max || lists.size() == parts_max) {
            return Error{Code::limit, "the parts of the sample are too many or too large"};
        }
        std::string json = TRY(minify(*part, record_depth_max));
        json = files_by_hash(std::move(json));
        lists.emplace_back(parts_.emplace_back(std::move(json)));
        const std::size_t size = size_of(lists.back());
        if (size == 0) {
            break;
        }
        begin += size;
    }
    return lists;
}

// Whether all events are there that the list of their names has: a part that is too large to be
// given is missing.
Result<void> InspectReader::check_parts(Json shell, const std::vector<Json>& lists) {
    std::size_t read = 0;
    for (const Json list : lists) {
        read += size_of(list);
    }
    const std::optional<std::string> names =
        beside_ ? beside_(prefix_of(shell) + "events/uuids.json") : std::nullopt;
    const Result<std::string> json =
        names ? minify(*names, record_depth_max) : Result<std::string>(std::string());
    const std::size_t named = json ? size_of(Json(*json)) : 0;
    if (read < named) {
        return Error{Code::limit,
                     fmt::format("only {} of {} events of the sample could be read", read, named)};
    }
    return {};
}

// Logs of old nest the events of a call in it, so there is a list of lists, without recursion.
void InspectReader::read_events(InspectSample& sample, const std::vector<Json>& lists,
                                Batch& batch) {
    std::deque<InspectList> ahead;
    for (const Json list : lists) {
        ahead.push_back({list});
    }
    std::deque<InspectList> told = ahead;
    for (; !ahead.empty(); ahead.pop_front()) {
        const InspectList next = ahead.front();
        each_object(next.list, [&](Json event) {
            sample.look_ahead(event);
            if (holds_events(event) && next.depth < nesting_max) {
                ahead.push_back({event["events"], {}, next.depth + 1});
            }
        });
    }
    sample.settle();
    for (; !told.empty(); told.pop_front()) {
        const InspectList next = told.front();
        read_each(next.list, batch, [&](const Record& one) -> Result<void> {
            Result<std::vector<Event>> events = sample.tell(one.json, next.owner);
            if (holds_events(one.json) && next.depth == nesting_max) {
                return Error{Code::limit, fmt::format("events are nested more than {} levels deep",
                                                      nesting_max)};
            }
            if (holds_events(one.json)) {
                told.push_back({one.json["events"], sample.last_id(), next.depth + 1});
            }
            std::vector<Event> all = TRY(std::move(events));
            add_all(std::move(all), one, sample, batch);
            return {};
        });
    }
}

// Attempts that failed and were made again.
void InspectReader::read_attempts(const Record& record, const InspectEval& eval, Batch& batch) {
    std::size_t attempt = 0;
    read_each(record.json["error_retries"], batch, [&](const Record& one) -> Result<void> {
        if (++attempt > attempts_max) {
            return Error{Code::limit,
                         fmt::format("there are more than {} failed attempts", attempts_max)};
        }
        InspectSample sample(record.json, eval, attempt);
        read_events(sample, {one.json["events"]}, batch);
        std::vector<Event> begun = TRY(sample.begin());
        add_all(std::move(begun), one, sample, batch);
        std::vector<Event> failed = TRY(sample.fail(one.json));
        add_all(std::move(failed), one, sample, batch);
        return {};
    });
}

// The events of a sample in parts; what they refer to is given to the sample.
Result<std::vector<Json>> InspectReader::add_parts(Json shell, InspectSample& sample) {
    const std::vector<Json> attachments = TRY(parts_of(shell, "attachments"));
    for (const Json list : attachments) {
        sample.add_attachments(list);
    }
    const std::vector<Json> messages = TRY(parts_of(shell, "messages"));
    for (const Json list : messages) {
        sample.add_messages(list);
    }
    return parts_of(shell, "events");
}

Result<void> InspectReader::read_sample(const Record& record, const InspectEval& eval,
                                        Batch& batch) {
    const Json json = record.json;
    InspectSample sample(json, eval);
    // Logs of 2024 hold the events in a transcript.
    const Json transcript = json["transcript"]["events"];
    std::vector<Json> lists{json["events"].is_array() ? json["events"] : transcript};
    parts_.clear();
    parts_bytes_ = 0;
    const bool in_parts = !json["events"].is_array() && json["message_refs"].is_array();
    if (in_parts) {
        lists = TRY(add_parts(json, sample));
    }
    read_attempts(record, eval, batch);
    read_events(sample, lists, batch);
    std::vector<Event> begun = TRY(sample.begin());
    add_all(std::move(begun), record, sample, batch);
    if (lists.empty() || lists.front().at(0).raw().empty()) {
        std::vector<Event> said = TRY(sample.tell_messages(json["messages"]));
        add_all(std::move(said), record, sample, batch);
    }
    std::vector<Event> ended = TRY(sample.end());
    add_all(std::move(ended), record, sample, batch);
    return in_parts ? check_parts(json, lists) : Result<void>();
}

// A log that says it is not done will say more: its samples are final, itself it is not.
Result<void> InspectReader::read_log(const Record& record, Batch& batch) {
    const InspectEval eval = inspect_eval(record.json);
    read_each(record.json["samples"], batch,
              [&](const Record& one) { return read_sample(one, eval, batch); });
    const std::string status = record.json["status"].string().value_or("started");
    if (status != "started") {
        Event event = TRY(evaluation_event(record.json, eval));
        add(std::move(event), record, batch);
    }
    return {};
}

Result<void> InspectReader::read(const Record& record, Batch& batch) {
    if (is_inspect_log(record.json)) {
        return read_log(record, batch);
    }
    if (is_inspect_sample(record.json)) {
        return read_sample(record, eval_beside(), batch);
    }
    return Error{Code::invalid, "neither an Inspect log nor a sample of one"};
}

}  // namespace

bool is_inspect(const Beginning& beginning) {
    return is_inspect_log(beginning.record()) || is_inspect_sample(beginning.record());
}

std::unique_ptr<Reader> read_inspect(const ReadOptions& options) {
    return std::make_unique<InspectReader>(options);
}

}  // namespace hence
