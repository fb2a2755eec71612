#include "store/search/searcher.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/try.h"

namespace hence {
namespace {

// How many events are taken at a time: a search waits for the lock as long as their words take.
constexpr std::uint64_t step_events = 256;
// Below this, what was recorded is left to the next program that opens the store.
constexpr std::uint64_t worth_opening = 1'024;
// A closing store writes the words of this part of a segment; fewer are quickly read again.
constexpr std::uint64_t worth_writing = 8;
// How nice the thread is to others.
constexpr int behind_others = 10;
// New events are collected so long, unless somebody searches.
constexpr auto patience = std::chrono::milliseconds(100);

// Takes out events that another one took the place of. Only pieces that may have some are asked
// about, those that follow each other together.
Result<void> drop_replaced(MatchBlock& block, const Searcher::Replaced& replaced) {
    const std::vector<MatchPiece>& pieces = block.rows->pieces();
    const auto may_have_some = [&](std::size_t piece) {
        const std::size_t first = piece * piece_docs;
        return piece < pieces.size() && pieces[piece].some_are(MatchFlag::replaceable) &&
               (block.certain.any_in(first, first + piece_docs) ||
                block.candidates.any_in(first, first + piece_docs));
    };
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
        const std::size_t begin = piece;
        while (may_have_some(piece)) {
            ++piece;
        }
        if (piece == begin) {
            continue;
        }
        const std::size_t end = std::min(piece * piece_docs, block.rows->size());
        const std::vector<std::uint64_t> gone =
            TRY(replaced(block.rows->seq(begin * piece_docs), block.rows->seq(end - 1)));
        for (const std::uint64_t seq : gone) {
            block.certain.remove(seq - block.rows->first_seq());
            block.candidates.remove(seq - block.rows->first_seq());
        }
    }
    return {};
}

Result<void> hand_out(MatchBlock block, const Searcher::Replaced& replaced,
                      const MatchVisitor& visit) {
    if (std::max(block.certain.end(), block.candidates.end()) > block.rows->size()) {
        return Error{Code::corrupt, "a segment of the search index is damaged"};
    }
    TRY(drop_replaced(block, replaced));
    return visit(block);
}

bool found_any(const Evaluation& found) {
    return !found.certain.empty() || !found.candidates.empty();
}

MatchBlock block_of(std::unique_ptr<MatchRows> rows, Evaluation found) {
    return {std::move(rows), std::move(found.certain), std::move(found.candidates)};
}

}  // namespace

Searcher::Searcher(Searched searched, std::uint64_t last_seq)
    : searched_(std::move(searched)), opened_at_(last_seq), last_seq_(last_seq) {}

Searcher::~Searcher() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void Searcher::appended(std::uint64_t last_seq) {
    {
        const std::lock_guard lock(mutex_);
        last_seq_ = std::max(last_seq_, last_seq);
        if (last_seq_ - opened_at_ < worth_opening) {
            return;
        }
        if (!thread_.joinable()) {
            thread_ = std::thread([this] { run(); });
        }
    }
    changed_.notify_all();
}

// False at the end.
bool Searcher::wait_for_work() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [&] { return stopping_ || ((!opened_ || known_ < last_seq_) && !failure_); });
    if (!stopping_ && opened_ && wanted_ <= known_) {
        changed_.wait_for(lock, patience, [&] { return stopping_ || wanted_ > known_; });
    }
    return !stopping_;
}

void Searcher::run() {
    ::pthread_setname_np(::pthread_self(), "hence:search");
    // Appends and questions come first. Where it is refused, the thread only takes its share.
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), behind_others));
    while (wait_for_work()) {
        Result<void> done = index_ == nullptr ? open() : Result<void>();
        if (done) {
            std::unique_lock lock(mutex_);
            const std::uint64_t last_seq = last_seq_;
            lock.unlock();
            done = follow(last_seq);
        }
        tell(done);
    }
    if (index_ != nullptr && unwritten_ >= searched_.segment_events / worth_writing) {
        // What cannot be written is read from the log again.
        static_cast<void>(static_cast<bool>(write_tail()));
    }
}

void Searcher::tell(const Result<void>& done) {
    {
        const std::lock_guard lock(mutex_);
        if (!done) {
            failure_ = done.error();
        } else {
            known_ = tail_->next_seq() - 1;
        }
    }
    changed_.notify_all();
}

