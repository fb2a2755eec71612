#include <algorithm>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/search.h"
#include "model/text.h"
#include "views/write/columns.h"
#include "views/write/layout.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t names_shown = 5;

void append_snippet(JsonWriter& json, const SearchSnippet& snippet) {
    json.begin_object().member("path", snippet.path).member("text", snippet.text);
    json.key("marks").begin_list();
    for (const auto& [begin, end] : snippet.marks) {
        json.begin_list().value(begin).value(end).end_list();
    }
    json.end_list().end_object();
}

void append_row(JsonWriter& json, const SearchRow& row) {
    const Event& event = row.event;
    json.begin_object().member("event", event.id()).member("session", OrNull{row.session});
    json.member("run", OrNull{event.run()}).member("agent", OrNull{event.agent()});
    json.member("time", event.has(Flag::time_derived) ? std::nullopt : std::optional(event.time()))
        .member("kind", event.kind());
    json.member("summary", row.summary).key("snippet").begin_list();
    for (const SearchSnippet& snippet : row.snippets) {
        append_snippet(json, snippet);
    }
    json.end_list().end_object();
}

void append_counts(JsonWriter& json, std::string_view name,
                   const std::vector<SearchCount>& counts) {
    json.key(name).begin_object();
    for (const SearchCount& count : counts) {
        json.recorded_key(count.name).value(count.matches);
    }
    json.end_object();
}

std::string headline(const SearchAnswer& answer) {
    if (answer.matches == 0) {
        return fmt::format("Nothing matches {}{}\n", printable(answer.text),
                           answer.counted_all ? "." : " so far: it took too long to look at all.");
    }
    return fmt::format("{}{} event{} {}\n", answer.counted_all ? "" : "At least ", answer.matches,
                       answer.matches == 1 ? "" : "s",
                       answer.fragment ? fmt::format("with {} as it stands", printable(answer.text))
                                       : fmt::format("with {}", printable(answer.text)));
}

// "by tool   Bash 12, Read 3, and 4 more"
std::string counts_line(std::string_view name, const std::vector<SearchCount>& counts) {
    if (counts.empty()) {
        return {};
    }
    std::string line = fmt::format("  by {:<8}", name);
    const std::size_t shown = std::min(counts.size(), names_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        line += fmt::format("{}{} {}", i == 0 ? "" : ", ", printable(counts[i].name),
                            counts[i].matches);
    }
    if (counts.size() > shown) {
        line += fmt::format(", and {} more", counts.size() - shown);
    }
    return line + '\n';
}

std::string fitted(std::string line) {
    const std::size_t columns = text_layout().columns;
    return (columns == 0 ? line : cut(line, columns)) + '\n';
}

}  // namespace

Result<void> write_json(const SearchAnswer& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object().member("query", answer.text);
    out.json.member("read_as", answer.fragment ? "fragment" : "words");
    out.json.member("matches", answer.matches).member("counted_all", answer.counted_all);
    TRY(out.list("rows", answer.rows, append_row));
    out.json.key("by").begin_object();
    append_counts(out.json, "session", answer.by_session);
    append_counts(out.json, "agent", answer.by_agent);
    append_counts(out.json, "tool", answer.by_tool);
    append_counts(out.json, "kind", answer.by_kind);
    append_counts(out.json, "day", answer.by_day);
    out.json.end_object().member("next", answer.next).end_object().end_line();
    return out.finish();
}

Result<void> write_text(const SearchAnswer& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.text += headline(answer);
    ShownIds ids;
    for (const SearchRow& row : answer.rows) {
        const std::string agent = row.event.agent().empty() ? "-" : printable(row.event.agent());
        out.text += fmt::format("\n{} {}  {}  ({})\n", when(row.event), agent, row.summary,
                                ids.of(row.event.id()));
        for (const SearchSnippet& snippet : row.snippets) {
            out.text +=
                fitted(fmt::format("    {}: {}", printable(snippet.path), printable(snippet.text)));
        }
        TRY(out.pass_on());
    }
    if (answer.matches > 0) {
        out.text += '\n';
        out.text += counts_line("session", answer.by_session);
        out.text += counts_line("agent", answer.by_agent);
        out.text += counts_line("tool", answer.by_tool);
        out.text += counts_line("kind", answer.by_kind);
        out.text += counts_line("day", answer.by_day);
    }
    if (answer.next) {
        out.text += "More match: ask with a higher --limit.\n";
    }
    return out.finish();
}

}  // namespace hence
