// Erasing from a log in the engine: the announcement, the work and the head in one transaction.
#include <limits>
#include <utility>

#include "base/clock.h"
#include "base/try.h"
#include "model/json/json.h"
#include "store/common/preconditions.h"
#include "store/postgres/erasing.h"
#include "store/postgres/store.h"

namespace hence::postgres {

Result<Receipt> PostgresStore::erase_all(const std::vector<Erasure>& erasures) {
    TRY(pool_.must_be_here());
    Batch batch;
    for (const Erasure& erasure : erasures) {
        batch.events.push_back({erasure.event});
    }
    TRY(must_have_ids(batch));
    const Time received = to_the_millisecond(now());
    std::vector<Receipt> receipts = TRY(commit_worked(
        [&](const HeadRow& head) { return erasures_worked_out(batch, erasures, received, head); },
        nullptr));
    std::vector<std::string> left;
    const Result<std::unique_ptr<Connection>> connection = connect(pool_.address());
    if (connection) {
        left = vacuum(**connection);
    } else {
        left.push_back("dead rows of the engine hold what was erased until it vacuums: " +
                       connection.error().message);
    }
    const std::lock_guard lock(leftovers_mutex_);
    leftovers_ = std::move(left);
    return std::move(receipts.front());
}

Result<PostgresStore::Worked> PostgresStore::erasures_worked_out(
    const Batch& announced, const std::vector<Erasure>& erasures, const Time& received,
    const HeadRow& head) {
    Worked worked = TRY(batches_worked_out({&announced}, received, head, Ids::looked_for));
    if (worked.receipts.front().accepted != erasures.size()) {
        return Error{Code::conflict, "an event with the id of the erasure is known already"};
    }
    worked.same_without_what_is_absent = false;
    for (const Erasure& erasure : erasures) {
        worked.erasures.push_back({ErasureState::announced, std::string(erasure.event.id()),
                                   Json(erasure.event.fields())["reason"].string().value_or(""),
                                   erasure.session, erasure.seqs, erasure.rows});
    }
    return worked;
}

// The record of the announcement goes first: the index is derived from the record.
Result<void> PostgresStore::carry_out(Worked& worked) {
    TRY(writing_->run(worked.changes.statements(log_.log)));
    worked.changes.clear();
    Erasing erasing(*writing_, log_.log);
    for (const PendingErasure& erasure : worked.erasures) {
        TRY(erasing.carry_out(erasure));
    }
    worked.unfinished = TRY(erasing.derive_again(worked.end.last_seq));
    return erasing.clear_search(locked_head_.erasures +
                                static_cast<std::int64_t>(worked.erasures.size()));
}

Result<std::vector<std::uint64_t>> PostgresStore::replaced() const {
    return completed(1, std::numeric_limits<std::uint64_t>::max());
}

std::vector<std::string> PostgresStore::erasure_leftovers() const {
    const std::lock_guard lock(leftovers_mutex_);
    return leftovers_;
}

}  // namespace hence::postgres
