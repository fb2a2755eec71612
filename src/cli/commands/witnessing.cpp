#include "cli/commands/witnessing.h"

#include <charconv>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/clock.h"
#include "base/try.h"
#include "cli/console/context.h"
#include "model/json/json.h"
#include "model/json/writer.h"
#include "server/door/limited.h"
#include "store/integrity/leaf.h"
#include "store/integrity/signing_keys.h"

namespace hence {
namespace {

constexpr std::chrono::seconds witness_pause{10};

Result<std::string> consistency_lines(Door& door, std::uint64_t from, std::uint64_t to) {
    Request request = get({"integrity", "consistency"});
    with(request, "from", std::to_string(from));
    with(request, "to", std::to_string(to));
    const std::string body = TRY(Context::fetch(door, std::move(request)));
    std::string lines;
    Json(body)["path"].each_element([&lines](Json hash) {
        lines += hash.string().value_or("") + "\n";
        return true;
    });
    return lines;
}

std::optional<std::uint64_t> size_in(std::string_view text) {
    std::uint64_t size = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), size);
    const bool whole = read.ec == std::errc{} && read.ptr == text.data() + text.size();
    return whole ? std::optional(size) : std::nullopt;
}

Result<std::string> ask_witness(const Witness& witness, std::uint64_t old, const std::string& path,
                                const std::string& note) {
    Request request;
    request.headers["content-type"] = "text/plain; charset=utf-8";
    request.body = fmt::format("old {}\n{}\n{}", old, path, note);
    return post_to(witness.url, "/add-checkpoint", std::move(request));
}

// A witness that has seen an older checkpoint says of which size; then it gets the proof from
// there.
Result<std::string> cosign(Door& door, const Witness& witness, const NewestCheckpoint& newest) {
    Result<std::string> lines = ask_witness(witness, 0, "", newest.note);
    if (!lines) {
        const std::optional<std::uint64_t> seen = size_in(lines.error().message);
        if (!seen) {
            return Error{lines.error().code, fmt::format("the witness {} refused: {}", witness.url,
                                                         lines.error().message)};
        }
        if (*seen > newest.checkpoint.head.size) {
            return Error{Code::corrupt,
                         fmt::format("the witness {} saw {} events, and the log has {}",
                                     witness.url, *seen, newest.checkpoint.head.size)};
        }
        const std::string path = TRY(consistency_lines(door, *seen, newest.checkpoint.head.size));
        lines = ask_witness(witness, *seen, path, newest.note);
        if (!lines) {
            return Error{Code::corrupt, fmt::format("the witness {} refused: {}", witness.url,
                                                    lines.error().message)};
        }
    }
    Note note = TRY(read_note(newest.note));
    const Result<std::vector<NoteSignature>> added = read_signatures(*lines);
    if (!added) {
        return Error{Code::corrupt, fmt::format("the witness {} answers with no cosignature: {}",
                                                witness.url, added.error().message)};
    }
    std::string kept;
    for (const NoteSignature& signature : *added) {
        note.signatures = {signature};
        if (check_signature(note, witness.key) == Signed::good) {
            kept += signature_line(signature);
        }
    }
    if (kept.empty()) {
        return Error{
            Code::corrupt,
            fmt::format("the answer of {} is not signed by the witness's key", witness.url)};
    }
    return kept;
}

}  // namespace

Result<std::string> post_to(const std::string& url, std::string_view more, Request request) {
    constexpr std::string_view scheme = "http://";
    if (!url.starts_with(scheme)) {
        return Error{Code::invalid, fmt::format("{} is no address", url), "write http://host/path"};
    }
    const std::size_t slash = url.find('/', scheme.size());
    std::string path = slash == std::string::npos ? "" : url.substr(slash);
    while (path.ends_with('/')) {
        path.pop_back();
    }
    path += more;
    TRY(parse_target(path.empty() ? "/" : path, request));
    request.method = "POST";
    return ask_within(url.substr(0, slash), request);
}

Result<NewestCheckpoint> newest_checkpoint(Door& door) {
    Request request;
    request.path = {"tlog", "checkpoint"};
    NewestCheckpoint newest;
    newest.note = TRY(Context::fetch(door, std::move(request)));
    const Note note = TRY(read_note(newest.note));
    newest.checkpoint = TRY(read_checkpoint_text(note.text));
    return newest;
}

Result<void> keep_countersigned(Door& door, std::string_view type, const CheckpointText& checkpoint,
                                std::string_view data) {
    Request request;
    request.method = "POST";
    request.path = {"api", "v1", "integrity", "countersigned"};
    request.headers["content-type"] = "application/json";
    JsonWriter json(request.body);
    json.begin_object().member("type", type).member("size", checkpoint.head.size);
    json.member("root", hash_text(checkpoint.head.root)).member("at_ms", received_ms(now()));
    json.member("data", base64(data)).end_object();
    TRY(Context::fetch(door, std::move(request)));
    return {};
}

Result<void> have_cosigned(Door& door, const Witness& witness, const NewestCheckpoint& newest) {
    const std::string lines = TRY(cosign(door, witness, newest));
    return keep_countersigned(door, "cosignature", newest.checkpoint, lines);
}

Witnessing::Witnessing(Door& door, Log& log) : door_(door), log_(log) {
    thread_ = std::thread([this] { run(); });
}

Witnessing::~Witnessing() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Witnessing::run() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        lock.unlock();
        tell(send());
        lock.lock();
        changed_.wait_for(lock, witness_pause, [this] { return stopping_; });
    }
}

// Without witnesses nothing is asked for, so that no tree is begun for their sake.
Result<void> Witnessing::send() {
    const std::vector<Witness> witnesses = TRY(known_witnesses(signing_directory()));
    if (witnesses.empty()) {
        return {};
    }
    const NewestCheckpoint newest = TRY(newest_checkpoint(door_));
    std::optional<Error> failure;
    for (const Witness& witness : witnesses) {
        std::uint64_t& sent = sent_[witness.key.text()];
        if (sent == newest.checkpoint.head.size) {
            continue;
        }
        {
            const std::lock_guard lock(mutex_);
            if (stopping_) {
                break;
            }
        }
        const Result<void> done = have_cosigned(door_, witness, newest);
        if (done) {
            sent = newest.checkpoint.head.size;
        } else {
            failure = done.error();
        }
    }
    return failure ? Result<void>(*failure) : Result<void>();
}

// What fails every ten seconds is said once.
void Witnessing::tell(const Result<void>& done) {
    const std::string failure = done ? std::string() : one_line(done.error());
    if (!failure.empty() && failure != failure_) {
        log_.say(LogLevel::warn, "a checkpoint could not be cosigned", {{"reason", failure}});
    } else if (failure.empty() && !failure_.empty()) {
        log_.say(LogLevel::info, "checkpoints are cosigned again");
    }
    failure_ = failure;
}

}  // namespace hence
