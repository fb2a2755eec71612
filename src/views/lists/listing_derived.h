// Which rows of a list are made of several, since the session of some events was derived.
//
// An importer that finds a run but no session uses the run's name as the session ("derived"). Such
// events stand under the run's own name in the index until another event of the run states its real
// session; then the two rows belong together in a list. Asking the store about each row takes
// several look-ups, which is cheap for a page and slow for a filter that passes over all rows.
// DerivedNames finds all such names in one walk over the runs; DerivedCache keeps them, and adds
// what has arrived since. A name that is in the set needlessly costs a look-up; a name that is
// missing would split a row in two.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "base/by_text.h"
#include "hence/listing.h"
#include "hence/result.h"
#include "hence/store.h"

namespace hence {

// The names of rows that are made of several: runs whose events stand under the run's own name and
// may belong to another session, and these sessions. One walk over the runs finds them all; to ask
// for each row takes several look-ups, which is less for a few thousand rows, and more for all.
class DerivedNames {
public:
    static Result<DerivedNames> of(const Store& store);
    // Those that events which arrived in this range, both ends inclusive, are part of.
    static Result<DerivedNames> among(const Store& store, std::uint64_t from_seq,
                                      std::uint64_t to_seq);

    void add(const DerivedNames& other);
    bool empty() const { return runs_.empty(); }
    // Whether a row of sessions or runs is one of them.
    bool concern(Space space, const Summary& row) const;

private:
    void add(std::string run, std::string session);
    Result<void> see(const Store& store, const Event& event);

    Texts runs_;
    Texts sessions_;
};

// Keeps the names of one store between requests. May be used from many threads at once.
class DerivedCache {
public:
    // The names as the store has them by now.
    Result<std::shared_ptr<const DerivedNames>> get(const Store& store);
    // Whether that takes no walk. False while another thread works on it.
    bool known() const;

private:
    mutable std::mutex mutex_;
    std::shared_ptr<const DerivedNames> names_;  // Grows by being replaced: others may hold it.
    std::uint64_t last_seq_ = 0;                 // All that arrived up to it was seen.
};

// The list, with names from the cache if there is one, which must outlive it.
Result<Listing> list(DerivedCache* cache, const Store& store, const ListingRequest& request);

}  // namespace hence
