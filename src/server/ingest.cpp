#include "server/ingest.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/try.h"
#include "formats/formats.h"
#include "model/json.h"

namespace hence {
namespace {

// A text smaller than this is read and appended in turn: a thread would cost more than it saves.
constexpr std::size_t pipelined_bytes_min = 512 << 10;
constexpr std::size_t batches_ahead_max = 2;

struct Piece {
    Batch batch;
    std::vector<Assigned> assigned;
};

// Reads on a thread of its own, a few batches ahead of whoever takes them.
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

Result<void> append(Store& store, Piece piece, Account& account) {
    const Receipt receipt = TRY(store.append(piece.batch));
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
    account.add(added);
    return {};
}

// Fails, so that nothing is written, when the store would only refuse the event again.
Result<void> check_fits(const Store& store, const Event& event) {
    const std::optional<Event> known = TRY(store.find(event.id()));
    if (known) {
        if (known->says_the_same_as(event)) {
            return {};
        }
        return Error{Code::conflict, "conflict"};
    }
    if (event.kind() != "outcome") {
        return {};
    }
    const std::string of(Json(event.fields())["of"].string().value_or(""));
    const std::unique_ptr<Cursor> outcomes = TRY(store.scan({Space::of, of}));
    const std::optional<Event> first = TRY(outcomes->next());
    if (first) {
        return Error{Code::conflict, "outcome_exists"};
    }
    return {};
}

// One row, on its own: whether another row fits must not depend on this one.
Result<void> retry_row(Store& store, const QuarantineRow& row, Account& account) {
    NativeReader reader(row.bytes,
                        {.source = row.source, .first_line = std::max<std::uint64_t>(row.line, 1)});
    Piece piece;
    reader.next(piece.batch, piece.assigned);
    if (piece.batch.events.size() != 1 || !piece.batch.refused.empty() ||
        row.size != row.bytes.size()) {
        ++account.quarantined;
        return {};
    }
    piece.batch.released.push_back(row.n);
    const Event event = piece.batch.events.front().event;
    const Result<Receipt> receipt = store.append(
        piece.batch, [&event](const Store& inside) { return check_fits(inside, event); });
    if (!receipt && receipt.error().code == Code::conflict) {
        ++account.quarantined;
        return {};
    }
    if (!receipt) {
        return receipt.error();
    }
    account.add({.accepted = receipt->accepted,
                 .duplicates = receipt->duplicates,
                 .quarantined = receipt->quarantined,
                 .first_seq = receipt->first_seq,
                 .last_seq = receipt->last_seq,
                 .assigned = std::move(piece.assigned)});
    return {};
}

}  // namespace

Result<Account> ingest(Store& store, std::string_view text, const IngestOptions& options) {
    TRY(choose_format(options.format, text));
    NativeReader reader(text, {.source = options.source,
                               .session = options.session,
                               .first_line = options.first_line,
                               .idempotency_key = options.idempotency_key});
    Account account;
    if (text.size() < pipelined_bytes_min) {
        Piece piece;
        while (reader.next(piece.batch, piece.assigned)) {
            piece.batch.sync = options.sync;
            TRY(append(store, std::exchange(piece, {}), account));
        }
        return account;
    }
    ReadAhead ahead(reader);
    while (std::optional<Piece> piece = ahead.next()) {
        piece->batch.sync = options.sync;
        TRY(append(store, std::move(*piece), account));
    }
    return account;
}

Result<Account> retry_quarantined(Store& store) {
    constexpr std::size_t rows_per_page = 256;
    Account account;
    std::uint64_t after = 0;
    while (true) {
        const std::vector<QuarantineRow> rows = TRY(store.quarantine(after, rows_per_page));
        for (const QuarantineRow& row : rows) {
            const QuarantineRow whole = TRY(store.quarantined(row.n));
            TRY(retry_row(store, whole, account));
            after = row.n;
        }
        if (rows.size() < rows_per_page) {
            return account;
        }
    }
}

}  // namespace hence
