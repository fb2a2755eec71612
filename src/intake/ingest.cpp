// ingest: the three kinds of text (native, foreign, relayed) on their way to append.
#include "intake/ingest.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "base/try.h"
#include "formats/common/parts.h"
#include "formats/common/relay.h"
#include "formats/formats.h"
#include "formats/mapping/mapping.h"
#include "formats/unknown.h"
#include "intake/graph_notes.h"
#include "intake/once/settle.h"

namespace hence {
namespace {

// A text smaller than this is read and appended in turn: a thread would cost more than it saves.
constexpr std::size_t pipelined_bytes_min = 512 << 10;
constexpr std::size_t batches_ahead_max = 2;

struct Piece {
    Batch batch;
    std::vector<Assigned> assigned;
};

// Reads on a thread of its own, a few batches ahead of the thread that appends them.
class ReadAhead {
public:
    explicit ReadAhead(NativeReader& reader) : thread_([this, &reader] { read_all(reader); }) {}
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;
    ~ReadAhead() {
        {
            const std::lock_guard lock(mutex_);
            abandoned_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }

    std::optional<Piece> next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return finished_ || !pieces_.empty(); });
        if (pieces_.empty()) {
            return std::nullopt;
        }
        Piece piece = std::move(pieces_.front());
        pieces_.pop_front();
        changed_.notify_all();
        return piece;
    }

private:
    void read_all(NativeReader& reader) {
        Piece piece;
        while (reader.next(piece.batch, piece.assigned)) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock,
                          [this] { return abandoned_ || pieces_.size() < batches_ahead_max; });
            if (abandoned_) {
                return;
            }
            pieces_.push_back(std::exchange(piece, {}));
            changed_.notify_all();
        }
        const std::lock_guard lock(mutex_);
        finished_ = true;
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Piece> pieces_;
    bool finished_ = false;
    bool abandoned_ = false;
    std::thread thread_;  // Last, so that it starts when all else is there.
};

std::string reason_of(const Rejection& rejection) {
    return rejection.reason + ": " +
           (rejection.reason == "conflict" ? "another event has the id " : "it has the outcome ") +
           rejection.stands;
}

// What is taken out of the events of a text.
struct Redacting {
    Redaction& redaction;
    Redactor redactor = {};
    bool events = false;
    bool refused = true;   // A refused line may be of any format.
    bool relayed = false;  // Another process has redacted them, and left the marks open.
};

Result<std::uint64_t> redact(const Redacting& redacting, Store& store, Batch& batch) {
    std::uint64_t count = 0;
    if (redacting.relayed) {
        count += TRY(close_batch(batch, redacting.redaction));
    }
    if (redacting.events) {
        count += TRY(redact_batch(batch, redacting.redactor, redacting.redaction));
    } else if (redacting.refused) {
        count += TRY(redact_refused(batch, redacting.redactor, redacting.redaction));
    }
    if (redacting.events || redacting.relayed) {
        TRY(take_stored_twins(store, redacting.redactor, batch));
    }
    return count;
}

// Where the events of a text go, and what is kept of them.
struct Target {
    Store& store;
    const Redacting& redacting;
    Account account = {};
    GraphNotes graphs = {};
};

Result<void> append(Target& target, Piece piece) {
    target.account.redacted += TRY(redact(target.redacting, target.store, piece.batch));
    const Receipt receipt = TRY(append_settled(target.store, piece.batch));
    for (const Incoming& incoming : piece.batch.events) {
        target.graphs.see(incoming.event);
    }
    Account added;
    added.accepted = receipt.accepted;
    added.duplicates = receipt.duplicates;
    added.quarantined = receipt.quarantined;
    added.first_seq = receipt.first_seq;
    added.last_seq = receipt.last_seq;
    std::set<std::uint64_t> rejected;
    for (const Refused& refused : piece.batch.refused) {
        added.refused.push_back({refused.source, refused.line, refused.reason});
    }
    for (const Rejection& rejection : receipt.rejections) {
        const std::uint64_t line = piece.batch.events[rejection.index].line;
        rejected.insert(line);
        added.refused.push_back({piece.batch.source, line, reason_of(rejection)});
    }
    std::ranges::stable_sort(added.refused, {}, &RefusedLine::line);
    added.assigned = std::move(piece.assigned);
    std::erase_if(added.assigned,
                  [&rejected](const Assigned& one) { return rejected.contains(one.line); });
    target.account.add(added);
    return {};
}

