#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/session/files.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/files/tool_files.h"
#include "model/text.h"
#include "views/files/line_diff.h"
#include "views/find/event_reader.h"
#include "views/write/grid.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

std::vector<std::uint64_t> seqs_of_touches(const Files& answer) {
    std::vector<std::uint64_t> numbers;
    for (const TouchedFile& file : answer.files) {
        for (const FileTouch& touch : file.touches) {
            numbers.push_back(touch.seq);
        }
    }
    return numbers;
}

LineDiff diff_of_call(const Event& call, const std::string& path) {
    return line_diff(file_change(text_field(call, "tool_name"), field(call, "input"), path));
}

std::string_view provenance_of(bool assumed) {
    return assumed ? "assumed" : "recorded";
}

void append_touch(JsonWriter& json, const FileTouch& touch, const Event& call) {
    json.begin_object().member("event", call.id()).member("deed", to_string(touch.deed));
    json.member("tool", OrNull{text_field(call, "tool_name")});
    json.member("agent", OrNull{call.agent()});
    // A time that only says the order is none.
    json.member("time", call.has(Flag::time_derived) ? std::nullopt : std::optional(call.time()));
    const std::string_view status = touch.ok ? (*touch.ok ? "ok" : "error") : "";
    json.member("status", OrNull{status});
    json.member("provenance", provenance_of(touch.assumed));
    json.member("moved", OrNull{touch.moved}).end_object();
}

void append_change(JsonWriter& json, const FileTouch& touch, const Event& call,
                   const std::string& path) {
    const LineDiff diff = diff_of_call(call, path);
    json.begin_object().member("event", call.id()).member("deed", to_string(touch.deed));
    json.member("added", diff.added).member("removed", diff.removed);
    json.member("diff", diff.text).member("cut", diff.cut).end_object();
}

Result<void> append_file(Pieces& out, const TouchedFile& file, EventReader& reader) {
    JsonWriter& json = out.json;
    json.begin_object().member("path", file.path);
    for (std::size_t i = 0; i < file_deeds; ++i) {
        json.member(to_string(static_cast<FileDeed>(i)), file.counts[i]);
    }
    json.member("failed", file.failed).member("provenance", provenance_of(file.assumed));
    json.key("touches").begin_list();
    const FileTouch* const last = file.last_change();
    std::optional<Event> changing;
    for (const FileTouch& touch : file.touches) {
        Event call = TRY(reader.next());
        append_touch(json, touch, call);
        TRY(out.pass_on());
        if (&touch == last) {
            changing = std::move(call);
        }
    }
    json.end_list().key("last_change");
    if (changing) {
        append_change(json, *last, *changing, file.path);
    } else {
        json.null();
    }
    json.end_object();
    return out.pass_on();
}

// "edited 4, read 2, 1 failed"
std::string deeds_text(const TouchedFile& file) {
    std::string text;
    for (const FileDeed deed :
         {FileDeed::deleted, FileDeed::written, FileDeed::edited, FileDeed::read}) {
        const std::uint64_t count = file.counts[static_cast<std::size_t>(deed)];
        if (count > 0) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_string(deed), count);
        }
    }
    if (file.failed > 0) {
        text += fmt::format("{}{} failed", text.empty() ? "" : ", ", file.failed);
    }
    return text;
}

std::string lines_text(const LineDiff& diff) {
    std::string text = diff.added > 0 ? fmt::format("+{}", diff.added) : std::string();
    text += diff.removed > 0 ? fmt::format("{}-{}", text.empty() ? "" : " ", diff.removed) : "";
    return text.empty() ? "-" : text;
}

// The folder that all paths share: a table without it is easier to read.
std::string shared_folder(const Files& answer) {
    if (answer.files.size() < 2) {
        return {};
    }
    // The files are in order, so the first and the last share the least.
    const std::string& first = answer.files.front().path;
    const std::string& last = answer.files.back().path;
    const auto [in_first, in_last] = std::ranges::mismatch(first, last);
    const auto same = static_cast<std::size_t>(in_first - first.begin());
    const std::size_t end = same == 0 ? std::string::npos : first.rfind('/', same - 1);
    return end == std::string::npos || end < 2 ? std::string() : first.substr(0, end + 1);
}

// What the text shows of a file, besides what the answer holds.
struct ShownFile {
    const TouchedFile* file = nullptr;
    std::optional<Event> last = {};  // The last change, else the last touch.
    LineDiff diff = {};
};

class FilesText {
public:
    FilesText(const Files& answer, const Store& store, const Sink& sink)
        : answer_(answer),
          reader_(store, seqs_of_touches(answer)),
          out_(sink),
          folder_(shared_folder(answer)) {}

