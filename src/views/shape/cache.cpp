#include "views/shape/cache.h"

#include "base/try.h"
#include "views/find/resolve.h"

namespace hence {

Result<Shaped> ShapeCache::get(const Store& store, const std::string& session) {
    return shapes_.get(
        session, [&] { return shape_of(store, session); },
        [&](const Shaped& shaped) { return brought_up_to_date(store, shaped); });
}

Result<Shaped> shape_meant(ShapeCache* cache, const Store& store, std::string_view session) {
    const std::string name = TRY(resolve_name(store, Space::session, session));
    return cache == nullptr ? shape_of(store, name) : cache->get(store, name);
}

}  // namespace hence
