#include "intake/once/telling.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <utility>

#include "base/by_text.h"
#include "formats/otlp/decode/loose_json.h"
#include "model/answer_keys.h"
#include "model/facts.h"
#include "model/json/json_number.h"
#include "model/json/json_slices.h"
#include "model/json/members.h"
#include "model/kinds.h"

namespace hence {
namespace {

constexpr double lasted_ns_max = 1e18;  // Some thirty years.
constexpr std::size_t canonical_depth_max = 16;
constexpr std::size_t input_bytes_max = 64 << 10;

// What frameworks put around the arguments of a tool.
constexpr auto input_wrappers =
    std::to_array<std::string_view>({"kwargs", "input", "args", "arguments", "parameters"});

std::uint64_t nanoseconds(const Time& time) {
    constexpr std::uint64_t per_second = 1'000'000'000;
    return time.seconds < 0 ? 0
                            : static_cast<std::uint64_t>(time.seconds) * per_second + time.nanos;
}

std::vector<std::string> texts_in(Json list) {
    std::vector<std::string> texts;
    list.each_element([&texts](Json text) {
        texts.push_back(text.string().value_or(""));
        return true;
    });
    return texts;
}

bool is_text(Json value, std::string_view text) {
    return value.is_string() && token_says(value.raw(), text);
}

std::optional<std::size_t> hash_of(Json value) {
    if (!value.present() || value.raw() == "\"\"") {
        return std::nullopt;
    }
    return TextHash()(value.raw());
}

// The same value, spelled in one way: members by name, texts that hold JSON as what they hold.
// Below `depth` a value stands as it is spelled.
void append_canonical(std::string& out, Json value, std::size_t depth) {
    std::deque<std::string> kept;
    const Json loose = loosened(value, kept).value;
    if (loose.is_object() && depth > 0) {
        std::map<std::string, std::string> members;
        loose.each_member([&](std::string_view name, Json member) {
            std::string& text = members[std::string(name)];
            text.clear();
            append_canonical(text, member, depth - 1);
            return true;
        });
        out += '{';
        for (const auto& [name, text] : members) {
            append_token(out, name);
            out += ':' + text + ',';
        }
        out += '}';
    } else if (loose.is_array() && depth > 0) {
        out += '[';
        loose.each_element([&](Json element) {
            append_canonical(out, element, depth - 1);
            out += ',';
            return true;
        });
        out += ']';
    } else if (loose.is_number()) {
        append_number(out, loose.number().value_or(0));
    } else if (loose.is_string() && has_backslash(loose.raw())) {
        append_token(out, loose.string().value_or(""));
    } else {
        out += loose.raw();
    }
}

std::size_t canonical_hash(Json value) {
    std::string text;
    append_canonical(text, value, canonical_depth_max);
    return TextHash()(text);
}

void read_model_call(const AsTold& told, Telling& telling) {
    telling.model = told.field("model").string().value_or("");
    telling.response_id = told.field("response_id").string().value_or("");
    telling.call_ids = texts_in(told.field("call_ids"));
    telling.prompt_tokens = told.field("prompt_tokens").number();
    telling.completion_tokens = told.field("completion_tokens").number();
    telling.completion = hash_of(told.field("completion"));
    telling.tells_stream = tells_stream(told.field("attributes"));
    if (telling.tells_stream || (!telling.completion && !telling.completion_tokens)) {
        telling.prompt = hash_of(told.field("messages"));
    }
}

// Whether the tool has the name of its span, and no attribute that could have named it.
bool named_by_span(const AsTold& told, const std::string& tool) {
    constexpr auto keys =
        std::to_array<std::string_view>({"tool.name", "gen_ai.tool.name", "ai.toolCall.name",
                                         "tool_name", "traceloop.entity.name"});
    const Json attributes = told.field("attributes");
    return told.field("name").string() == tool &&
           std::ranges::none_of(keys,
                                [&](std::string_view key) { return attributes[key].present(); });
}

void read_tool_call(const AsTold& told, Telling& telling) {
    telling.tool = told.field("tool_name").string().value_or("");
    telling.tool_named = !named_by_span(told, telling.tool);
    telling.call_id = told.field("call_id").string().value_or("");
    telling.inputs = InputHashes(told.field("input"));
    if (telling.agent_inside.empty()) {
        telling.agent_inside = told.field("input")["subagent_type"].string().value_or("");
    }
}

// Whether an event is the translation of a log record: those have no span's name.
Teller teller_of(const Event& event, const AsTold& told) {
    if (event.has(Flag::derived) &&
        (told.kind() == Kind::tool_call || told.field("told_in").present())) {
        return Teller::messages;
    }
    return told.field("otel_event").present() || told.field("severity").present() ? Teller::record
                                                                                  : Teller::span;
}

}  // namespace

bool Telling::is_model_call() const {
    return kind == Kind::llm_call;
}

bool Telling::is_tool_call() const {
    return kind == Kind::tool_call;
}

bool Telling::is_plumbing() const {
    return kind == Kind::span;
}

std::vector<std::size_t> input_hashes(Json input) {
    std::vector<std::size_t> hashes;
    if (!input.present() || input.raw().size() > input_bytes_max) {
        return hashes;
    }
    std::deque<std::string> kept;
    Json value = loosened(input, kept).value;
    hashes.push_back(canonical_hash(value));
    for (const std::string_view wrapper : input_wrappers) {
        const Json within = loosened(value[wrapper], kept).value;
        if (within.is_object()) {
            hashes.push_back(canonical_hash(within));
        }
    }
    // A tool of one argument may tell the bare value.
    std::vector<Json> values;
    value.each_member([&](std::string_view, Json member) {
        values.push_back(member);
        return values.size() < 2;
    });
    if (value.is_object() && values.size() == 1) {
        hashes.push_back(canonical_hash(values.front()));
    }
    return hashes;
}

bool has_all_of(Json input, Json arguments) {
    if (!arguments.is_object() || input.raw().size() > input_bytes_max ||
        arguments.raw().size() > input_bytes_max) {
        return false;
    }
    std::deque<std::string> kept;
    const Json whole = loosened(input, kept).value;
    std::vector<Json> candidates = {whole};
    for (const std::string_view wrapper : input_wrappers) {
        candidates.push_back(loosened(whole[wrapper], kept).value);
    }
    return std::ranges::any_of(candidates, [&](Json candidate) {
        bool any = false;
        bool all = candidate.is_object();
        arguments.each_member([&](std::string_view name, Json argument) {
            const Json member = candidate[name];
            any = true;
            all = all && member.present() && canonical_hash(member) == canonical_hash(argument);
            return all;
        });
        return any && all;
    });
}

bool same_input(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
    return std::ranges::find_first_of(a, b) != a.end();
}

const std::vector<std::size_t>& InputHashes::get() const {
    if (!hashes_) {
        hashes_ = input_hashes(input_);
    }
    return *hashes_;
}

namespace {

// Who made the step, by the attributes of the span and of its program.
void read_agent(Telling& telling) {
    const AsTold& told = telling.told;
    const auto [name, short_name, agent_id, id, inside] =
        members<5>(told.field("attributes").raw(),
                   {"gen_ai.agent.name", "agent.name", "agent_id", "gen_ai.agent.id",
                    "subagent_type"});
    const auto [service, stated, main_agent] =
        members<3>(told.field("resource").raw(),
                   {"service.name", "hence.agent", "gen_ai.main_agent.name"});
    // What is told beside a span repeats the agent of the span.
    const bool beside =
        !telling.event.parent().empty() && telling.event.id().starts_with(telling.event.parent());
    // The agent that stands for a whole program is not the name of whoever made the step.
    const bool by_service = is_text(service, telling.agent) || is_text(stated, telling.agent) ||
                            is_text(main_agent, telling.agent);
    telling.agent_named = !telling.agent.empty() && !beside && telling.teller != Teller::messages &&
                          !by_service;
    telling.agent_by_id = telling.agent_named && !name.present() && !short_name.present() &&
                          (is_text(agent_id, telling.agent) || is_text(id, telling.agent));
    telling.agent_inside = inside.string().value_or("");
    telling.service = service.string().value_or("");
}

}  // namespace

Telling telling_of(Event event) {
    Telling telling{.event = event, .told = AsTold(event)};
    const AsTold& told = telling.told;
    telling.kind = told.kind();
    telling.agent = told.agent();
    telling.session = told.session();
    telling.teller = teller_of(telling.event, told);
    read_agent(telling);
    telling.scope = told.field("scope")["name"].string().value_or("");
    // Gemini CLI tells of an answer by a record of its own and by one of the GenAI conventions.
    telling.scope += told.field("otel_event").string().value_or("");
    telling.start_ns = nanoseconds(telling.event.time());
    const double lasted = std::min(telling.event.duration_ms().value_or(0) * 1e6, lasted_ns_max);
    telling.end_ns = telling.start_ns + static_cast<std::uint64_t>(lasted);
    telling.failed = told.field("status").string() == "error" || telling.kind == Kind::error;
    if (telling.failed) {
        telling.failure = told.field("error").string().value_or("");
    }
    if (telling.is_model_call()) {
        read_model_call(told, telling);
    } else if (telling.kind == Kind::log) {
        telling.response_id = told.field("response_id").string().value_or("");
    } else if (telling.kind == Kind::decision) {
        telling.call_id = told.field("call_id").string().value_or("");
        telling.decision_type = told.field("decision_type").string().value_or("");
    } else if (telling.is_tool_call()) {
        read_tool_call(told, telling);
    }
    return telling;
}

}  // namespace hence
