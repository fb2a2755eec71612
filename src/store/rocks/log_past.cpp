#include "store/rocks/log_past.h"

#include <utility>

#include "base/try.h"
#include "store/rocks/index.h"
#include "store/rocks/log.h"

namespace hence::rocks {
namespace {

// Past these the memory of clusters and texts is dropped; what is dropped is found in the index.
constexpr std::size_t clusters_max = 100'000;
constexpr std::size_t texts_max = 100'000;

}  // namespace

LogPast::LogPast(const Log& log, const Index& index, Indexer& indexer)
    : log_(log), index_(index), indexer_(indexer), source_(log, index) {}

Result<void> LogPast::look_up(const std::vector<const Batch*>& batches) {
    indexed_.clear();
    pending_.clear();
    fresh_clusters_.clear();
    caught_up_ = false;
    if (texts_.size() > texts_max) {
        texts_.clear();
    }
    std::vector<std::string_view> ids;
    for (const Batch* batch : batches) {
        for (const Incoming& incoming : batch->events) {
            ids.push_back(incoming.event.id());
        }
    }
    const std::vector<std::optional<Event>> pending = indexer_.pending(ids);
    const std::vector<std::optional<Place>> places = TRY(index_.places_of(ids));
#ifdef HENCE_MUTANT_NO_DUPLICATE_CHECK
    return {};
#endif
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (pending[i]) {
            pending_.emplace(pending[i]->id(), *pending[i]);
        } else if (places[i]) {
            indexed_.emplace(ids[i], *places[i]);
        }
    }
    return {};
}

void LogPast::forget() {
    clusters_.clear();
    texts_.clear();
}

Result<std::optional<Event>> LogPast::event(std::string_view id) {
    const auto pending = pending_.find(id);
    if (pending != pending_.end()) {
        return std::optional(pending->second);
    }
    const auto indexed = indexed_.find(id);
    if (indexed == indexed_.end()) {
        return std::optional<Event>{};
    }
    Event event = TRY(source_.at(indexed->second));
    return std::optional(std::move(event));
}

Result<std::optional<std::string>> LogPast::outcome_of(std::string_view event) {
    if (!caught_up_) {
        TRY(indexer_.catch_up());
        caught_up_ = true;
    }
    const std::unique_ptr<Cursor> outcomes = TRY(source_.scan({Space::of, std::string(event)}, {}));
    const std::optional<Event> first = TRY(outcomes->next());
    return first ? std::optional(std::string(first->id())) : std::nullopt;
}

Result<std::optional<std::uint64_t>> LogPast::cluster(const std::string& name) {
    const auto known = clusters_.find(name);
    if (known != clusters_.end()) {
        return std::optional(known->second);
    }
    if (clusters_.size() >= clusters_max) {
        // A cluster that is not indexed yet must not be forgotten: it would be begun a second time.
        TRY(indexer_.catch_up());
        clusters_.clear();
        for (const auto& [fresh, number] : fresh_clusters_) {
            clusters_.emplace(fresh, number);
        }
    }
    const std::optional<std::uint64_t> indexed = TRY(index_.cluster(name));
    if (indexed) {
        clusters_.emplace(name, *indexed);
    }
    return indexed;
}

void LogPast::remember_cluster(const std::string& name, std::uint64_t number) {
    clusters_.emplace(name, number);
    fresh_clusters_.emplace_back(name, number);
}

Hash LogPast::text_name(std::uint64_t cluster, const Hash& hash) const {
    return log_.text_name(cluster, hash);
}

bool LogPast::has_text(const Hash& name) {
    if (texts_.contains(name)) {
        return true;
    }
    // An index that cannot be read counts as not knowing the text; the next read of the index
    // reports the error.
    const Result<std::optional<Place>> place = index_.text_place(name);
    if (!place || !*place) {
        return false;
    }
    texts_.emplace(name, **place);
    return true;
}

void LogPast::remember_text(const Hash& name, const Place& place) {
    texts_.emplace(name, place);
}

Result<std::optional<std::string>> LogPast::entry(const std::string& key) {
    return log_.get(key);
}

}  // namespace hence::rocks
