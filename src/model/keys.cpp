// The keys of each kind of event, and the share of an event in the summary rows.
#include "model/keys.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "model/answer_keys.h"
#include "model/extent.h"
#include "model/facts.h"
#include "model/goal.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/repeat.h"
#include "model/tokens.h"

namespace hence {
namespace {

// "5:" before "hello". What follows the number is exactly that long, so no two pairs meet.
void append_joined(std::string& out, std::string_view first, std::string_view second) {
    std::array<char, 24> length{};
    const auto end = std::to_chars(length.data(), length.data() + length.size(), first.size()).ptr;
    out.append(length.data(), end);
    out += ':';
    out += first;
    out += second;
}

void add_failure(const Event& event, SummaryPart& part) {
    if (!failed_call(event)) {
        return;
    }
    part.failed_call = true;
    const std::string call = text_field(event, "call_id");
    if (!call.empty()) {
        part.failed_call_key = joined(event.session(), call);
    }
}

std::optional<std::pair<Position, std::string>> said(const Event& event, std::string text) {
    if (text.empty()) {
        return std::nullopt;
    }
    return std::pair(Position{event.time(), event.seq()}, std::move(text));
}

}  // namespace

std::string joined(std::string_view first, std::string_view second) {
    constexpr std::size_t usual_digits = 4;
    std::string out;
    out.reserve(first.size() + second.size() + usual_digits);
    append_joined(out, first, second);
    return out;
}

void Keys::add(Space space, std::string_view value) {
    if (!value.empty()) {
        keys_.push_back({space, value});
    }
}

// The scratch may move as it grows, so its views are set when the last key is in.
void Keys::add_scratch(Space space, std::size_t begin) {
    scratched_.push_back({keys_.size(), begin, scratch_.size() - begin});
    keys_.push_back({space, {}});
}

void Keys::add_joined(Space space, std::string_view first, std::string_view second) {
    const std::size_t begin = scratch_.size();
    append_joined(scratch_, first, second);
    add_scratch(space, begin);
}

// A child's name alone is not enough: the same agent works in many threads.
void Keys::add_scoped(Space space, const Event& event, std::string_view name) {
    const bool threaded = !event.correlation().empty();
    const std::string_view scope = threaded ? event.correlation() : event.session();
    std::array<char, 24> length{};
    const auto end =
        std::to_chars(length.data(), length.data() + length.size(), scope.size() + 1).ptr;
    const std::size_t begin = scratch_.size();
    scratch_.append(length.data(), end);
    scratch_ += threaded ? ":c" : ":s";
    scratch_ += scope;
    scratch_ += name;
    add_scratch(space, begin);
}

// Most strings are spelled without a backslash, and stand in the event as they are.
std::string_view Keys::text_of(Json value) {
    if (!value.is_string()) {
        return {};
    }
    return has_backslash(value.raw()) ? unescaped_.emplace_front(unescape(value.raw()))
                                      : inside_quotes(value.raw());
}

void Keys::add_calls(const Event& event, Json call_ids) {
    ElementReader reader(call_ids.raw());
    std::string_view id;
    while (reader.next(id)) {
        const std::string_view text = text_of(Json(id));
        if (!text.empty()) {
            add_joined(Space::request, event.session(), text);
        }
    }
}

void Keys::add_refs(Json refs) {
    ElementReader reader(refs.raw());
    std::string_view ref;
    while (reader.next(ref)) {
        add(Space::ref, text_of(Json(ref)));
    }
}

// NOLINTNEXTLINE(readability-function-size): a kind after another.
void Keys::add_fields(const Event& event) {
    const std::string_view kind = event.kind();
    const std::string_view fields = event.fields();
    const auto add_in_session = [&](Space space, Json value) {
        const std::string_view text = text_of(value);
        if (!text.empty()) {
            add_joined(space, event.session(), text);
        }
    };
    const auto add_beginning = [&](std::string_view begin, std::string_view rest) {
        const std::size_t at = scratch_.size();
        scratch_ += begin;
        scratch_ += rest;
        add_scratch(Space::response, at);
    };
    const auto add_call = [&](std::string_view call_id) {
        if (!call_id.empty()) {
            add_beginning(answer_by_call, call_id);
        }
    };
    const auto add_answer = [&](Json call_ids, Json completion, Json error) {
        call_ids.each_element([&](Json id) {
            add_call(text_of(id));
            return true;
        });
        if (!call_ids.at(0).present() && completion.is_string()) {
            add_beginning(answer_by_text, sha256_hex(text_of(completion)));
        }
        if (error.is_string()) {
            add_beginning(answer_by_failure, sha256_hex(failure_message(text_of(error))));
        }
    };
    if (fields.empty()) {
        return;
    }
    if (kind == "tool_call") {
        const Json call_id = Json(fields)["call_id"];
        add_in_session(Space::call, call_id);
        if (event.has(Flag::settled)) {
            add_call(text_of(call_id));
        }
    } else if (kind == "observation") {
        const auto [call_id, key] = members<2>(fields, {"call_id", "key"});
        add_in_session(Space::call, call_id);
        add_in_session(Space::key, key);
    } else if (kind == "llm_call") {
        const auto [call_ids, response, completion, error, tokens, messages, attributes, prompt] =
            members<8>(fields, {"call_ids", "response_id", "completion", "error",
                                "completion_tokens", "messages", "attributes", "prompt_tokens"});
        add_calls(event, call_ids);
        add(Space::response, text_of(response));
        if (event.has(Flag::settled)) {
            add_answer(call_ids, completion, error);
            const bool told = completion.present() || call_ids.present();
            if (told != response.present() && tokens.present() && prompt.present()) {
                std::string both(prompt.raw());
                both += ' ';
                both += tokens.raw();
                add_beginning(answer_by_tokens, both);
            }
            const bool unanswered = !completion.present() && !tokens.present();
            if (messages.present() && (unanswered || tells_stream(attributes))) {
                add_beginning(answer_by_prompt, sha256_hex(messages.raw()));
            }
        }
    } else if (kind == "span" && event.has(Flag::settled)) {
        add(Space::response, text_of(Json(fields)["response_id"]));
    } else if (kind == "delegation") {
        const auto [run, child] = members<2>(fields, {"run_id", "child_id"});
        add(Space::child_run, text_of(run));
        const std::string_view name = text_of(child);
        if (!name.empty()) {
            add_scoped(Space::child, event, name);
        }
    } else if (kind == "decision") {
        add(Space::decision_type, text_of(Json(fields)["decision_type"]));
    } else if (kind == "outcome") {
        add(Space::of, text_of(Json(fields)["of"]));
    } else if (kind == "session_fork" || kind == "session_rewind") {
        add(Space::lineage, event.session());
    } else if (kind.starts_with("graph_")) {
        add_graph(event);
    }
}

// What the graph's fold will look for. A node or an edge without an id goes by that of its event.
void Keys::add_graph(const Event& event) {
    const Json fields(event.fields());
    const std::string_view named = text_of(fields["graph"]);
    const std::string_view graph = named.empty() ? std::string_view("default") : named;
    const auto id_or_own = [&](Json id) {
        const std::string_view text = text_of(id);
        return text.empty() ? event.id() : text;
    };
    const auto add_edge = [&](Json id, Json from, Json to) {
        add_joined(Space::graph_edge, graph, id_or_own(id));
        add_joined(Space::graph_out, graph, text_of(from));
        add_joined(Space::graph_in, graph, text_of(to));
    };
    add(Space::graph, graph);
    const std::string_view kind = event.kind();
    if (kind == "graph_node") {
        const auto [id, type, stands_for] =
            members<3>(fields["node"].raw(), {"id", "type", "event"});
        add_joined(Space::graph_node, graph, id_or_own(id));
        add_joined(Space::graph_type, graph, text_of(type));
        add(Space::graph_event, text_of(stands_for));
    } else if (kind == "graph_edge") {
        const auto [id, from, to] = members<3>(fields["edge"].raw(), {"id", "from_id", "to_id"});
        add_edge(id, from, to);
    } else if (kind == "graph_update" || kind == "graph_delete") {
        add_joined(Space::graph_node, graph, text_of(fields["id"]));
    } else if (kind == "graph_supersede") {
        add_joined(Space::graph_node, graph, text_of(fields["old_id"]));
        add_edge(fields["edge_id"], fields["new_id"], fields["old_id"]);
    }
}

// Lists may name a thing twice. Sorted, since a list may also be long.
void Keys::drop_repeats(std::size_t begin) {
    const auto order = [](const KeyView& a, const KeyView& b) {
        return std::pair(a.space, a.value) < std::pair(b.space, b.value);
    };
    const auto same = [](const KeyView& a, const KeyView& b) {
        return a.space == b.space && a.value == b.value;
    };
    const auto first = keys_.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(first, keys_.end(), order);
    keys_.erase(std::unique(first, keys_.end(), same), keys_.end());
}

const std::vector<KeyView>& Keys::of(const Event& event) {
    keys_.clear();
    scratch_.clear();
    scratched_.clear();
    unescaped_.clear();

    if (is_withdrawn(event)) {
        add(Space::withdrawn, event.run());
        return keys_;
    }
    keys_.push_back({Space::all, {}});
    add(Space::session, event.session());
    add(Space::run, event.run());
    add(Space::agent, event.agent());
    add(Space::correlation, event.correlation());
    add(Space::kind, event.kind());
    if (event.session().empty()) {
        add(Space::loose_run, event.run());
    }
    if (event.parent().empty()) {
        add(Space::root_run, event.run());
        if (!event.agent().empty()) {
            add_scoped(Space::root_agent, event, event.agent());
        }
    }
    add(Space::parent, event.parent());
    const std::size_t listed = keys_.size();
    for (const std::string_view cause : event.causes()) {
        add(Space::cause, cause);
    }
    if (!event.rationale().empty()) {
        add_refs(Json(event.rationale())["refs"]);
    }
    add_fields(event);

    for (const Scratched& part : scratched_) {
        keys_[part.key].value = std::string_view(scratch_).substr(part.begin, part.size);
    }
    if (keys_.size() > listed + 1) {
        drop_repeats(listed);
    }
    return keys_;
}

SummaryPart summarize(const Event& event) {
    SummaryPart part;
    Summary& summary = part.summary;
    const std::string_view kind = event.kind();
    summary.first = event.time();
    summary.last = event.time();
    if (!event.has(Flag::time_derived)) {
        summary.begin = event.time();
        summary.end = end_of(event);
    }
    summary.events = 1;
    summary.with_parent = event.parent().empty() ? 0 : 1;
    summary.kinds.emplace(kind, 1);
    if (!event.agent().empty()) {
        summary.agents.emplace(event.agent(), 1);
    }
    if (!event.session().empty()) {
        summary.sessions.emplace(event.session(), 1);
    }
    if (kind == "error") {
        summary.errors = 1;
    } else if (kind == "llm_call") {
        summary.tokens = tokens_used(event).total;
        // Whoever failed and says nothing has used nothing that anybody knows of.
        if (!summary.tokens && failed_call(event)) {
            summary.tokens = 0;
        }
        add_failure(event, part);
    } else if (kind == "session_start" || kind == "prompt" || kind == "graph_node") {
        summary.goal = said(event, goal_stated(event));
    } else if (kind == "session_end") {
        summary.status = said(event, text_field(event, "status"));
        summary.tokens_stated = Json(event.fields())["total_tokens"].number();
    } else if (kind == "tool_call" || kind == "observation") {
        add_failure(event, part);
    }
    return part;
}

RareBits rare_in(const Event& event) {
    RareBits bits = 0;
    const auto note = [&](bool is, Rare rare) { bits |= is ? bit_of(rare) : RareBits{0}; };
    note(event.session().empty() && !event.run().empty(), Rare::loose_run);
    note(session_is_run(event), Rare::derived_session);
    note(event.kind() == Kind::session_fork || event.kind() == Kind::session_rewind, Rare::lineage);
    note(event.kind() == Kind::delegation, Rare::delegation);
    note(event.kind() == Kind::graph_node, Rare::graph_node);
    return bits;
}

}  // namespace hence
