#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/store.h"
#include "hence/tree.h"
#include "model/event_body.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/summary/summary_text.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/cause/event_marks.h"
#include "views/find/event_reader.h"
#include "views/find/session_events.h"
#include "views/tree/noted_end.h"
#include "views/tree/tree_events.h"
#include "views/tree/turn_rows.h"
#include "views/write/guides.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

Result<std::string> summary_with(Sessions& sessions, const Event& event, const NotedEnd& end) {
    if (event.kind() != Kind::tool_call) {
        return summary_of(sessions, event);
    }
    return summary(event, call_end(end));
}

// The event's own members, up to where children or parent and level follow.
Result<void> begin_event(JsonWriter& json, Sessions& sessions, const Event& event,
                         const NotedEnd& end, const EventMarks& marks) {
    const std::string said = TRY(summary_with(sessions, event, end));
    const std::string_view own = event.body().duration_ms;
    json.begin_object().member("id", event.id()).member("kind", event.kind());
    json.member("agent", OrNull{event.agent()}).member("time", event.time());
    json.raw_or_null("duration_ms", own.empty() ? std::string_view(end.duration_ms) : own);
    json.member("summary", said);
    json.raw_or_null("rationale", event.rationale()).raw_or_null("fields", event.fields());
    return marks.append_json(json, event);
}

// Depth first order and levels say where each list of children ends.
Result<void> write_nested(const Tree& tree, const Store& store, Pieces& pieces) {
    TreeEvents events(tree, store);
    Sessions sessions(store);
    const EventMarks marks = TRY(EventMarks::of(sessions, tree.session));
    NotedEnds ends(tree, sessions);
    std::uint32_t open = 0;
    for (const TreeNode& node : tree.nodes) {
        for (; open >= node.level; --open) {
            pieces.json.end_list().end_object();
            TRY(pieces.pass_on());
        }
        const Event* const event = TRY(events.next());
        const NotedEnd* const end = TRY(ends.of(*event));
        TRY(begin_event(pieces.json, sessions, *event, *end, marks));
        pieces.json.key("children").begin_list();
        open = node.level;
        TRY(pieces.pass_on());
    }
    for (; open > 0; --open) {
        pieces.json.end_list().end_object();
        TRY(pieces.pass_on());
    }
    return {};
}

Result<void> write_flat(const Tree& tree, const Store& store, Pieces& pieces) {
    TreeEvents events(tree, store);
    Sessions sessions(store);
    const EventMarks marks = TRY(EventMarks::of(sessions, tree.session));
    NotedEnds ends(tree, sessions);
    std::vector<std::string> path;
    for (const TreeNode& node : tree.nodes) {
        const Event* const event = TRY(events.next());
        path.resize(node.level - 1);
        const NotedEnd* const end = TRY(ends.of(*event));
        TRY(begin_event(pieces.json, sessions, *event, *end, marks));
        pieces.json.member("parent", OrNull{path.empty() ? std::string_view() : path.back()});
        pieces.json.member("level", node.level).end_object();
        path.emplace_back(event->id());
        TRY(pieces.pass_on());
    }
    return {};
}

// Writes events as rows, behind the guides that stand there already.
class RowText {
public:
    RowText(const Tree& tree, Sessions& sessions, const EventMarks& marks, Pieces& pieces)
        : sessions_(sessions), ends_(tree, sessions), marks_(marks), pieces_(pieces) {}

    // `times`: how many events like this one the row stands for.
    Result<void> append(const Event& event, std::size_t times = 1) {
        const NotedEnd* const end = TRY(ends_.of(event));
        const std::string marked = TRY(marks_.words(event));
        const std::string said = TRY(summary_with(sessions_, event, *end));
        pieces_.text += when(event) + " " + said + marked;
        pieces_.text += times > 1 ? fmt::format(" ×{}", times) : "";
        pieces_.text += "  (" + ids_.of(event.id()) + ")\n";
        return pieces_.pass_on();
    }

private:
    Sessions& sessions_;
    NotedEnds ends_;
    const EventMarks& marks_;
    Pieces& pieces_;
    ShownIds ids_;
};

