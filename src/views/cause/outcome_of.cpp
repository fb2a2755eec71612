#include "views/cause/outcome_of.h"

#include <memory>
#include <string>

#include "base/try.h"

namespace hence {

Result<std::optional<Event>> outcome_of(const Store& store, std::string_view id) {
    const std::unique_ptr<Cursor> outcomes = TRY(store.scan({Space::of, std::string(id)}));
    return outcomes->next();
}

}  // namespace hence
