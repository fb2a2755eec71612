#include "formats/cortex/triples.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/common/records.h"
#include "formats/common/trace_event.h"
#include "model/json/writer.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr TraceSpelling triple_spelling = {.format = "cortex-triples",
                                           .type = "event_type",
                                           .agent = "agent_id",
                                           .parent = "parent_event",
                                           .duration = "duration_ms"};
constexpr std::size_t held_bytes_max = std::size_t{512} << 20;
constexpr std::string_view event_mark = ":event:";

bool is_triple(Json object) {
    return object["subject"].is_string() && object["predicate"].is_string() &&
           object["object"].present();
}

// "<iri>" or "iri".
std::string name_in(Json value) {
    std::string name = value.string().value_or("");
    if (name.size() > 1 && name.front() == '<' && name.back() == '>') {
        name = name.substr(1, name.size() - 2);
    }
    return name;
}

struct TripleSubject {
    std::string name_space;
    std::string id;
};

std::optional<TripleSubject> event_subject(const std::string& subject) {
    const std::size_t at = subject.find(event_mark);
    if (at == std::string::npos || at == 0 || at + event_mark.size() == subject.size()) {
        return std::nullopt;
    }
    return TripleSubject{subject.substr(0, at), subject.substr(at + event_mark.size())};
}

// What stands behind the kind of node: the ID of "mayros:agent:ID".
std::string behind(std::string_view node, std::string_view kind) {
    const std::size_t at = node.find(kind);
    return std::string(at == std::string_view::npos ? node : node.substr(at + kind.size()));
}

// The triples of one event, until all are known.
struct HeldEvent {
    TripleSubject subject;
    std::uint64_t line = 0;  // Of its first triple.
    std::string members;     // Of the event, each with a comma behind it.
    std::string fields;      // Likewise.
};

class TripleReader : public RecordReader {
public:
    using RecordReader::RecordReader;

    std::uint64_t finish(Batch& batch) override {
        for (const std::string& subject : order_) {
            tell(held_.at(subject), batch);
        }
        order_.clear();
        held_.clear();
        return 0;
    }

protected:
    Result<void> read(const Record& record, Batch& batch) override {
        if (record.json["triples"].is_array()) {
            read_each(record.json["triples"], batch,
                      [this](const Record& one) { return hold(one); });
            return {};
        }
        return hold(record);
    }

private:
    Result<void> hold(const Record& record) {
        if (!is_triple(record.json)) {
            return Error{Code::invalid,
                         "it is no triple: subject, predicate and object are needed"};
        }
        const std::string name = name_in(record.json["subject"]);
        const std::optional<TripleSubject> subject = event_subject(name);
        if (!subject) {
            return Error{Code::invalid,
                         fmt::format("the subject {} is no event", hence::quoted(name))};
        }
        bytes_ += record.bytes.size();
        if (bytes_ > held_bytes_max) {
            return Error{Code::limit, "there are too many triples in one text"};
        }
        auto [held, is_new] = held_.try_emplace(name);
        if (is_new) {
            order_.push_back(name);
            held->second.subject = *subject;
            held->second.line = record.line;
        }
        add_triple(held->second, name_in(record.json["predicate"]), record.json["object"]);
        return {};
    }

    static void add_triple(HeldEvent& event, const std::string& predicate, Json object) {
        const std::string key = behind(predicate, event_mark);
        const std::string node = name_in(object["node"]);
        const auto put = [](std::string& out, std::string_view name, const std::string& json) {
            append_token(out, name);
            out += ":" + json + ",";
        };
        const auto token = [](const std::string& text) {
            std::string json;
            append_token(json, text);
            return json;
        };
        if (key == "type" || key == "timestamp" || key == "duration_ms") {
            put(event.members, key == "type" ? "event_type" : key, std::string(object.raw()));
        } else if (key == "agent" && !node.empty()) {
            put(event.members, "agent_id", token(behind(node, ":agent:")));
        } else if (key == "session" && !node.empty()) {
            put(event.members, "session", token(behind(node, ":session:")));
        } else if (key == "parent_event" && !node.empty()) {
            put(event.members, "parent_event", token(behind(node, event_mark)));
        } else {
            put(event.fields, key, node.empty() ? std::string(object.raw()) : token(node));
        }
    }

    static void tell(const HeldEvent& held, Batch& batch) {
        std::string object = "{\"id\":";
        append_token(object, held.subject.id);
        object += "," + held.members + "\"fields\":{" + held.fields;
        if (object.back() == ',') {
            object.pop_back();
        }
        object += "}}";
        Result<Event> event = trace_event(Json(object), triple_spelling,
                                          {.name_space = held.subject.name_space, .parent = {}});
        if (event) {
            batch.events.push_back({std::move(event).take(), held.line});
        } else {
            batch.refused.push_back({{}, held.line, event.error().message, std::move(object)});
        }
    }

    std::map<std::string, HeldEvent, std::less<>> held_;
    std::vector<std::string> order_;
    std::size_t bytes_ = 0;
};

}  // namespace

bool is_cortex_triples(const Beginning& beginning) {
    const Json record = beginning.record();
    const Json first = record["triples"].is_array() ? record["triples"].at(0) : record;
    return is_triple(first) || (record["triples"].is_array() && beginning.has({"total"}));
}

std::unique_ptr<Reader> read_cortex_triples(const ReadOptions& options) {
    return std::make_unique<TripleReader>(options);
}

}  // namespace hence
