#include "views/find/noted_store.h"

#include <utility>

#include "base/try.h"
#include "model/position.h"

namespace hence {
namespace {

constexpr int questions_max = 16;

// Names of one session or correlation. What all sessions share may be far more than an answer is
// about.
bool is_narrow(Space space) {
    return space == Space::root_agent || space == Space::child || space == Space::key ||
           space == Space::call || space == Space::request;
}

}  // namespace

Result<Receipt> NotedStore::append(const Batch& /*batch*/, const Check& /*check*/) {
    return Error{Code::unsupported, "an answer writes nothing"};
}

Result<std::unique_ptr<Cursor>> NotedStore::scan(const Key& key, const Scan& scan) const {
    if (!is_narrow(key.space) || !scan.after) {
        return store_.scan(key, scan);
    }
    Name& name = names_[std::to_string(static_cast<int>(key.space)) + ":" + key.value];
    if (!name.places && ++name.questions > questions_max) {
        Places places;
        const std::unique_ptr<Cursor> all = TRY(store_.scan(key));
        std::optional<Event> event = TRY(all->next());
        while (event) {
            places.push_back(position_of(*event));
            event = TRY(all->next());
        }
        name.places = std::move(places);
    }
    return name.places ? events_at(store_, *name.places, scan) : store_.scan(key, scan);
}

}  // namespace hence