// The text is stored. What of it has no effect is said now, since its parts may come in any order.
Result<Account> finished(Target target) {
    std::vector<std::string> notes = TRY(target.graphs.look(target.store));
    Account said;
    said.noted = notes.size();
    said.notes = std::move(notes);
    target.account.add(said);
    return std::move(target.account);
}

// What a foreign text gave. Events without a session get the one that was asked for.
void fill_in_session(Batch& batch, const std::string& session) {
    if (session.empty()) {
        return;
    }
    std::vector<Incoming> kept;
    kept.reserve(batch.events.size());
    for (Incoming& incoming : batch.events) {
        const Event event = incoming.event;
        Result<Event> filled = event.session().empty() ? event.with_session(session) : event;
        if (filled) {
            kept.push_back({std::move(filled).take(), incoming.line});
        } else {
            batch.refused.push_back(
                {batch.source, incoming.line, filled.error().message, event.to_json()});
        }
    }
    batch.events = std::move(kept);
}

using Copies = std::set<std::string, std::less<>>;

// A record that stands in several texts may say more in one of them. Whichever came first stands,
// and the others are no conflict. Of one that was unfinished, the store finds out.
Result<void> drop_copies(const Store& store, const Copies& copies, Batch& batch, Account& account) {
    if (copies.empty()) {
        return {};
    }
    Copies known;
    std::vector<Incoming> kept;
    kept.reserve(batch.events.size());
    for (Incoming& incoming : batch.events) {
        std::string id(incoming.event.id());
        if (copies.contains(id)) {
            const std::optional<Event> stands = TRY(store.find(id));
            const bool open = stands && stands->has(Flag::unfinished);
            if ((stands && !open) || !known.insert(std::move(id)).second) {
                ++account.duplicates;
                continue;
            }
        }
        kept.push_back(std::move(incoming));
    }
    batch.events = std::move(kept);
    return {};
}

// A document may give any number of events at once: they are appended in batches of the size that
// our own have.
Result<void> append_foreign(Target& target, Batch batch, const IngestOptions& options) {
    fill_in_session(batch, options.session);
    std::vector<Incoming> events = std::exchange(batch.events, {});
    std::size_t at = 0;
    while (at < events.size() || !batch.refused.empty()) {
        Piece piece;
        piece.batch.source = batch.source;
        piece.batch.sync = options.sync;
        piece.batch.refused = std::exchange(batch.refused, {});
        std::size_t bytes = 0;
        for (; at < events.size() && bytes < NativeReader::batch_bytes_max &&
               piece.batch.events.size() < NativeReader::batch_events_max;
             ++at) {
            bytes += events[at].event.fields().size();
            piece.batch.events.push_back(std::move(events[at]));
        }
        TRY(append(target, std::move(piece)));
    }
    return {};
}

ReadOptions read_options(const IngestOptions& options) {
    ReadOptions read{.source = options.source};
    if (options.live) {
        read.arrival = {now(), options.idempotency_key};
    }
    return read;
}

// The records of two texts are two, also if they are equal; a text that is posted again has the
// key of the first.
std::unique_ptr<Reader> mapped_reader(const IngestOptions& options) {
    const ReadOptions read = read_options(options);
    std::string place = options.source;
    if (read.arrival) {
        place = joined(
            place, read.arrival->key.empty() ? to_string(read.arrival->time) : read.arrival->key);
    }
    return read_mapped(read, options.mapping, std::move(place));
}