    Result<void> write() {
        out_.text += fmt::format("Files: session {}\n", printable(answer_.session));
        append_totals();
        if (answer_.by_path || answer_.diffs) {
            return write_each();
        }
        Grid changed({{"DID"}, {"LINES"}, {"LAST CHANGE"}, {"BY"}, {"EVENT"}, {"FILE"}});
        Grid seen({{"DID"}, {"LAST"}, {"BY"}, {"EVENT"}, {"FILE"}});
        for (const TouchedFile& file : answer_.files) {
            const ShownFile shown = TRY(read_last(file));
            add_row(shown, changed, seen);
        }
        append_grid("Changed", changed);
        append_grid("Not changed", seen);
        append_end();
        return out_.finish();
    }

private:
    void append_totals() {
        if (answer_.files.empty()) {
            out_.text += "No call of a tool names a file.\n";
            return;
        }
        out_.text +=
            fmt::format("{} file{}:", answer_.files.size(), answer_.files.size() == 1 ? "" : "s");
        for (std::size_t i = 0; i < file_deeds; ++i) {
            out_.text += fmt::format("{} {} {}", i == 0 ? "" : ",", answer_.totals[i],
                                     to_string(static_cast<FileDeed>(i)));
        }
        out_.text += "\n";
        if (!folder_.empty()) {
            out_.text += fmt::format("Below {}\n", printable(folder_));
        }
    }

    std::string shown_path(const TouchedFile& file) const {
        return (file.assumed ? "~ " : "") + printable(file.path.substr(folder_.size()));
    }

    Result<ShownFile> read_last(const TouchedFile& file) {
        ShownFile shown{.file = &file};
        const FileTouch* const last = file.last_change();
        for (const FileTouch& touch : file.touches) {
            Event call = TRY(reader_.next());
            if (last == nullptr || &touch == last) {
                shown.last = std::move(call);
            }
        }
        if (last != nullptr) {
            shown.diff = diff_of_call(*shown.last, file.path);
        }
        return shown;
    }

    void add_row(const ShownFile& shown, Grid& changed, Grid& seen) {
        const TouchedFile& file = *shown.file;
        const std::string tool = printable(text_field(*shown.last, "tool_name"));
        const std::string id = ids_.of(shown.last->id());
        if (file.changed()) {
            changed.add({deeds_text(file), lines_text(shown.diff), when(*shown.last), tool, id,
                         shown_path(file)});
        } else {
            seen.add({deeds_text(file), when(*shown.last), tool, id, shown_path(file)});
        }
    }

    void append_grid(std::string_view title, const Grid& grid) {
        if (!grid.empty()) {
            out_.text += fmt::format("\n{}\n", title);
            grid.append_to(out_.text, 2);
        }
    }

    // One file after the other: every touch, and the last change line by line.
    Result<void> write_each() {
        for (const TouchedFile& file : answer_.files) {
            out_.text += fmt::format("\n{}  ({})\n", shown_path(file), deeds_text(file));
            const FileTouch* const last = file.last_change();
            std::optional<Event> changing;
            for (const FileTouch& touch : file.touches) {
                Event call = TRY(reader_.next());
                append_touch_row(touch, call);
                TRY(out_.pass_on());
                if (&touch == last) {
                    changing = std::move(call);
                }
            }
            if (changing) {
                append_diff(diff_of_call(*changing, file.path));
            }
            TRY(out_.pass_on());
        }
        append_end();
        return out_.finish();
    }

    void append_touch_row(const FileTouch& touch, const Event& call) {
        out_.text += fmt::format(
            "  {} {}{} by {}{}{}  ({})\n", when(call), touch.assumed ? "~ " : "",
            to_string(touch.deed), printable(text_field(call, "tool_name")),
            touch.moved.empty()               ? std::string()
            : touch.deed == FileDeed::deleted ? ", moved to " + printable(touch.moved)
                                              : ", moved from " + printable(touch.moved),
            touch.ok == false ? " FAILED" : "", ids_.of(call.id()));
    }

    void append_diff(const LineDiff& diff) {
        std::string_view text = diff.text;
        if (!text.empty()) {
            out_.text += fmt::format("  last change: {}\n", lines_text(diff));
        }
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            out_.text += fmt::format("    {}\n", printable(text.substr(0, end)));
            text.remove_prefix(std::min(end, text.size() - 1) + 1);
        }
        if (diff.cut > 0) {
            out_.text += fmt::format("    … {} more lines\n", diff.cut);
        }
    }

    void append_end() {
        if (answer_.shell_calls > 0) {
            out_.text += fmt::format(
                "\n! {} shell command{}: a file that only a command names is assumed (~), and a "
                "file that no word names is not listed\n",
                answer_.shell_calls, answer_.shell_calls == 1 ? "" : "s");
        }
    }

    const Files& answer_;
    EventReader reader_;
    Pieces out_;
    ShownIds ids_;
    std::string folder_;
};

}  // namespace

Result<void> write_json(const Files& answer, const Store& store, const Sink& sink) {
    Pieces out(sink);
    EventReader reader(store, seqs_of_touches(answer));
    out.json.begin_object().member("session", answer.session).key("files").begin_list();
    for (const TouchedFile& file : answer.files) {
        TRY(append_file(out, file, reader));
    }
    out.json.end_list();
    for (std::size_t i = 0; i < file_deeds; ++i) {
        out.json.member(to_string(static_cast<FileDeed>(i)), answer.totals[i]);
    }
    out.json.member("shell_calls", answer.shell_calls).end_object().end_line();
    return out.finish();
}

Result<void> write_text(const Files& answer, const Store& store, const Sink& sink) {
    FilesText text(answer, store, sink);
    return text.write();
}

}  // namespace hence
