// Reads the tool calls of a session once, and collects by path what each says that it does.
#include "hence/session/files.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/by_text.h"
#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/files/tool_files.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

// Nothing while no result is known.
std::optional<bool> went_well(const Event& call) {
    if (failed_call(call)) {
        return false;
    }
    const bool told = field(call, "output").present() || field(call, "status").present();
    return told ? std::optional(true) : std::nullopt;
}

class FilesWalk {
public:
    void see(const Event& event) {
        ends_.see(event);
        if (event.kind() != Kind::tool_call) {
            return;
        }
        const std::string tool = text_field(event, "tool_name");
        const Json input = field(event, "input");
        shell_calls_ += runs_shell(tool, input) ? 1 : 0;
        for (NamedFile& file : tool_files(tool, input)) {
            std::string& open = open_files_[std::string(event.agent())];
            if (file.path.empty()) {
                file.path = open;
            } else if (!file.assumed) {
                open = file.path;
            }
            if (!file.path.empty()) {
                add(event, std::move(file));
            }
        }
    }

    Files finish() && {
        const std::unordered_map<std::uint64_t, NotedEnd> ends = std::move(ends_).take();
        for (TouchedFile& file : files_) {
            for (FileTouch& touch : file.touches) {
                settle(touch, ends);
                touch.ok == false ? ++file.failed
                                  : ++file.counts[static_cast<std::size_t>(touch.deed)];
                file.assumed = file.assumed && touch.assumed;
            }
        }
        Files answer;
        answer.files = std::move(files_);
        std::ranges::sort(answer.files, {}, &TouchedFile::path);
        answer.shell_calls = shell_calls_;
        return answer;
    }

private:
    void add(const Event& event, NamedFile file) {
        const auto [place, is_new] = places_.try_emplace(file.path, files_.size());
        if (is_new) {
            files_.push_back({.path = file.path});
        }
        FileTouch touch;
        touch.seq = event.seq();
        touch.deed = file.deed;
        touch.assumed = file.assumed;
        touch.ok = went_well(event);
        touch.moved = std::move(file.moved);
        std::vector<FileTouch>& touches = files_[place->second].touches;
        // A command may name a file twice: `cat x x` reads it once.
        const bool again = !touches.empty() && touches.back().seq == touch.seq &&
                           touches.back().deed == touch.deed;
        if (!again) {
            touches.push_back(std::move(touch));
        }
    }

    static void settle(FileTouch& touch, const std::unordered_map<std::uint64_t, NotedEnd>& ends) {
        const auto end = ends.find(touch.seq);
        if (end != ends.end() && touch.ok != false) {
            touch.ok = !end->second.failed;
        }
    }

    CallEnds ends_;
    ByText<std::size_t> places_;      // Of files_, by path.
    ByText<std::string> open_files_;  // By agent: the file that a tool named last.
    std::vector<TouchedFile> files_;
    std::uint64_t shell_calls_ = 0;
};

Result<void> choose(const FilesRequest& request, Files& answer) {
    std::erase_if(answer.files, [&](const TouchedFile& file) {
        return file.path.find(request.path) == std::string::npos ||
               (request.changed && !file.changed());
    });
    if (answer.files.empty() && !request.path.empty()) {
        return Error{
            Code::not_found,
            fmt::format("no {} of this session has {} in its path",
                        request.changed ? "changed file" : "file", hence::quoted(request.path)),
            "ask without a path for all files"};
    }
    for (const TouchedFile& file : answer.files) {
        for (std::size_t i = 0; i < file_deeds; ++i) {
            answer.totals[i] += file.counts[i] > 0 ? 1 : 0;
        }
    }
    return {};
}

}  // namespace

const FileTouch* TouchedFile::last_change() const {
    for (auto touch = touches.rbegin(); touch != touches.rend(); ++touch) {
        if (touch->deed != FileDeed::read && touch->ok != false) {
            return &*touch;
        }
    }
    return nullptr;
}

Result<Files> files_of(const Store& store, const FilesRequest& request) {
    const std::string session = TRY(resolve_name(store, Space::session, request.session));
    Sessions sessions(store);
    FilesWalk walk;
    const std::unique_ptr<Cursor> events = TRY(sessions.own_events(session, {}));
    std::optional<Event> event = TRY(events->next());
    while (event) {
        walk.see(*event);
        event = TRY(events->next());
    }
    Files answer = std::move(walk).finish();
    answer.session = session;
    answer.diffs = request.diffs;
    answer.by_path = !request.path.empty();
    TRY(choose(request, answer));
    return answer;
}

}  // namespace hence
