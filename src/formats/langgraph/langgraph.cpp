#include "formats/langgraph/langgraph.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "formats/common/foreign.h"
#include "formats/common/records.h"
#include "model/json/json_slices.h"
#include "model/summary/said.h"

namespace hence {
namespace {

constexpr std::string_view langgraph_name = "langgraph";
constexpr std::size_t states_bytes_max = std::size_t{256} << 20;

// Which state: of the server `checkpoint`, of the library `config`.
struct StateName {
    std::string thread;
    std::string checkpoint;
};

StateName state_name(Json checkpoint, Json config) {
    const Json inner = config["configurable"].is_object() ? config["configurable"] : config;
    const Json names = checkpoint.is_object() ? checkpoint : inner;
    return {names["thread_id"].string().value_or(std::string(names["thread_id"].raw())),
            names["checkpoint_id"].string().value_or("")};
}

struct State {
    std::string json;
    std::uint64_t line = 0;
    std::string time = {};
    Time at = {};
    StateName name = {};
    StateName before = {};
};

// What the later states need to know of one.
struct Told {
    std::set<std::string> messages = {};  // Ids of all messages in it.
    std::string event = {};               // Its checkpoint.
};

class LangGraphReader final : public RecordReader {
public:
    using RecordReader::RecordReader;

    std::uint64_t finish(Batch& batch) override;

private:
    Result<void> read(const Record& record, Batch& batch) override;
    Result<void> tell(const State& state, Batch& batch);
    Result<void> tell_way(const State& state, Batch& batch);
    Result<void> tell_message(const State& state, Json message, const std::string& id,
                              Batch& batch);
    Result<void> tell_calls(const State& state, Json message, const std::string& model_call,
                            Batch& batch);
    EventDraft draft(const State& state, std::string_view kind, std::string id) const;
    Result<void> give(EventDraft draft, const State& state, Batch& batch);

