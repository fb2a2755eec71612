// Appending to a log in the engine. Questions are in questions.cpp.
#include "store/postgres/store.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "base/try.h"
#include "store/common/preconditions.h"
#include "store/format/index_changes.h"
#include "store/postgres/search_table.h"

namespace hence::postgres {
namespace {

// How often a commit is tried when the engine asks for it, or does not answer.
constexpr int attempts_max = 12;
constexpr auto pause_first = std::chrono::milliseconds(5);
constexpr auto pause_max = std::chrono::milliseconds(3'000);

void wait_before(int attempt) {
    const auto pause = pause_first * (1 << std::min(attempt, 10));
    std::this_thread::sleep_for(std::min<std::chrono::milliseconds>(pause, pause_max));
}

std::int64_t signed_number(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}

// Whether something is acknowledged. A duplicate is, and then an empty commit is made: a primary
// that was restarted shows commits that no standby has yet, and the engine replicates them before
// it acknowledges a later one.
bool says_anything(const std::vector<Receipt>& receipts) {
    return std::ranges::any_of(receipts, [](const Receipt& receipt) {
        return receipt.accepted + receipt.duplicates + receipt.quarantined > 0 ||
               !receipt.rejections.empty();
    });
}

}  // namespace

PostgresStore::PostgresStore(Address address, LogRow log, std::string writer,
                             EngineTree::Signer signer)
    : pool_(std::move(address), 8),
      log_(std::move(log)),
      events_(pool_, log_.log),
      last_seq_(static_cast<std::uint64_t>(log_.last_seq)),
      turns_([this](const std::vector<const Batch*>& batches, const Check* check) {
          return commit(batches, check);
      }),
      writer_(std::move(writer)) {
    last_head_.last_seq = log_.last_seq;
    tree_ = std::make_unique<EngineTree>(pool_, log_.log, last_seq_, std::move(signer));
}

PostgresStore::~PostgresStore() {
    if (!pool_.must_be_here()) {
        // Their threads are the parent's, so they are never destroyed here.
        static_cast<void>(tree_.release());
        static_cast<void>(std::make_unique<std::shared_ptr<Searcher>>(searcher_).release());
    }
}

std::shared_ptr<Searcher> PostgresStore::searcher_as_of(const HeadRow& head) const {
    std::shared_ptr<Searcher> before;  // Ends its thread when the lock is free again.
    const std::lock_guard lock(searcher_mutex_);
    if (searcher_ == nullptr || head.erasures > searcher_erasures_) {
        Searched searched;
        searched.open_index = [this, erasures =
                                         head.erasures]() -> Result<std::unique_ptr<SegmentStore>> {
            std::unique_ptr<SegmentStore> table = TRY(SearchTable::open(pool_, log_.log, erasures));
            return table;
        };
        searched.read = [this](std::uint64_t first, std::uint64_t last) {
            return read(first, last);
        };
        searched.sync_log = [] { return Result<void>(); };  // What is read is committed.
        before = std::move(searcher_);
        searcher_ = std::make_shared<Searcher>(std::move(searched),
                                               static_cast<std::uint64_t>(log_.last_seq));
        searcher_erasures_ = head.erasures;
    }
    return searcher_;
}

Result<Receipt> PostgresStore::append(const Batch& batch, const Check& check) {
    TRY(pool_.must_be_here());
    TRY(must_have_ids(batch));
    return turns_.append(batch, check);
}

Result<Connection*> PostgresStore::writing() {
    if (writing_ == nullptr || writing_->is_lost()) {
        writing_ = nullptr;
        fetched_.forget();  // Another node may have taken over.
        writing_ = TRY(connect(pool_.address()));
    }
    return writing_.get();
}

void PostgresStore::roll_back() {
    if (writing_ != nullptr && !writing_->is_lost() && !writing_->run({Statement("ROLLBACK")})) {
        writing_ = nullptr;  // A new connection begins anew.
    }
}

Result<std::vector<Receipt>> PostgresStore::commit(const std::vector<const Batch*>& batches,
                                                   const Check* check) {
    const Time received = to_the_millisecond(now());
    return commit_worked(
        [&](const HeadRow& head) { return batches_worked_out(batches, received, head); }, check);
}

Result<std::vector<Receipt>> PostgresStore::commit_worked(const WorkOut& work_out,
                                                          const Check* check) {
    const std::lock_guard lock(committing_);
    std::vector<Receipt> receipts;
    for (int attempt = 0; attempt < attempts_max; ++attempt) {
        const Outcome outcome = TRY(try_commit(work_out, check, receipts));
        if (outcome == Outcome::done) {
            return receipts;
        }
        wait_before(attempt);
    }
    return *why_again_;
}

Result<PostgresStore::Outcome> PostgresStore::try_commit(const WorkOut& work_out,
                                                         const Check* check,
                                                         std::vector<Receipt>& receipts) {
    const auto failed = [&](const Error& error) -> Result<Outcome> {
        const End end = writing_ != nullptr ? writing_->end() : End::lost;
        roll_back();
        fetched_.forget();
        const bool again = end == End::again || end == End::exists;
        why_again_ = error;
        return again ? Result<Outcome>(Outcome::again) : error;
    };
    const Result<Connection*> connection = writing();
    if (!connection) {
        why_again_ = connection.error();
        return why_again_->code == Code::io ? Result<Outcome>(Outcome::again) : *why_again_;
    }
    HeadRow head = last_head_;
    Result<Worked> worked = fetch_and_work_out(work_out, head, check);
    if (!worked) {
        // A connection that was idle may have been closed long ago: nothing was written on it.
        if (writing_->is_lost()) {
            why_again_ = worked.error();
            return Outcome::again;
        }
        return failed(worked.error());
    }
    if (worked->changes.empty() && !says_anything(worked->receipts)) {
        roll_back();
        receipts = std::move(worked->receipts);
        return Outcome::done;
    }
    ++number_;
    const Result<void> written = write(*worked);
    if (!written || !worked->erasures.empty()) {
        fetched_.forget();
    }
    if (!written) {
        const End end = writing_->end();
        if (end != End::lost && end != End::unsure) {
            return failed(written.error());
        }
        const bool there = TRY(was_committed());
        if (!there) {
            why_again_ = written.error();
            return Outcome::again;
        }
    }
    head.last_seq = signed_number(worked->end.last_seq);
    head.last_refused = signed_number(worked->end.last_refused);
    head.unfinished = worked->unfinished;
    last_seq_ = std::max(last_seq_.load(), worked->end.last_seq);
    head.erasures += static_cast<std::int64_t>(worked->erasures.size());
    last_head_ = head;
    fetched_.committed(worked->changes);
    events_.as_of(head);
    events_.keep_written(worked->changes);
    searcher_as_of(head)->appended(worked->end.last_seq);
    tree_->appended(worked->end.last_seq);
    receipts = std::move(worked->receipts);
    return Outcome::done;
}

// Locks the head, and works the commit out until everything that it depends on is fetched. What it
// will ask for is found first, by working it out over what is kept of the commit before (past.h).
Result<PostgresStore::Worked> PostgresStore::fetch_and_work_out(const WorkOut& work_out,
                                                                HeadRow& head, const Check* check) {
    fetched_.begin();
    Worked guess = TRY(work_out(head));
    std::vector<Statement> statements{Statement("BEGIN")};
    statements.emplace_back(
        "SELECT last_seq, last_refused, unfinished, erasures FROM hence_head WHERE log = $1 "
        "FOR UPDATE");
    statements.back().integer(log_.log);
    std::vector<Statement> questions = fetched_.questions(log_.log);
    statements.insert(statements.end(), std::make_move_iterator(questions.begin()),
                      std::make_move_iterator(questions.end()));
    const std::vector<Rows> answers = TRY(writing_->run(statements));
    head = TRY(take_head(answers[1]));
    locked_head_ = head;
    const bool is_as_it_was = head == last_head_;
    if (!is_as_it_was) {
        fetched_.forget();
        last_head_ = head;
    }
    TRY(fetched_.take(answers, 2));
    if (check != nullptr) {
        // No other commit of this log can take place meanwhile, and all earlier ones are seen.
        TRY((*check)(*this));
    }
    if (is_as_it_was && !fetched_.found_any() && guess.same_without_what_is_absent) {
        return guess;
    }
    while (true) {
        Worked worked = TRY(work_out(head));
        if (!fetched_.wants()) {
            return worked;
        }
        const std::vector<Rows> more = TRY(writing_->run(fetched_.questions(log_.log)));
        TRY(fetched_.take(more, 0));
    }
}

Result<PostgresStore::Worked> PostgresStore::batches_worked_out(
    const std::vector<const Batch*>& batches, const Time& received, const HeadRow& head) {
    Worked worked;
    worked.same_without_what_is_absent = true;
    worked.end = {static_cast<std::uint64_t>(head.last_seq),
                  static_cast<std::uint64_t>(head.last_refused)};
    worked.unfinished = head.unfinished;
    FetchedPast past(fetched_);
    Commit commit(past, worked.end, received);
    for (const Batch* batch : batches) {
        Receipt receipt = TRY(commit.add(*batch));
        worked.receipts.push_back(std::move(receipt));
    }
    if (commit.empty()) {
        return worked;
    }
    commit.each_entry([&](const std::string& key, const std::string& value) {
        if (key.starts_with(log_key::batch) || key.starts_with(log_key::chunk)) {
            worked.changes.put_new(key, value);
        } else {
            worked.changes.put(key, value);
        }
    });
    FetchedIndex index(fetched_, worked.changes, head.unfinished);
    const Additions additions = commit.take_additions();
    if (!additions.events.empty()) {
        TRY(change_index(additions, index));
    }
    if (index.failure()) {
        return *index.failure();
    }
    worked.unfinished = worked.unfinished || index.unfinished();
    return worked;
}

// Everything and the COMMIT in one round trip; an erasure takes more before it.
Result<void> PostgresStore::write(Worked& worked) {
    if (!worked.erasures.empty()) {
        TRY(carry_out(worked));
    }
    TRY(worked.changes.each_table(log_.log, fetched_, [this](std::vector<Statement> some) {
        return writing_->send_ahead(some);
    }));
    std::vector<Statement> statements;
    statements.emplace_back(
        "UPDATE hence_head SET last_seq = $2, last_refused = $3, unfinished = $4, "
        "erasures = erasures + $5 WHERE log = $1");
    statements.back()
        .integer(log_.log)
        .number(signed_number(worked.end.last_seq))
        .number(signed_number(worked.end.last_refused))
        .flag(worked.unfinished)
        .number(static_cast<std::int64_t>(worked.erasures.size()));
    statements.emplace_back(
        "INSERT INTO hence_writer (log, writer, number, seen) VALUES ($1, $2, $3, $4) "
        "ON CONFLICT (log, writer) DO UPDATE SET number = excluded.number, seen = excluded.seen");
    statements.back().integer(log_.log).bytes(writer_).number(number_).number(now().seconds);
    statements.emplace_back("COMMIT");
    TRY(writing_->run(statements));
    return {};
}

// Whether the commit that was under way when the connection was lost took place. The lock on the
// head waits for it to end. The answer is committed itself, because a commit that waits for a
// standby waits for all before it: what was seen here stays.
Result<bool> PostgresStore::was_committed() {
    std::optional<Error> error;
    for (int attempt = 0; attempt < attempts_max; ++attempt) {
        writing_ = nullptr;
        Result<Connection*> connection = writing();
        if (connection) {
            Statement lock("SELECT last_seq FROM hence_head WHERE log = $1 FOR UPDATE");
            lock.integer(log_.log);
            Statement select("SELECT number FROM hence_writer WHERE log = $1 AND writer = $2");
            select.integer(log_.log).bytes(writer_);
            Statement touch(
                "INSERT INTO hence_writer (log, writer, number, seen) VALUES ($1, $2, 0, $3) "
                "ON CONFLICT (log, writer) DO UPDATE SET seen = excluded.seen");
            touch.integer(log_.log).bytes(writer_).number(now().seconds);
            const Result<std::vector<Rows>> rows =
                writing_->run({Statement("BEGIN"), lock, select, touch, Statement("COMMIT")});
            if (rows) {
                const Rows& found = (*rows)[2];
                return found.size() == 1 && found.number(0, 0) == number_;
            }
            error = rows.error();
            if (writing_->end() == End::refused) {
                roll_back();
                return *error;
            }
        } else {
            error = connection.error();
        }
        wait_before(attempt + 4);
    }
    error->message = "it is not known whether the events are stored: " + error->message;
    error->hint = "send them again: nothing is stored twice";
    return *error;
}

}  // namespace hence::postgres
