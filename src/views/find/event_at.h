// One event by its number.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/try.h"
#include "hence/store.h"

namespace hence {

// Nothing when there is none. Also an event that another one took the place of.
inline Result<std::optional<Event>> event_at(const Store& store, std::uint64_t seq) {
    const std::unique_ptr<Cursor> one = TRY(store.read(seq, seq));
    return one->next();
}

}  // namespace hence
