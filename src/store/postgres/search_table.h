// The segments of a search index in the engine's table hence_search.
//
// It lives in the engine and not beside a server, so that a server holds nothing another one needs.
// Every server follows the log on its own and may write the same segment: the words of the same
// events give the same bytes. One that was written with more events stays.
// Must never happen: a server that has words in memory from before an erasure writes them after it.
// So the row of the version also says how many erasures there were, and whoever writes a segment
// locks that row first.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "store/postgres/pool.h"
#include "store/search/segment_store.h"

namespace hence::postgres {

class SearchTable final : public SegmentStore {
public:
    // `pool` must outlive it. An index of another version is removed. `erasures` is what the head
    // of the log said: fails with io when something was erased since.
    static Result<std::unique_ptr<SearchTable>> open(Pool& pool, std::int32_t log,
                                                     std::int64_t erasures);
    SearchTable(Pool& pool, std::int32_t log, std::int64_t erasures)
        : pool_(pool), log_(log), erasures_(erasures) {}

    // Removes all segments; from then on only who knows of that many erasures writes any.
    static std::vector<Statement> clear(std::int32_t log, std::int64_t erasures);

    Result<std::vector<Segment>> segments() const override;
    Result<void> write(const SegmentBuilder& segment, std::string_view last_id) override;
    Result<void> load(std::uint64_t first_seq, SegmentBuilder& segment) const override;
    Result<std::unique_ptr<MatchRows>> rows(std::uint64_t first_seq) const override;
    Result<Evaluation> evaluate(std::uint64_t first_seq, const WordQuery& query) const override;

private:
    class TableTerms;

    Pool& pool_;
    std::int32_t log_;
    std::int64_t erasures_;
    // The parts of the columns of a segment, by their names.
    using Parts = std::shared_ptr<const std::map<std::string, std::string>>;
    Result<Parts> parts(std::uint64_t first_seq) const;
    mutable std::mutex mutex_;
    mutable std::list<std::pair<std::uint64_t, Parts>> recent_;  // Of full segments, newest first.
};

}  // namespace hence::postgres
