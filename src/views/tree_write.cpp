#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/try.h"
#include "hence/store.h"
#include "hence/tree.h"
#include "model/event_body.h"
#include "model/json.h"
#include "model/summary_text.h"
#include "model/text.h"
#include "views/call.h"
#include "views/event_reader.h"
#include "views/guides.h"
#include "views/pieces.h"
#include "views/session_events.h"
#include "views/when.h"

namespace hence {
namespace {

std::vector<std::uint64_t> seqs_of(const Tree& tree) {
    std::vector<std::uint64_t> seqs;
    seqs.reserve(tree.nodes.size());
    for (const TreeNode& node : tree.nodes) {
        seqs.push_back(node.seq);
    }
    return seqs;
}

// Hands out the tree's events from the first to the last, kept or read again.
class TreeEvents {
public:
    TreeEvents(const Tree& tree, const Store& store)
        : tree_(tree),
          reader_(store, tree.events.empty() ? seqs_of(tree) : std::vector<std::uint64_t>()) {}

    // Good until the next one.
    Result<const Event*> next() {
        if (!tree_.events.empty()) {
            return &tree_.events[at_++];
        }
        read_ = TRY(reader_.next());
        return &*read_;
    }

private:
    const Tree& tree_;
    EventReader reader_;
    std::optional<Event> read_;
    std::size_t at_ = 0;
};

// How long a call took is said by its end, where that is an event of its own. Only of what a
// delegation brought in, the end must be looked for.
Result<std::string> duration_of(const Tree& tree, Sessions& sessions, const Event& event) {
    std::string duration(event.body().duration_ms);
    if (duration.empty() && event.kind() == "tool_call") {
        const auto known = tree.call_durations.find(event.seq());
        if (known != tree.call_durations.end()) {
            return known->second;
        }
        const std::optional<Event> end = TRY(end_of_call(sessions, event));
        duration = end ? end->body().duration_ms : std::string_view();
    }
    return duration;
}

std::string_view or_null(std::string_view json) {
    return json.empty() ? std::string_view("null") : json;
}

// The event's own members, up to where children or parent and level follow.
void append_members(std::string& out, const Event& event, std::string_view duration) {
    out += R"({"id":)";
    append_string(out, event.id());
    out += R"(,"kind":)";
    append_string(out, event.kind());
    out += R"(,"agent":)";
    append_string_or_null(out, event.agent());
    out += R"(,"time":)";
    append_string(out, to_string(event.time()));
    out += R"(,"duration_ms":)";
    out += or_null(duration);
    out += R"(,"summary":)";
    append_string(out, summary(event, Json(duration).number()));
    out += R"(,"rationale":)";
    out += or_null(event.rationale());
    out += R"(,"fields":)";
    out += or_null(event.fields());
}

// Depth first order and levels say where each list of children ends.
Result<void> write_nested(const Tree& tree, const Store& store, Pieces& pieces) {
    TreeEvents events(tree, store);
    Sessions sessions(store);
    std::uint32_t open = 0;
    for (const TreeNode& node : tree.nodes) {
        const bool first_of_list = node.level == open + 1;
        for (; open >= node.level; --open) {
            pieces.text += "]}";
            TRY(pieces.pass_on());
        }
        pieces.text += first_of_list ? "" : ",";
        const Event* const event = TRY(events.next());
        const std::string duration = TRY(duration_of(tree, sessions, *event));
        append_members(pieces.text, *event, duration);
        pieces.text += R"(,"children":[)";
        open = node.level;
        TRY(pieces.pass_on());
    }
    for (; open > 0; --open) {
        pieces.text += "]}";
        TRY(pieces.pass_on());
    }
    return {};
}

Result<void> write_flat(const Tree& tree, const Store& store, Pieces& pieces) {
    TreeEvents events(tree, store);
    Sessions sessions(store);
    std::vector<std::string> path;
    for (const TreeNode& node : tree.nodes) {
        const Event* const event = TRY(events.next());
        pieces.text += node.level == 1 && path.empty() ? "" : ",";
        path.resize(node.level - 1);
        const std::string duration = TRY(duration_of(tree, sessions, *event));
        append_members(pieces.text, *event, duration);
        pieces.text += R"(,"parent":)";
        append_string_or_null(pieces.text, path.empty() ? std::string_view() : path.back());
        pieces.text += R"(,"level":)" + std::to_string(node.level) + "}";
        path.emplace_back(event->id());
        TRY(pieces.pass_on());
    }
    return {};
}

}  // namespace

Result<void> write_json(const Tree& tree, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += R"({"session":)";
    append_string(pieces.text, tree.session);
    pieces.text += R"(,"root_event_id":)";
    append_string_or_null(pieces.text, tree.root_event_id.value_or(""));
    pieces.text += R"(,"depth":)" + std::to_string(tree.depth);
    pieces.text += R"(,"count":)" + std::to_string(tree.nodes.size());
    pieces.text += R"(,"events":[)";
    if (tree.flat) {
        TRY(write_flat(tree, store, pieces));
    } else {
        TRY(write_nested(tree, store, pieces));
    }
    pieces.text += R"(],"completeness":)";
    tree.completeness.append_json(pieces.text);
    pieces.text += "}\n";
    return pieces.finish();
}

Result<void> write_text(const Tree& tree, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += "Session: " + printable(tree.session) + "\n";
    pieces.text += "Events: " + std::to_string(tree.roots) +
                   " root(s), depth: " + std::to_string(tree.depth) + "\n\n";
    TreeEvents events(tree, store);
    Sessions sessions(store);
    Guides guides;
    for (const TreeNode& node : tree.nodes) {
        const Event* const event = TRY(events.next());
        guides.append(pieces.text, node.level, node.last);
        const std::string duration = TRY(duration_of(tree, sessions, *event));
        const std::string said = summary(*event, Json(duration).number());
        pieces.text += when(*event) + " " + said + "  (" + printable(short_id(event->id())) + ")\n";
        TRY(pieces.pass_on());
    }
    tree.completeness.append_text(pieces.text);
    return pieces.finish();
}

}  // namespace hence
