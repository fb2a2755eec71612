// `hence logs` and `hence copy`: the logs of an engine, and moving a store from one place to
// another.
//
// A copy goes batch by batch, in order, so one that was stopped goes on where it was: the target
// knows how far it has come. At the end both are read and compared: as many events, and one root of
// a tree over all of them (RFC 6962).
#include <chrono>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/try.h"
#include "cli/commands/commands.h"
#include "cli/commands/serving.h"
#include "model/json/writer.h"
#include "store/common/copyable_store.h"
#include "store/engine.h"
#include "store/integrity/merkle.h"

namespace hence {
namespace {

// A transaction of the target holds about this much.
constexpr std::size_t copied_together_bytes = std::size_t{4} << 20;
constexpr std::uint64_t copied_together_events = 8'192;
constexpr auto progress_pause = std::chrono::milliseconds(200);

Result<int> show_logs(Context& context) {
    const std::string store = TRY(context.store_named());
    if (!is_engine_address(store)) {
        return Error{Code::invalid, "only a postgres:// store keeps several logs",
                     "name one with --store, as in hence --store postgres://host/database logs"};
    }
    const std::vector<EngineLog> logs = TRY(engine_logs(store));
    std::string text;
    if (context.globals().json) {
        JsonWriter json(text);
        json.begin_object().key("logs").begin_list();
        for (const EngineLog& log : logs) {
            json.begin_object()
                .member("log", log.name)
                .member("events", log.events)
                .member("bytes", log.bytes)
                .end_object();
        }
        json.end_list().end_object();
        text += '\n';
    } else if (logs.empty()) {
        text = "There are no logs yet: hence --store ... --log NAME record FILE begins one.\n";
    } else {
        text = fmt::format("{:<32} {:>12} {:>14}\n", "LOG", "EVENTS", "BYTES");
        for (const EngineLog& log : logs) {
            text += fmt::format("{:<32} {:>12} {:>14}\n", log.name, log.events, log.bytes);
        }
    }
    TRY(context.out().write(text));
    TRY(context.out().finish());
    return 0;
}

// What is copied, on a terminal, a few times a second.
class Progress {
public:
    Progress(const char* doing, std::uint64_t all)
        : doing_(doing), all_(all), shown_(::isatty(STDERR_FILENO) == 1) {}
    ~Progress() {
        if (written_) {
            static_cast<void>(!::write(STDERR_FILENO, "\r\033[K", 4));
        }
    }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void at(std::uint64_t done) {
        const auto now = std::chrono::steady_clock::now();
        if (!shown_ || all_ == 0 || now - last_ < progress_pause) {
            return;
        }
        last_ = now;
        written_ = true;
        const std::string line = fmt::format("\rhence: {} {} of {} events ({} %)\033[K", doing_,
                                             done, all_, done * 100 / all_);
        static_cast<void>(!::write(STDERR_FILENO, line.data(), line.size()));
    }

private:
    const char* doing_;
    std::uint64_t all_;
    bool shown_;
    bool written_ = false;
    std::chrono::steady_clock::time_point last_;
};

Result<CopyableStore*> copyable(const Store& store, const std::string& place) {
    CopyableStore* const copies = copies_of(store);
    if (copies == nullptr) {
        return Error{Code::unsupported,
                     fmt::format("{} cannot be copied from here", engine_address_shown(place)),
                     "copy a directory or a postgres:// store, where it is"};
    }
    return copies;
}

// The root of a tree over the first `count` events, by what they say and when they arrived.
Result<Hash> root_of(const Store& store, std::uint64_t count, const char* doing) {
    GrowingTree tree;
    Progress progress(doing, count);
    const std::unique_ptr<Cursor> events = TRY(store.read(1, count));
    while (true) {
        const std::optional<Event> event = TRY(events->next());
        if (!event) {
            break;
        }
        std::string leaf(1, '\0');
        leaf += fmt::format("{} {} ", event->seq(), to_text(event->received()));
        leaf += event->to_json();
        tree.add(sha256(leaf));
        progress.at(tree.size());
    }
    if (tree.size() != count) {
        return Error{Code::corrupt,
                     fmt::format("{} events are there instead of {}", tree.size(), count)};
    }
    return tree.root();
}

// A target that holds something must be the beginning of the source.
Result<void> must_begin_alike(const Store& source, const Store& target, std::uint64_t count) {
    if (count == 0) {
        return {};
    }
    const auto last_of = [&](const Store& store) -> Result<std::string> {
        const std::unique_ptr<Cursor> events = TRY(store.read(count, count));
        const std::optional<Event> event = TRY(events->next());
        return event ? event->to_json() : std::string();
    };
    const std::string here = TRY(last_of(source));
    const std::string there = TRY(last_of(target));
    if (here != there || here.empty()) {
        return Error{Code::conflict, "the target holds something else",
                     "copy into a new store, or into an earlier copy of this one"};
    }
    return {};
}

Result<std::uint64_t> copy_events(const Store& source, Store& target, CopyableStore& from,
                                  CopyableStore& to) {
    const std::uint64_t last = source.last_seq();
    const std::uint64_t there = target.last_seq();
    TRY(must_begin_alike(source, target, there));
    Progress progress("copied", last);
    for (std::uint64_t next = there + 1; next <= last;) {
        std::vector<StoredBatch> batches;
        std::size_t bytes = 0;
        const std::uint64_t first = next;
        while (next <= last && bytes < copied_together_bytes &&
               next - first < copied_together_events) {
            StoredBatch batch = TRY(from.stored_batch(next));
            for (const auto& [key, value] : batch.entries) {
                bytes += key.size() + value.size();
            }
            next = batch.first_seq + batch.count;
            batches.push_back(std::move(batch));
        }
        TRY(to.take_batches(batches));
        progress.at(next - 1);
    }
    const LogEntries quarantine = TRY(from.stored_quarantine());
    TRY(to.take_quarantine(quarantine));
    return last - there;
}

Result<int> copy_store(Context& context, const std::string& target_place) {
    const std::string source_place = TRY(context.store_named());
    if (source_place == target_place) {
        return Error{Code::invalid, "a store cannot be copied into itself"};
    }
    const std::unique_ptr<KeptStore> source = TRY(KeptStore::open(source_place, "copy"));
    CopyableStore* const from = TRY(copyable(source->app().store, source_place));
    std::uint64_t copied = 0;
    {
        const std::unique_ptr<KeptStore> target = TRY(KeptStore::open(target_place, "copy"));
        CopyableStore* const to = TRY(copyable(target->app().store, target_place));
        copied = TRY(copy_events(source->app().store, target->app().store, *from, *to));
    }
    // Opened again: only what is really kept counts.
    const std::unique_ptr<KeptStore> target = TRY(KeptStore::open(target_place, "copy"));
    const std::uint64_t events = target->app().store.last_seq();
    const Hash here = TRY(root_of(source->app().store, events, "read"));
    const Hash there = TRY(root_of(target->app().store, events, "compared"));
    if (here != there) {
        return Error{Code::corrupt, "the copy differs from the store", "copy it anew"};
    }
    const std::string root = [&] {
        std::string hex;
        for (const std::uint8_t byte : there) {
            hex += fmt::format("{:02x}", byte);
        }
        return hex;
    }();
    std::string text;
    if (context.globals().json) {
        JsonWriter json(text);
        json.begin_object()
            .member("copied", copied)
            .member("events", events)
            .member("root", root)
            .end_object();
        text += '\n';
    } else {
        text = fmt::format("{} events copied. Both stores hold the same {} events, root {}.\n",
                           copied, events, root.substr(0, 16));
    }
    TRY(context.out().write(text));
    TRY(context.out().finish());
    return 0;
}

}  // namespace

void add_logs_command(Parser& app, Command& command) {
    Parser logs =
        app.add_subcommand("logs", "List the logs of a postgres:// store, and their size");
    logs.footer("Example: hence --store postgres://host/database logs");
    logs.callback([&command] { command = show_logs; });
}

void add_copy_command(Parser& app, Command& command) {
    auto target = std::make_shared<std::string>();
    Parser copy = app.add_subcommand(
        "copy", "Copy the store into another one, with the same numbers, times and bytes");
    copy.add_option("--to", *target, "A directory, or postgres://host/database?log=NAME")
        .required();
    copy.footer(
        "A copy that was stopped goes on where it was. At the end both are compared.\n"
        "Example: hence --store ./store copy --to postgres://host/database?log=team");
    runs(copy, command, copy_store, target);
}

}  // namespace hence
