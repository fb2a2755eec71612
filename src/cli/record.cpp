#include "cli/record.h"

#include <cerrno>
#include <csignal>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>

#include "base/try.h"
#include "cli/block_reader.h"
#include "cli/context.h"
#include "cli/progress.h"
#include "formats/formats.h"
#include "formats/parts.h"
#include "formats/relay.h"
#include "model/ids.h"

namespace hence {
namespace {

constexpr int follow_pause_ms = 200;
constexpr std::size_t relay_bytes = 4 << 20;

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

// A file, and what its format is, as soon as something in it tells.
struct Input {
    BlockReader blocks;
    std::optional<Format> format = {};
    std::unique_ptr<Reader> reader = {};  // Of a foreign format, from its beginning to its end.
};

struct Post {
    std::string body;
    std::string source;
    std::string_view format;
    std::uint64_t first_line = 1;
};

class Recorder {
public:
    Recorder(Door& door, const RecordOptions& options, Account& account)
        : door_(door), options_(options), account_(account) {}

    Result<void> record(Input& input, Progress& progress);
    Result<void> follow(std::vector<Input> inputs);
    void tell_rest() const;

private:
    Result<void> choose(Input& input, std::string_view block);
    Result<void> take(Input& input, std::string block, std::uint64_t first_line);
    Result<void> end(Input& input);
    Result<void> relay(const Batch& batch, const std::string& source);
    Result<void> post(Post post);
    Result<bool> follow_one(Input& input);
    void tell(const Account& block);

    Door& door_;
    const RecordOptions& options_;
    Account& account_;
    std::uint64_t told_ = 0;
};

// A text that has not said what it is stays undecided: its lines are refused as our own, but what
// comes after them counts.
Result<void> Recorder::choose(Input& input, std::string_view block) {
    if (input.format || (options_.format.empty() && Beginning(block).record().raw().empty())) {
        return {};
    }
    const Format format = TRY(choose_format(options_.format, block));
    input.format = format;
    if (!format.is_native()) {
        input.reader = format.reader({.source = input.blocks.name()});
    }
    return {};
}

Result<void> Recorder::take(Input& input, std::string block, std::uint64_t first_line) {
    TRY(choose(input, block));
    if (!input.reader) {
        return post({std::move(block), input.blocks.name(), "native", first_line});
    }
    TextParts parts(block, first_line);
    while (const std::optional<TextPart> part = parts.next()) {
        Batch batch;
        input.reader->take(part->text, part->line, batch);
        TRY(relay(batch, input.blocks.name()));
    }
    return {};
}

// Whatever comes of the file after this is another text.
Result<void> Recorder::end(Input& input) {
    const std::unique_ptr<Reader> reader = std::exchange(input.reader, nullptr);
    input.format.reset();
    if (!reader) {
        return {};
    }
    Batch batch;
    account_.pending += reader->finish(batch);
    return relay(batch, input.blocks.name());
}

Result<void> Recorder::relay(const Batch& batch, const std::string& source) {
    std::string text;
    const auto flush = [&](std::size_t above) -> Result<void> {
        if (text.size() <= above) {
            return {};
        }
        return post({std::exchange(text, {}), source, relay_format});
    };
    for (const Refused& refused : batch.refused) {
        append_relay(refused, text);
        TRY(flush(relay_bytes));
    }
    for (const Incoming& incoming : batch.events) {
        append_relay(incoming, text);
        TRY(flush(relay_bytes));
    }
    return flush(0);
}

Result<void> Recorder::post(Post post) {
    Request request = get({"events"});
    request.method = "POST";
    with(request, "source", post.source);
    with(request, "first_line", std::to_string(post.first_line));
    with(request, "format", std::string(post.format));
    with(request, "session", options_.session);
    with(request, "sync", options_.sync ? "1" : "0");
    with_flag(request, "detail", true);
    request.headers["accept"] = "application/json";
    request.headers["content-type"] = "application/x-ndjson";
    // Should the owner vanish before it answers, the block is sent again: the key makes it count
    // once.
    request.headers["idempotency-key"] = new_id();
    request.body = std::move(post.body);
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

Result<void> Recorder::record(Input& input, Progress& progress) {
    while (true) {
        const std::uint64_t line = input.blocks.line();
        std::string block = TRY(input.blocks.next(BlockReader::Tail::give));
        if (block.empty()) {
            return end(input);
        }
        const std::size_t size = block.size();
        TRY(take(input, std::move(block), line));
        progress.add(size, account_.accepted + account_.duplicates);
    }
}

// Takes what has been added to a file. False when there was nothing.
Result<bool> Recorder::follow_one(Input& input) {
    BlockReader& blocks = input.blocks;
    if (blocks.rewritten()) {
        TRY(end(input));
        blocks.restart();
    }
    const std::uint64_t line = blocks.line();
    std::string block = TRY(blocks.next(BlockReader::Tail::hold));
    if (!block.empty()) {
        TRY(take(input, std::move(block), line));
        return true;
    }
    struct stat open {};
    struct stat named {};
    const bool moved = ::fstat(blocks.descriptor(), &open) == 0 &&
                       ::stat(blocks.name().c_str(), &named) == 0 &&
                       (named.st_ino != open.st_ino || named.st_dev != open.st_dev);
    if (!moved) {
        return false;
    }
    // The file was rotated: nothing more will come to the old one, so its last line is as it is.
    std::string rest = TRY(blocks.next(BlockReader::Tail::give));
    if (!rest.empty()) {
        TRY(take(input, std::move(rest), line));
    }
    TRY(end(input));
    input.blocks = TRY(open_blocks(blocks.name()));
    return true;
}

Result<void> Recorder::follow(std::vector<Input> inputs) {
    end_on_interrupt();
    while (interrupted == 0) {
        bool any = false;
        for (Input& input : inputs) {
            const bool some = TRY(follow_one(input));
            any = any || some;
        }
        if (!any) {
            ::poll(nullptr, 0, follow_pause_ms);
        }
    }
    for (Input& input : inputs) {
        account_.pending += input.blocks.holds() ? 1 : 0;
        TRY(end(input));
    }
    return {};
}

std::uint64_t bytes_in(const std::vector<Input>& inputs) {
    std::uint64_t total = 0;
    for (const Input& input : inputs) {
        struct stat status {};
        if (::fstat(input.blocks.descriptor(), &status) != 0 || !S_ISREG(status.st_mode)) {
            return 0;
        }
        total += static_cast<std::uint64_t>(status.st_size);
    }
    return total;
}

}  // namespace

Result<void> record_files(Door& door, const RecordOptions& options, Account& account) {
    TRY(choose_format(options.format, {}));
    std::vector<Input> inputs;
    bool standard_input = false;
    for (const std::string& file : options.files) {
        BlockReader blocks = TRY(open_blocks(file));
        standard_input = standard_input || blocks.name() == "-";
        inputs.push_back({std::move(blocks)});
    }
    Recorder recorder(door, options, account);
    if (options.follow && !standard_input) {
        const Result<void> followed = recorder.follow(std::move(inputs));
        recorder.tell_rest();
        return followed;
    }
    Progress progress(bytes_in(inputs));
    for (Input& input : inputs) {
        const Result<void> recorded = recorder.record(input, progress);
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