Result<void> write_steps(const Tree& tree, const Store& store, Pieces& pieces) {
    TreeEvents events(tree, store);
    Sessions sessions(store);
    const EventMarks marks = TRY(EventMarks::of(sessions, tree.session));
    RowText text(tree, sessions, marks, pieces);
    Guides guides;
    for (const TreeNode& node : tree.nodes) {
        const Event* const event = TRY(events.next());
        guides.append(pieces.text, node.level, node.last);
        TRY(text.append(*event));
    }
    return {};
}

// Writes the rows of turns. Spans of one name that hold nothing, one behind the other, take one
// row: a program that traces each of its file reads says nothing more with the hundredth.
class TurnText {
public:
    TurnText(RowText& text, Pieces& pieces) : text_(text), pieces_(pieces) {}

    Result<void> add(const TurnRow& row, const Event& event, bool holds_nothing) {
        const bool folds =
            holds_nothing && event.kind() == Kind::span && text_field(event, "status") != "error";
        if (first_ && folds && row.level == last_.level &&
            text_field(event, "name") == text_field(*first_, "name")) {
            last_ = row;
            ++times_;
            return {};
        }
        TRY(finish());
        first_ = event;
        last_ = row;
        times_ = 1;
        return folds ? Result<void>() : finish();
    }

    // After the last row.
    Result<void> finish() {
        if (!first_) {
            return {};
        }
        guides_.append(pieces_.text, last_.level, last_.last);
        const Event event = *std::exchange(first_, std::nullopt);
        return text_.append(event, times_);
    }

private:
    RowText& text_;
    Pieces& pieces_;
    Guides guides_;
    std::optional<Event> first_;  // Of those that the row stands for, until it is written.
    TurnRow last_;
    std::size_t times_ = 0;
};

Result<void> write_turns(const Tree& tree, const Store& store, Pieces& pieces) {
    const std::vector<TurnRow> rows = turn_rows(tree);
    std::vector<std::uint64_t> seqs;
    for (std::size_t i = 0; tree.events.empty() && i < rows.size(); ++i) {
        seqs.push_back(tree.nodes[rows[i].node].seq);
    }
    EventReader reader(store, std::move(seqs));
    Sessions sessions(store);
    const EventMarks marks = TRY(EventMarks::of(sessions, tree.session));
    RowText text(tree, sessions, marks, pieces);
    TurnText turns(text, pieces);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool holds_nothing = i + 1 == rows.size() || rows[i + 1].level <= rows[i].level;
        if (!tree.events.empty()) {
            TRY(turns.add(rows[i], tree.events[rows[i].node], holds_nothing));
            continue;
        }
        const Event event = TRY(reader.next());
        TRY(turns.add(rows[i], event, holds_nothing));
    }
    return turns.finish();
}

}  // namespace

Result<void> write_json(const Tree& tree, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    pieces.json.begin_object().member("session", tree.session);
    pieces.json.member("root_event_id", OrNull{tree.root_event_id.value_or("")});
    pieces.json.member("depth", tree.depth).member("count", tree.nodes.size());
    pieces.json.key("events").begin_list();
    if (tree.flat) {
        TRY(write_flat(tree, store, pieces));
    } else {
        TRY(write_nested(tree, store, pieces));
    }
    tree.completeness.append_json(pieces.json.end_list().key("completeness").text());
    pieces.json.end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(const Tree& tree, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += "Session: " + printable(tree.session) + "\n";
    pieces.text += "Events: " + std::to_string(tree.roots) +
                   " root(s), depth: " + std::to_string(tree.depth) + "\n\n";
    TRY(tree.steps ? write_steps(tree, store, pieces) : write_turns(tree, store, pieces));
    tree.completeness.append_text(pieces.text);
    return pieces.finish();
}

}  // namespace hence
