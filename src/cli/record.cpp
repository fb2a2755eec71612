#include "cli/record.h"

#include <cerrno>
#include <csignal>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>

#include "base/try.h"
#include "cli/block_reader.h"
#include "cli/context.h"
#include "cli/progress.h"
#include "model/ids.h"

namespace hence {
namespace {

constexpr int follow_pause_ms = 200;

volatile std::sig_atomic_t interrupted = 0;

void interrupt(int) {
    interrupted = 1;
}

// Without SA_RESTART, so that a wait ends at once.
void end_on_interrupt() {
    struct sigaction action {};
    action.sa_handler = interrupt;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

class Recorder {
public:
    Recorder(Door& door, const RecordOptions& options, Account& account)
        : door_(door), options_(options), account_(account) {}

    Result<void> post(std::string block, const std::string& source, std::uint64_t first_line);
    Result<void> record(BlockReader& reader, Progress& progress);
    Result<void> follow(std::vector<BlockReader> readers);
    void tell_rest() const;

private:
    Result<bool> follow_one(BlockReader& reader);
    void tell(const Account& block);

    Door& door_;
    const RecordOptions& options_;
    Account& account_;
    std::uint64_t told_ = 0;
};

Result<void> Recorder::post(std::string block, const std::string& source,
                            std::uint64_t first_line) {
    Request request = get({"events"});
    request.method = "POST";
    with(request, "source", source);
    with(request, "first_line", std::to_string(first_line));
    with(request, "format", options_.format);
    with(request, "session", options_.session);
    with(request, "sync", options_.sync ? "1" : "0");
    with_flag(request, "detail", true);
    request.headers["accept"] = "application/json";
    request.headers["content-type"] = "application/x-ndjson";
    // Should the owner vanish before it answers, the block is sent again: the key makes it count
    // once.
    request.headers["idempotency-key"] = new_id();
    request.body = std::move(block);
    std::string answer;
    const Reply reply = TRY(door_.send(request, [&answer](std::string_view piece) -> Result<void> {
        answer.append(piece);
        return {};
    }));
    if (!reply.warning.empty()) {
        note("warning: " + reply.warning);
    }
    if (reply.refused) {
        return *reply.refused;
    }
    const Account block_account = TRY(account_from_json(answer));
    tell(block_account);
    account_.add(block_account);
    return {};
}

void Recorder::tell(const Account& block) {
    for (const RefusedLine& line : block.refused) {
        if (told_ == Account::refused_max) {
            return;
        }
        ++told_;
        note(fmt::format("{}:{}: {}", line.source, line.line, line.reason));
    }
}

void Recorder::tell_rest() const {
    if (account_.quarantined == 0) {
        return;
    }
    const std::uint64_t rest = account_.quarantined - std::min(account_.quarantined, told_);
    note(fmt::format(
        "{}{} in quarantine; hence quarantine lists them",
        rest > 0 ? fmt::format("and {} more, ", rest) : "",
        fmt::format("{} line{}", account_.quarantined, account_.quarantined == 1 ? "" : "s")));
}

Result<void> Recorder::record(BlockReader& reader, Progress& progress) {
    while (true) {
        const std::uint64_t line = reader.line();
        std::string block = TRY(reader.next(BlockReader::Tail::give));
        if (block.empty()) {
            return {};
        }
        const std::size_t size = block.size();
        TRY(post(std::move(block), reader.name(), line));
        progress.add(size, account_.accepted + account_.duplicates);
    }
}

// Takes what has been added to a file. False when there was nothing.
Result<bool> Recorder::follow_one(BlockReader& reader) {
    if (reader.rewritten()) {
        reader.restart();
    }
    const std::uint64_t line = reader.line();
    std::string block = TRY(reader.next(BlockReader::Tail::hold));
    if (!block.empty()) {
        TRY(post(std::move(block), reader.name(), line));
        return true;
    }
    struct stat open {};
    struct stat named {};
    const bool moved = ::fstat(reader.descriptor(), &open) == 0 &&
                       ::stat(reader.name().c_str(), &named) == 0 &&
                       (named.st_ino != open.st_ino || named.st_dev != open.st_dev);
    if (!moved) {
        return false;
    }
    // The file was rotated: nothing more will come to the old one, so its last line is as it is.
    std::string rest = TRY(reader.next(BlockReader::Tail::give));
    if (!rest.empty()) {
        TRY(post(std::move(rest), reader.name(), line));
    }
    reader = TRY(open_blocks(reader.name()));
    return true;
}

Result<void> Recorder::follow(std::vector<BlockReader> readers) {
    end_on_interrupt();
    while (interrupted == 0) {
        bool any = false;
        for (BlockReader& reader : readers) {
            const bool some = TRY(follow_one(reader));
            any = any || some;
        }
        if (!any) {
            ::poll(nullptr, 0, follow_pause_ms);
        }
    }
    for (const BlockReader& reader : readers) {
        account_.pending += reader.holds() ? 1 : 0;
    }
    return {};
}

std::uint64_t bytes_in(const std::vector<BlockReader>& readers) {
    std::uint64_t total = 0;
    for (const BlockReader& reader : readers) {
        struct stat status {};
        if (::fstat(reader.descriptor(), &status) != 0 || !S_ISREG(status.st_mode)) {
            return 0;
        }
        total += static_cast<std::uint64_t>(status.st_size);
    }
    return total;
}

}  // namespace

Result<void> record_files(Door& door, const RecordOptions& options, Account& account) {
    std::vector<BlockReader> readers;
    bool standard_input = false;
    for (const std::string& file : options.files) {
        BlockReader reader = TRY(open_blocks(file));
        standard_input = standard_input || reader.name() == "-";
        readers.push_back(std::move(reader));
    }
    Recorder recorder(door, options, account);
    if (options.follow && !standard_input) {
        const Result<void> followed = recorder.follow(std::move(readers));
        recorder.tell_rest();
        return followed;
    }
    Progress progress(bytes_in(readers));
    for (BlockReader& reader : readers) {
        const Result<void> recorded = recorder.record(reader, progress);
        if (!recorded) {
            progress.finish();
            recorder.tell_rest();
            return recorded;
        }
    }
    progress.finish();
    recorder.tell_rest();
    return {};
}

}  // namespace hence
