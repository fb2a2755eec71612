#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/knew.h"
#include "hence/store.h"
#include "model/text.h"
#include "model/words/text_search.h"
#include "views/cause/call.h"
#include "views/find/session_events.h"
#include "views/write/columns.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t line_max = 80;  // Columns.
constexpr std::size_t source_min = 20;
constexpr std::size_t item_lines_max = 4;
constexpr std::size_t indent = 6;

std::string_view id_or_nothing(const std::optional<Event>& event) {
    return event ? event->id() : std::string_view();
}

void append_message(JsonWriter& json, const KnewMessage& message) {
    json.begin_object().member("index", message.index).member("role", message.role);
    json.member("text", message.text).member("bytes", message.bytes).member("cut", message.cut);
    json.end_object();
}

Result<void> append_compared(Pieces& pieces, const KnewMessages& messages) {
    pieces.json.begin_object().member("total", messages.total).member("kept", messages.kept);
    pieces.json.member("bytes", messages.bytes);
    TRY(pieces.list("added", messages.added, append_message));
    TRY(pieces.list("dropped", messages.dropped, append_message));
    pieces.json.member("compared", messages.compared).end_object();
    return {};
}

void append_step(JsonWriter& json, const KnewStep& step) {
    json.begin_object().member("id", OrNull{step.id}).member("kind", OrNull{step.kind});
    json.member("time", step.time).member("summary", OrNull{step.summary});
    json.member("status", OrNull{step.status}).end_object();
}

void append_item(JsonWriter& json, const KnewItem& item) {
    json.begin_object().member("event", item.event).member("source", item.source);
    json.member("from", OrNull{item.from}).member("tool", OrNull{item.tool});
    json.member("time", item.time).member("text", item.text).member("bytes", item.bytes);
    json.member("cut", item.cut).member("new", item.is_new);
    json.member("after_call", item.after_call).end_object();
}

