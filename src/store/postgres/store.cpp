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
// After an id was there that was taken for new, so many commits look for their ids first: whoever
// sends again what is stored mostly goes on so, and each refusal leaves dead rows in the engine.
constexpr unsigned looks_for_ids = 32;
// The same of commits that were worked out over what another program's commit made wrong.
constexpr unsigned stops_guessing = 32;
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

// An event that is refused is not written, so the engine would not look at its id.
bool all_written(const std::vector<Receipt>& receipts) {
    return std::ranges::all_of(receipts,
                               [](const Receipt& each) { return each.rejections.empty(); });
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
    tree_ = std::make_unique<EngineTree>(events_, last_seq_, std::move(signer));
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
    const auto work_out = [&](const HeadRow& head) -> Result<Worked> {
        if (looking_for_ids_ == 0) {
            Worked worked = TRY(batches_worked_out(batches, received, head, Ids::taken_for_new));
            const bool all_are = all_written(worked.receipts);
            looking_for_ids_ = all_are ? 0 : looks_for_ids;
            // Whoever looked for ids that were sent would find them: first they are undone.
            if (all_are || sent_ids_) {
                return worked;
            }
        }
        return batches_worked_out(batches, received, head, Ids::looked_for);
    };
    return commit_worked(work_out, check);
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
        if (outcome == Outcome::again) {
            wait_before(attempt);
        }
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
        why_again_ = error;
        if (end == End::exists && looking_for_ids_ == 0) {
            looking_for_ids_ = looks_for_ids;
            return Outcome::at_once;
        }
        const bool again = end == End::again || end == End::exists;
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
    if (sent_ids_ && (looking_for_ids_ > 0 || *sent_ids_ != worked->new_ids)) {
        roll_back();
        guessing_wrong_ = stops_guessing;
        why_again_ = Error{Code::busy, "other programs write to this log all the time"};
        return Outcome::at_once;
    }
    if (worked->changes.empty() && !says_anything(worked->receipts)) {
        roll_back();
        receipts = std::move(worked->receipts);
        return Outcome::done;
    }
    ++number_;
    Events::Written kept;
    const Result<void> written = write(*worked, kept);
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
    committed(*worked, head, std::move(kept));
    receipts = std::move(worked->receipts);
    return Outcome::done;
}

void PostgresStore::committed(const Worked& worked, HeadRow head, Events::Written written) {
    head.last_seq = signed_number(worked.end.last_seq);
    head.last_refused = signed_number(worked.end.last_refused);
    head.unfinished = worked.unfinished;
    head.erasures += static_cast<std::int64_t>(worked.erasures.size());
    last_seq_ = std::max(last_seq_.load(), worked.end.last_seq);
    last_head_ = head;
    looking_for_ids_ = fetched_.found_ids()   ? looks_for_ids
                       : looking_for_ids_ > 0 ? looking_for_ids_ - 1
                                              : 0;
    guessing_wrong_ -= guessing_wrong_ > 0 ? 1 : 0;
    events_.as_of(head);
    events_.keep(std::move(written));
    searcher_as_of(head)->appended(worked.end.last_seq);
    tree_->appended(worked.end.last_seq);
}

// Works a commit out over what is kept of the commit before. While it is under way the engine locks
// the head, and takes the ids as soon as they are known: it has most of its work with these.
Result<PostgresStore::Worked> PostgresStore::guess(const WorkOut& work_out, const Check* check) {
    fetched_.begin();
    sent_ids_.reset();
    Statement lock(
        "SELECT last_seq, last_refused, unfinished, erasures FROM hence_head WHERE log = $1 "
        "FOR UPDATE");
    lock.integer(log_.log);
    TRY(writing_->send_ahead({Statement("BEGIN"), lock}));
    // A check asks on other connections, and some engines let it wait for what is written here.
    sends_ids_ = check == nullptr && guessing_wrong_ == 0;
    Result<Worked> worked = work_out(last_head_);
    sends_ids_ = false;
    return worked;
}

// Locks the head, and works the commit out until everything that it depends on is fetched. What it
// will ask for is found first, by working it out over what is kept of the commit before (past.h).
Result<PostgresStore::Worked> PostgresStore::fetch_and_work_out(const WorkOut& work_out,
                                                                HeadRow& head, const Check* check) {
    Worked guessed = TRY(guess(work_out, check));
    const std::vector<Rows> answers = TRY(writing_->run(fetched_.questions(log_.log)));
    head = TRY(take_head(answers[1]));
    locked_head_ = head;
    const bool is_as_it_was = head == last_head_;
    if (!is_as_it_was) {
        fetched_.forget();
        last_head_ = head;
    }
    TRY(fetched_.take(answers, sent_ids_ ? 3 : 2));
    if (check != nullptr) {
        // No other commit of this log can take place meanwhile, and all earlier ones are seen.
        TRY((*check)(*this));
    }
    if (is_as_it_was && !fetched_.found_any() && guessed.same_without_what_is_absent) {
        return guessed;
    }
    while (true) {
        Worked worked = TRY(work_out(head));
        if (!fetched_.wants() || (sent_ids_ && looking_for_ids_ > 0)) {
            return worked;
        }
        const std::vector<Rows> more = TRY(writing_->run(fetched_.questions(log_.log)));
        TRY(fetched_.take(more, 0));
    }
}

Result<PostgresStore::Worked> PostgresStore::batches_worked_out(
    const std::vector<const Batch*>& batches, const Time& received, const HeadRow& head, Ids ids) {
    Worked worked;
    worked.same_without_what_is_absent = true;
    worked.end = {static_cast<std::uint64_t>(head.last_seq),
                  static_cast<std::uint64_t>(head.last_refused)};
    worked.unfinished = head.unfinished;
    FetchedPast past(fetched_, ids);
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
    FetchedIndex index(fetched_, worked.changes, head.unfinished, ids);
    const Additions additions = commit.take_additions();
    if (ids == Ids::taken_for_new) {
        worked.new_ids = ids_of(additions);
        if (sends_ids_ && !worked.new_ids.empty() && all_written(worked.receipts)) {
            TRY(writing_->send_ahead({insert_keys(log_.log, worked.new_ids)}));
            sent_ids_ = worked.new_ids;
        }
    }
    if (!additions.events.empty()) {
        TRY(change_index(additions, index));
    }
    if (index.failure()) {
        return *index.failure();
    }
    worked.unfinished = worked.unfinished || index.unfinished();
    return worked;
}

// Everything and the COMMIT in one round trip; an erasure takes more before it. While it is under
// way, what the next commit and the readers will ask for is put aside.
Result<void> PostgresStore::write(Worked& worked, Events::Written& written) {
    if (!worked.erasures.empty()) {
        TRY(carry_out(worked));
    }
    const Changes::Sender send = [this](const std::vector<Statement>& some) {
        return writing_->send_ahead(some);
    };
    if (!worked.new_ids.empty() && !sent_ids_) {
        TRY(send({insert_keys(log_.log, worked.new_ids)}));
    }
    TRY(worked.changes.each_table(log_.log, fetched_, send));
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
    TRY(writing_->start(statements));
    fetched_.committed(worked.changes);
    written = events_.written(worked.changes);
    TRY(writing_->finish());
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