Result<Account> ingest_foreign(Store& store, const std::unique_ptr<Reader> reader,
                               std::string_view text, const IngestOptions& options,
                               const Redacting& redacting) {
    Target target{store, redacting};
    const auto append_read = [&](Batch batch) -> Result<void> {
        const std::vector<std::string> copies = reader->copies();
        TRY(drop_copies(store, {copies.begin(), copies.end()}, batch, target.account));
        return append_foreign(target, std::move(batch), options);
    };
    TextParts parts(text, options.first_line);
    while (const std::optional<TextPart> part = parts.next()) {
        Batch batch;
        reader->take(part->text, part->line, batch);
        TRY(append_read(std::move(batch)));
    }
    Batch rest;
    target.account.pending += reader->finish(rest);
    target.account.unfinished += unfinished_in(rest);
    TRY(append_read(std::move(rest)));
    return finished(std::move(target));
}

Result<Account> ingest_relayed(Store& store, std::string_view text, const IngestOptions& options,
                               const Redacting& redacting) {
    Target target{store, redacting};
    Batch batch;
    Copies copies;
    read_relay(text, options.source, batch, copies);
    TRY(drop_copies(store, copies, batch, target.account));
    TRY(append_foreign(target, std::move(batch), options));
    return finished(std::move(target));
}

Result<Account> ingest_native(Store& store, std::string_view text, const IngestOptions& options,
                              const Redacting& redacting) {
    NativeReader reader(text, {.source = options.source,
                               .session = options.session,
                               .first_line = options.first_line,
                               .idempotency_key = options.idempotency_key});
    Target target{store, redacting};
    if (text.size() < pipelined_bytes_min) {
        Piece piece;
        while (reader.next(piece.batch, piece.assigned)) {
            piece.batch.sync = options.sync;
            TRY(append(target, std::exchange(piece, {})));
        }
        return finished(std::move(target));
    }
    ReadAhead ahead(reader);
    while (std::optional<Piece> piece = ahead.next()) {
        piece->batch.sync = options.sync;
        TRY(append(target, std::move(*piece)));
    }
    return finished(std::move(target));
}

// The sender still has a text of no known format, so it is refused whole: its lines would only fill
// the quarantine. A later part of a text is read as the parts before it were.
Result<Format> format_of(std::string_view text, const IngestOptions& options) {
    if (!options.format.empty() || options.first_line != 1) {
        return choose_format(options.format, text);
    }
    const Beginning beginning(text);
    if (const std::optional<Format> format = detect_format(beginning, text)) {
        return *format;
    }
    const UnknownText unknown = look_at_unknown(beginning, text);
    return Error{Code::invalid, "the text is of no known format: it looks like " + unknown.looks(),
                 unknown.tried() + "; the parameter format names one, and nothing was recorded"};
}

}  // namespace

Result<Account> ingest(Store& store, std::string_view text, const IngestOptions& options) {
    Redaction forgotten;
    Redaction& redaction = options.redaction == nullptr ? forgotten : *options.redaction;
    Redacting redacting{.redaction = redaction};
    redacting.redactor = TRY(redactor_with(options.redact_rules));
    redacting.refused = options.redact.value_or(true);
    if (options.format == relay_format) {
        redacting.relayed = true;
        redacting.events = options.redact.value_or(false);
        return ingest_relayed(store, text, options, redacting);
    }
    const RedactPolicy& policy = redaction.policy();
    if (options.mapping) {
        redacting.refused = redacting.events = options.redact.value_or(policy.foreign);
        return ingest_foreign(store, mapped_reader(options), text, options, redacting);
    }
    const Format format = TRY(format_of(text, options));
    redacting.refused = options.redact.value_or(policy.foreign);
    redacting.events = options.redact.value_or(format.is_native() ? policy.native : policy.foreign);
    return format.is_native() ? ingest_native(store, text, options, redacting)
                              : ingest_foreign(store, format.reader(read_options(options)), text,
                                               options, redacting);
}

}  // namespace hence