    std::vector<State> states_;
    std::size_t bytes_ = 0;
    std::map<std::string, Told> told_;           // By checkpoint.
    std::map<std::string, std::string> latest_;  // By thread: the last checkpoint.
    std::string last_event_;                     // Of the state that is being told.
};

Result<void> LangGraphReader::read(const Record& record, Batch&) {
    const Json json = record.json;
    State state{.json = std::string(json.raw()), .line = record.line};
    state.name = state_name(json["checkpoint"], json["config"]);
    const Json before = json["parent_checkpoint"];
    state.before = state_name(before, json["parent_config"]);
    if (state.name.thread.empty() || state.name.checkpoint.empty()) {
        return Error{Code::invalid, "a state has no thread_id or no checkpoint_id"};
    }
    const std::optional<std::string> time = time_from(json["created_at"]);
    if (!time) {
        return Error{Code::invalid, "created_at is no time"};
    }
    bytes_ += state.json.size();
    if (bytes_ > states_bytes_max) {
        return Error{Code::invalid, "the states of one text take more than 256 MiB",
                     "record fewer states at once"};
    }
    state.time = *time;
    state.at = TRY(parse_time(*time));
    states_.push_back(std::move(state));
    return {};
}

std::uint64_t LangGraphReader::finish(Batch& batch) {
    std::ranges::stable_sort(states_, [](const State& a, const State& b) {
        return std::pair(a.at, a.name.checkpoint) < std::pair(b.at, b.name.checkpoint);
    });
    for (const State& state : states_) {
        const Result<void> done = tell(state, batch);
        if (!done) {
            batch.refused.push_back({batch.source, state.line, done.error().message, state.json});
        }
    }
    states_.clear();
    return 0;
}

EventDraft LangGraphReader::draft(const State& state, std::string_view kind, std::string id) const {
    EventDraft draft;
    draft.id = std::move(id);
    draft.kind = kind;
    draft.time = state.time;
    draft.session = state.name.thread;
    draft.agent = Json(state.json)["metadata"]["graph_id"].string().value_or("");
    return draft;
}

Result<void> LangGraphReader::give(EventDraft draft, const State& state, Batch& batch) {
    std::string id = draft.id;
    Event event = TRY(std::move(draft).finish(langgraph_name));
    add(std::move(event), {Json(), state.line, {}}, batch);
    last_event_ = std::move(id);
    return {};
}

// How the state hangs on those before it, where that is not the last one.
Result<void> LangGraphReader::tell_way(const State& state, Batch& batch) {
    const auto before = told_.find(state.before.checkpoint);
    const auto latest = latest_.find(state.name.thread);
    if (before == told_.end()) {
        return {};
    }
    const bool elsewhere = !state.before.thread.empty() && state.before.thread != state.name.thread;
    const bool first = latest == latest_.end();
    if (elsewhere ? !first : first || latest->second == state.before.checkpoint) {
        return {};
    }
    EventDraft way = draft(
        state, elsewhere ? "session_fork" : "session_rewind",
        derived_id(Time(), {langgraph_name, state.name.thread, state.name.checkpoint, "way"}));
    way.parent = before->second.event;
    if (elsewhere) {
        way.fields.text("origin", state.before.thread);
        way.fields.text("at", before->second.event);
    } else {
        way.fields.text("to", before->second.event);
    }
    return give(std::move(way), state, batch);
}

Result<void> LangGraphReader::tell(const State& state, Batch& batch) {
    if (told_.contains(state.name.checkpoint)) {
        return {};
    }
    const auto before = told_.find(state.before.checkpoint);
    last_event_ = before == told_.end() ? std::string() : before->second.event;
    TRY(tell_way(state, batch));
    Told told;
    const std::set<std::string> known =
        before == told_.end() ? std::set<std::string>() : before->second.messages;
    const Json json(state.json);
    const Json messages = json["values"]["messages"];
    ElementReader reader(messages.is_array() ? messages.raw() : "[]");
    std::size_t index = 0;
    for (std::string_view each; reader.next(each); ++index) {
        const Json message(each);
        // A message without an id is known by its place.
        std::string id = message["id"].string().value_or("");
        id = id.empty() ? "#" + std::to_string(index) : id;
        told.messages.insert(id);
        if (!known.contains(id)) {
            TRY(tell_message(state, message, id, batch));
        }
    }
    EventDraft mark =
        draft(state, "session_checkpoint",
              derived_id(Time(), {langgraph_name, state.name.thread, state.name.checkpoint}));
    mark.parent = last_event_;
    mark.fields.text("name", state.name.checkpoint);
    mark.fields.text("at", last_event_);
    for (const std::string_view name : {"next", "metadata", "tasks", "interrupts"}) {
        mark.fields.value(name, json[name]);
    }
    told.event = mark.id;
    TRY(give(std::move(mark), state, batch));
    latest_[state.name.thread] = state.name.checkpoint;
    told_.emplace(state.name.checkpoint, std::move(told));
    return {};
}

Result<void> LangGraphReader::tell_message(const State& state, Json message, const std::string& id,
                                           Batch& batch) {
    std::string type = message["type"].string().value_or("");
    type = type.empty() ? message["role"].string().value_or("") : type;
    // The same message in two branches of a thread is two events: each was done there.
    const std::string event = derived_id(
        Time(), {langgraph_name, state.name.thread, state.name.checkpoint, "message", id});
    const bool model = type == "ai" || type == "assistant" || type == "AIMessageChunk";
    const bool result = type == "tool";
    const bool system = type == "system";
    EventDraft said = draft(state,
                            model    ? "llm_call"
                            : result ? "observation"
                            : system ? "system_prompt"
                                     : "prompt",
                            event);
    said.parent = last_event_;
    const Json content = message["content"];
    if (model) {
        const Json metadata = message["response_metadata"];
        const Json usage = message["usage_metadata"];
        said.fields.text("model", metadata["model_name"].string().value_or(
                                      metadata["model"].string().value_or("")));
        said.fields.value("prompt_tokens", usage["input_tokens"]);
        said.fields.value("completion_tokens", usage["output_tokens"]);
        said.fields.value("total_tokens", usage["total_tokens"]);
        said.fields.value("completion", content);
        std::vector<std::string> ids;
        message["tool_calls"].each_element([&](Json call) {
            ids.push_back(call["id"].string().value_or(""));
            return true;
        });
        said.fields.list("call_ids", ids);
    } else if (result) {
        said.fields.text("call_id", message["tool_call_id"].string().value_or(""));
        said.fields.value("content", content);
        said.fields.text("status", message["status"].string() == "error" ? "error" : "");
    } else {
        said.fields.text("text",
                         content.is_string() ? content.string().value_or("") : said_in(content));
        said.fields.value("content", content.is_string() ? Json() : content);
    }
    said.fields.text("message_id", id);
    TRY(give(std::move(said), state, batch));
    return model ? tell_calls(state, message, event, batch) : Result<void>();
}

// Their results come as messages of their own.
Result<void> LangGraphReader::tell_calls(const State& state, Json message,
                                         const std::string& model_call, Batch& batch) {
    std::vector<Json> calls;
    message["tool_calls"].each_element([&](Json call) {
        calls.push_back(call);
        return true;
    });
    for (const Json& call : calls) {
        const std::string id = call["id"].string().value_or("");
        EventDraft asked = draft(state, "tool_call",
                                 derived_id(Time(), {langgraph_name, state.name.thread, model_call,
                                                     "call", id, call["name"].raw()}));
        asked.parent = model_call;
        asked.fields.text("tool_name", call["name"].string().value_or(""));
        asked.fields.text("call_id", id);
        asked.fields.value("input", call["args"]);
        TRY(give(std::move(asked), state, batch));
    }
    return {};
}

}  // namespace

bool is_langgraph(const Beginning& beginning) {
    return beginning.has({"values", "metadata", "created_at"}) &&
           (beginning.has({"checkpoint"}) || beginning.has({"config"}));
}

std::unique_ptr<Reader> read_langgraph(const ReadOptions& options) {
    return std::make_unique<LangGraphReader>(options);
}

}  // namespace hence