// "1 message", "14 messages"
std::string counted(std::uint64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// "512 B", "3.2 kB", "1.0 MB"
std::string size_text(std::uint64_t bytes) {
    constexpr std::uint64_t kilo = 1'000;
    constexpr std::uint64_t mega = 1'000'000;
    if (bytes < kilo) {
        return fmt::format("{} B", bytes);
    }
    const std::uint64_t unit = bytes < mega ? kilo : mega;
    return fmt::format("{}.{} {}", bytes / unit, bytes % unit * 10 / unit,
                       unit == kilo ? "kB" : "MB");
}

Result<void> append_lines(Pieces& pieces, char mark, const std::vector<KnewMessage>& messages) {
    for (const KnewMessage& message : messages) {
        pieces.text += fmt::format("{} {}: {} ({})\n", mark,
                                   message.role ? first_line(*message.role, line_max) : "-",
                                   first_line(message.text, line_max), size_text(message.bytes));
        TRY(pieces.pass_on());
    }
    return {};
}

Result<void> append_diff(Pieces& pieces, const Knew& answer) {
    const KnewMessages& messages = *answer.messages;
    if (messages.compared) {
        pieces.text += fmt::format("= {} kept ({})\n", counted(messages.kept, "message"),
                                   size_text(messages.bytes_kept));
    } else if (answer.previous) {
        pieces.text += "what the model was shown before was not recorded\n";
    }
    TRY(append_lines(pieces, '-', messages.dropped));
    return append_lines(pieces, '+', messages.added);
}

// What a line says of an item, and what stands on a line of its own where both do not fit.
struct SourceText {
    std::string kind;    // "result of Bash", "file, by Read", "message from router"
    std::string detail;  // "`ls -la`", "src/main.cpp"
    std::string both;    // "result of Bash `ls -la`", "file src/main.cpp, by Read"
};

SourceText source_text(const KnewItem& item) {
    const std::string from = printable(item.from);
    const std::string tool = printable(item.tool);
    if (item.source == "file") {
        return {"file, by " + tool, from, fmt::format("file {}, by {}", from, tool)};
    }
    if (item.source == "tool") {
        const bool named = from.starts_with(tool) && from.size() > tool.size();
        return {"result of " + tool, named ? from.substr(tool.size() + 1) : "",
                "result of " + from};
    }
    if (item.source == "shown") {
        return {"shown to the model", from, "shown to the model: " + from};
    }
    const bool sent = item.source == "task" || item.source == "message";
    const std::string both = item.source + (sent ? " from " : " ") + from;
    return {item.source, from, from.empty() ? item.source : both};
}

// The lines that are shown of a text: its first ones, or those that hold what is looked for.
struct ShownLines {
    std::vector<std::string> lines;
    bool all = true;  // There is nothing else to show.
};

// A line that is too long begins shortly before what is looked for, where that would be cut off.
std::string cut_around(std::string_view line, TextSearch& search) {
    constexpr std::size_t room = line_max - indent;
    constexpr std::size_t before = 24;  // Bytes.
    std::string begin = cut(line, room);
    const std::size_t at = search.position_in(line);
    if (at == std::string_view::npos || at <= before || search.found_in(begin)) {
        return begin;
    }
    std::size_t start = at - before;
    while (start < at && (static_cast<unsigned char>(line[start]) & 0xc0U) == 0x80) {
        ++start;  // Inside of a character.
    }
    const std::size_t space = line.find(' ', start);
    start = space < at ? space + 1 : start;
    return "…" + cut(line.substr(start), room - 1);
}

ShownLines shown_lines(std::string_view text, TextSearch& search) {
    ShownLines shown;
    while (!text.empty() && shown.lines.size() < item_lines_max) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
            continue;
        }
        if (!search.found_in(line)) {
            shown.all = false;
            continue;
        }
        std::string visible = printable(line);
        shown.all = shown.all && width(visible) <= line_max - indent;
        shown.lines.push_back(cut_around(visible, search));
    }
    shown.all = shown.all && text.find_first_not_of(" \t\r\n") == std::string_view::npos;
    return shown;
}

void append_item_text(std::string& out, const KnewItem& item, TextSearch& search, ShownIds& ids) {
    const char mark = item.after_call ? '>' : item.is_new ? '+' : ' ';
    const std::string id = ids.of(item.event);
    const std::size_t around = 2 + width(item.when) + 1 + 2 + width(id) + 2;
    const std::size_t room = line_max > around + source_min ? line_max - around : source_min;
    const SourceText source = source_text(item);
    const bool fits = width(source.both) <= room || source.detail.empty();
    out += fmt::format("{} {} {}  ({})\n", mark, item.when,
                       cut(fits ? source.both : source.kind, room), id);
    if (!fits) {
        out += fmt::format("{:{}}{}\n", "", indent - 2, cut(source.detail, line_max - indent + 2));
    }
    const ShownLines shown = shown_lines(item.text, search);
    for (const std::string& line : shown.lines) {
        out += fmt::format("{:{}}{}\n", "", indent, line);
    }
    if (!shown.all || item.cut) {
        out += fmt::format("{:{}}… {} in all\n", "", indent, size_text(item.bytes));
    }
}

void append_assembled_head(std::string& out, const Knew& answer) {
    out += answer.model_call ? "The messages of the model call were not recorded."
                             : "No model call was recorded before it.";
    out += " Assembled from the session:\n";
    std::uint64_t fresh = 0;
    std::uint64_t late = 0;
    for (const KnewItem& item : answer.items) {
        late += item.after_call ? 1 : 0;
        fresh += item.is_new && !item.after_call ? 1 : 0;
    }
    out += counted(answer.items_total, "item");
    if (fresh > 0 && fresh + late == answer.items.size()) {
        out += fmt::format(", {} new (+)", fresh);
    } else if (fresh > 0) {
        out += fmt::format(", {} new since the model call before (+)", fresh);
    }
    out += late > 0 ? fmt::format(", {} after the model call (>)", late) : "";
    out += "\n\n";
}

