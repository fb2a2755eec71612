#include "views/lists/listing_derived.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/by_text.h"
#include "base/try.h"
#include "views/lists/listing_loose.h"

namespace hence {
namespace {

constexpr std::uint64_t arrivals_max = 50'000;  // Beyond, all runs are walked through again.

}  // namespace

Result<DerivedNames> DerivedNames::of(const Store& store) {
    DerivedNames names;
    Texts alike;  // Runs that have a row under their own name.
    TRY(each_row(store, Space::run, [&](Summary&& row) {
        if (row.id == row.session) {
            alike.insert(std::move(row.id));
        }
    }));
    if (alike.empty()) {
        return names;
    }
    TRY(each_row(store, Space::run, [&](Summary&& row) {
        if (row.id != row.session && !row.session.empty() && alike.contains(row.id)) {
            names.add(std::move(row.id), std::move(row.session));
        }
    }));
    return names;
}

Result<DerivedNames> DerivedNames::among(const Store& store, std::uint64_t from_seq,
                                         std::uint64_t to_seq) {
    DerivedNames names;
    Texts seen;  // Runs of sessions.
    const std::unique_ptr<Cursor> cursor = TRY(store.read(from_seq, to_seq));
    while (true) {
        const std::optional<Event> event = TRY(cursor->next());
        if (!event) {
            return names;
        }
        if (!event->run().empty() && !event->session().empty() &&
            seen.insert(joined(event->session(), event->run())).second) {
            TRY(names.see(store, *event));
        }
    }
}

Result<void> DerivedNames::see(const Store& store, const Event& event) {
    const std::string run(event.run());
    if (event.session() != run) {
        const std::optional<Summary> alike = TRY(store.summary(Space::run, run, run));
        if (alike) {
            add(run, std::string(event.session()));
        }
        return {};
    }
    std::vector<Summary> rows = TRY(store.rows_of_run(run));
    for (Summary& row : rows) {
        if (row.session != run && !row.session.empty()) {
            add(run, std::move(row.session));
        }
    }
    return {};
}

void DerivedNames::add(std::string run, std::string session) {
    runs_.insert(std::move(run));
    sessions_.insert(std::move(session));
}

void DerivedNames::add(const DerivedNames& other) {
    runs_.insert(other.runs_.begin(), other.runs_.end());
    sessions_.insert(other.sessions_.begin(), other.sessions_.end());
}

bool DerivedNames::concern(Space space, const Summary& row) const {
    return runs_.contains(row.id) || (space == Space::session && sessions_.contains(row.id));
}

bool DerivedCache::known() const {
    const std::unique_lock guard(mutex_, std::try_to_lock);
    return guard.owns_lock() && names_ != nullptr;
}

Result<std::shared_ptr<const DerivedNames>> DerivedCache::get(const Store& store) {
    const std::lock_guard guard(mutex_);
    const std::uint64_t last_seq = store.last_seq();
    if (names_ == nullptr || last_seq < last_seq_ || last_seq - last_seq_ > arrivals_max) {
        DerivedNames all = TRY(DerivedNames::of(store));
        names_ = std::make_shared<DerivedNames>(std::move(all));
    } else if (last_seq > last_seq_) {
        const DerivedNames arrived = TRY(DerivedNames::among(store, last_seq_ + 1, last_seq));
        if (!arrived.empty()) {
            const auto more = std::make_shared<DerivedNames>(*names_);
            more->add(arrived);
            names_ = more;
        }
    }
    last_seq_ = last_seq;
    return names_;
}

}  // namespace hence
