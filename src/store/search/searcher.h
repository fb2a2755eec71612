// The searcher keeps the search index up to date on a thread of its own, behind the append.
//
// It follows the log by event numbers: it reads what was acknowledged, collects the words of up to
// 65,536 events in memory, and writes them to the search index as a segment. Nothing waits for it
// but a search, which waits for the events that were acknowledged before the search began. A
// program that neither searches nor records much never opens the index: the next one reads what is
// missing from the log.
// Must never happen: a segment is written before the log that holds its events is synced. After a
// failure, searches fail with its error, and appends go on. Every call may come from any thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "store/search/matches.h"
#include "store/search/segment_store.h"

namespace hence {

// What the searcher needs of the engine. The functions are called on its thread.
struct Searched {
    std::function<Result<std::unique_ptr<SegmentStore>>()> open_index;
    // In arrival order, both ends inclusive.
    std::function<Result<std::unique_ptr<Cursor>>(std::uint64_t, std::uint64_t)> read;
    std::function<Result<void>()> sync_log;
    std::size_t segment_events = segment_docs_max;
};

class Searcher {
public:
    // `last_seq` is the last event of the log.
    Searcher(Searched searched, std::uint64_t last_seq);
    ~Searcher();
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;

    // Events up to this one are acknowledged.
    void appended(std::uint64_t last_seq);

    // The events of [first, last] that another one took the place of.
    using Replaced =
        std::function<Result<std::vector<std::uint64_t>>(std::uint64_t, std::uint64_t)>;
    // Waits until everything up to `last_seq` is known.
    Result<void> find_words(const WordQuery& query, std::uint64_t last_seq,
                            const Replaced& replaced, const MatchVisitor& visit);

    // Drops what the index keeps of what was read. Returns how many bytes that were.
    std::size_t drop_kept();

private:
    void run();
    bool wait_for_work();
    Result<void> open();
    Result<void> follow(std::uint64_t last_seq);
    Result<void> write_tail();
    Result<void> write_segment();
    void tell(const Result<void>& done);
    Result<void> wait_until_known(std::uint64_t last_seq);

    Searched searched_;
    std::unique_ptr<SegmentStore> index_;  // Written before `opened_` is; then it stays.

    std::mutex mutex_;  // Of what is known and wanted. Nobody holds it for long: appends need it.
    std::condition_variable changed_;
    std::uint64_t opened_at_;   // The last event when the store was opened.
    std::uint64_t last_seq_;    // Of the log.
    std::uint64_t wanted_ = 0;  // A search waits for this event.
    std::uint64_t known_ = 0;   // Up to this event everything can be found.
    bool opened_ = false;
    bool stopping_ = false;
    std::optional<Error> failure_;

    std::mutex tail_mutex_;  // Of the events that are in no full segment. Only the thread writes.
    std::unique_ptr<SegmentBuilder> tail_;
    std::uint64_t unwritten_ = 0;  // How many of these are in no segment. Of the thread.
    std::string last_id_;          // Of the last of these. Of the thread.

    std::thread thread_;
};

}  // namespace hence