// A last segment that is not full is taken back into memory.
Result<void> Searcher::open() {
    std::unique_ptr<SegmentStore> index = TRY(searched_.open_index());
    const std::vector<SegmentStore::Segment> segments = TRY(index->segments());
    const std::uint64_t first = segments.empty() ? 1 : segments.back().first_seq;
    auto tail = std::make_unique<SegmentBuilder>(first, searched_.segment_events);
    if (!segments.empty()) {
        TRY(index->load(segments.back().first_seq, *tail));
        last_id_ = segments.back().last.id;
        if (tail->is_full()) {
            tail = std::make_unique<SegmentBuilder>(tail->next_seq(), searched_.segment_events);
        }
    }
    index_ = std::move(index);
    {
        const std::lock_guard lock(tail_mutex_);
        tail_ = std::move(tail);
    }
    const std::lock_guard lock(mutex_);
    opened_ = true;
    return {};
}

// Reads the log up to this event, or until the store closes.
Result<void> Searcher::follow(std::uint64_t last_seq) {
    while (tail_->next_seq() <= last_seq) {
        const std::uint64_t first = tail_->next_seq();
        const std::uint64_t last = std::min(last_seq, first + step_events - 1);
        const std::unique_ptr<Cursor> events = TRY(searched_.read(first, last));
        for (std::uint64_t seq = first; seq <= last; ++seq) {
            const std::optional<Event> event = TRY(events->next());
            if (!event || event->seq() != seq) {
                return Error{Code::corrupt, "the log lacks an event before its last"};
            }
            if (tail_->is_full()) {
                TRY(write_segment());
            }
            const std::lock_guard lock(tail_mutex_);
            tail_->add(*event);
            ++unwritten_;
            last_id_ = event->id();
        }
        const std::lock_guard lock(mutex_);
        if (stopping_) {
            return {};
        }
    }
    return {};
}

// The tail can be asked meanwhile: nobody else changes it.
Result<void> Searcher::write_tail() {
    TRY(searched_.sync_log());
    TRY(index_->write(*tail_, last_id_));
    unwritten_ = 0;
    return {};
}

// Writes a full tail, and begins another one.
Result<void> Searcher::write_segment() {
    TRY(write_tail());
    const std::lock_guard lock(tail_mutex_);
    tail_->restart(tail_->next_seq());
    return {};
}

Result<void> Searcher::wait_until_known(std::uint64_t last_seq) {
    std::unique_lock lock(mutex_);
    last_seq_ = std::max(last_seq_, last_seq);
    wanted_ = std::max(wanted_, last_seq);
    failure_.reset();  // What failed before may work now.
    if (!thread_.joinable()) {
        thread_ = std::thread([this] { run(); });
    }
    changed_.notify_all();
    changed_.wait(lock, [&] { return failure_ || (opened_ && known_ >= last_seq); });
    return failure_ ? Result<void>(*failure_) : Result<void>();
}

Result<void> Searcher::find_words(const WordQuery& query, std::uint64_t last_seq,
                                  const Replaced& replaced, const MatchVisitor& visit) {
    TRY(wait_until_known(last_seq));
    std::unique_lock lock(tail_mutex_);
    const std::uint64_t tail_first = tail_->rows().first_seq();
    Evaluation found = TRY(evaluate(query, *tail_));
    std::unique_ptr<MatchRows> rows;
    if (found_any(found)) {
        DocSet docs = found.certain;
        docs |= found.candidates;
        rows = TRY(tail_->rows().rows_of(docs));
    }
    lock.unlock();
    if (rows != nullptr) {
        TRY(hand_out(block_of(std::move(rows), std::move(found)), replaced, visit));
    }
    const std::vector<SegmentStore::Segment> segments = TRY(index_->segments());
    for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) {
        if (segment->first_seq >= tail_first) {
            continue;  // The tail was asked for it, or it came later.
        }
        Evaluation stored = TRY(index_->evaluate(segment->first_seq, query));
        if (found_any(stored)) {
            rows = TRY(index_->rows(segment->first_seq));
            const Result<void> handed =
                hand_out(block_of(std::move(rows), std::move(stored)), replaced, visit);
            if (!handed && handed.error().code == Code::corrupt) {
                index_->found_damaged();  // Columns are read while they are visited.
            }
            TRY(handed);
        }
    }
    return {};
}

std::size_t Searcher::drop_kept() {
    {
        const std::lock_guard lock(mutex_);
        if (!opened_) {
            return 0;
        }
    }
    return index_->drop_kept();
}

}  // namespace hence