Result<void> append_items(Pieces& pieces, const Knew& answer, ShownIds& ids) {
    // A text that is too long to be looked for was refused before.
    TextSearch search = TRY(TextSearch::from(answer.search));
    const std::uint64_t left_out = answer.items_found - answer.items.size();
    // All that came in begins with the first item; of what was looked for, the newest are kept.
    const std::size_t gap = answer.search.empty() && !answer.exact ? 1 : 0;
    for (std::size_t i = 0; i < answer.items.size(); ++i) {
        if (i == gap && left_out > 0) {
            pieces.text += fmt::format("  … {} more (--items 0)\n", counted(left_out, "item"));
        }
        append_item_text(pieces.text, answer.items[i], search, ids);
        TRY(pieces.pass_on());
    }
    return {};
}

Result<void> append_found(Pieces& pieces, const Knew& answer, ShownIds& ids) {
    pieces.text += fmt::format("{} of {} {} {}{}\n", answer.items_found, answer.items_total,
                               answer.items_total == 1 ? "item holds" : "items hold",
                               hence::quoted(answer.search),
                               answer.exact ? "" : " (assembled from the session)");
    return append_items(pieces, answer, ids);
}

Result<void> append_steps(Pieces& pieces, const Knew& answer, ShownIds& ids) {
    if (!answer.steps.empty()) {
        pieces.text += answer.previous ? "\nsince the one before:\n" : "\nuntil then:\n";
        pieces.text += answer.more ? "…\n" : "";
    }
    for (const KnewStep& step : answer.steps) {
        pieces.text += fmt::format("{} {}  ({})\n", step.when, step.summary, ids.of(step.id));
        TRY(pieces.pass_on());
    }
    return {};
}

Result<void> append_call(std::string& out, std::string_view name, const Event& call,
                         Sessions& sessions, ShownIds& ids) {
    const std::string said = TRY(summary_of(sessions, call));
    out += fmt::format("{}{} {}  ({})\n", name, when(call), said, ids.of(call.id()));
    return {};
}

}  // namespace

Result<void> write_json(const Knew& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    JsonWriter& json = pieces.json;
    json.begin_object().member("event", OrNull{answer.event.id()});
    json.member("agent", OrNull{answer.event.agent()}).member("run", OrNull{answer.event.run()});
    json.member("model_call", OrNull{id_or_nothing(answer.model_call)});
    json.member("previous", OrNull{id_or_nothing(answer.previous)});
    json.member("recorded", answer.messages.has_value()).member("exact", answer.exact);
    json.key("messages");
    if (answer.messages) {
        TRY(append_compared(pieces, *answer.messages));
    } else {
        json.null();
    }
    json.member("search", OrNull{answer.search});
    TRY(pieces.list("items", answer.items, append_item));
    json.member("items_total", answer.items_total).member("items_found", answer.items_found);
    TRY(pieces.list("steps", answer.steps, append_step));
    json.member("more", answer.more).end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(const Knew& answer, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    Sessions sessions(store);
    ShownIds ids;
    TRY(append_call(pieces.text, "", answer.event, sessions, ids));
    if (answer.model_call && answer.model_call->seq() != answer.event.seq()) {
        TRY(append_call(pieces.text, "model call: ", *answer.model_call, sessions, ids));
    }
    if (answer.previous) {
        TRY(append_call(pieces.text, "one before: ", *answer.previous, sessions, ids));
    }
    pieces.text += '\n';
    if (!answer.search.empty()) {
        TRY(append_found(pieces, answer, ids));
    } else if (answer.exact) {
        TRY(append_diff(pieces, answer));
        TRY(append_steps(pieces, answer, ids));
    } else {
        append_assembled_head(pieces.text, answer);
        TRY(append_items(pieces, answer, ids));
    }
    return pieces.finish();
}

}  // namespace hence
