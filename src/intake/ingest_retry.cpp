// Retrying the quarantine: each refused row is read again by the rules of today.
//
// A row is released only if all of it is accepted, in one append whose check runs inside the
// commit, so that a row is never lost and never stored half. Rows are tried one by one: whether one
// fits must not depend on another.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/try.h"
#include "formats/formats.h"
#include "intake/ingest.h"
#include "intake/once/settle.h"
#include "model/json/json.h"
#include "model/kinds.h"

namespace hence {
namespace {

struct Reread {
    Batch batch;
    std::vector<Assigned> assigned;
};

// Fails, so that nothing is written, when the store would only refuse the event again.
Result<void> check_fits(const Store& store, const Event& event) {
    const std::optional<Event> known = TRY(store.find(event.id()));
    if (known) {
        if (known->says_the_same_as(event)) {
            return {};
        }
        return Error{Code::conflict, "conflict"};
    }
    if (event.kind() != Kind::outcome) {
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

// What a row gives by the rules of today; nothing unless all of it can be read.
std::optional<Reread> read_row(const QuarantineRow& row) {
    const Result<Format> format = choose_format({}, row.bytes);
    const std::uint64_t line = std::max<std::uint64_t>(row.line, 1);
    Reread reread;
    std::uint64_t pending = 0;
    if (!format || format->is_native()) {
        NativeReader reader(row.bytes, {.source = row.source, .first_line = line});
        while (reader.next(reread.batch, reread.assigned)) {
        }
    } else {
        const std::unique_ptr<Reader> reader = format->reader({.source = row.source});
        reader->take(row.bytes, line, reread.batch);
        pending = reader->finish(reread.batch) + unfinished_in(reread.batch);
    }
    const bool whole = row.size == row.bytes.size() && !reread.batch.events.empty() &&
                       reread.batch.refused.empty() && pending == 0;
    return whole ? std::optional(std::move(reread)) : std::nullopt;
}

// One row, on its own: whether another row fits must not depend on this one.
Result<void> retry_row(Store& store, const QuarantineRow& row, Account& account) {
    std::optional<Reread> reread = read_row(row);
    if (!reread) {
        ++account.quarantined;
        return {};
    }
    reread->batch.released.push_back(row.n);
    const SettlingLock lock(reread->batch);
    if (wants_settling(reread->batch)) {
        TRY(settle(store, reread->batch));
    }
    const Result<Receipt> receipt =
        store.append(reread->batch, [&reread](const Store& inside) -> Result<void> {
            for (const Incoming& incoming : reread->batch.events) {
                if (!incoming.replaces) {
                    TRY(check_fits(inside, incoming.event));
                }
            }
            return {};
        });
    if (!receipt && receipt.error().code == Code::conflict) {
        ++account.quarantined;
        return {};
    }
    if (!receipt) {
        return receipt.error();
    }
    Receipt counted = *receipt;
    discount_resettled(reread->batch, counted);
    account.add({.accepted = counted.accepted,
                 .duplicates = counted.duplicates,
                 .quarantined = counted.quarantined,
                 .first_seq = counted.first_seq,
                 .last_seq = counted.last_seq,
                 .assigned = std::move(reread->assigned)});
    return {};
}

}  // namespace

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
