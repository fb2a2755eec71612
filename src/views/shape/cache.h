// Keeps the shapes of a few sessions between requests, and brings a shape up to date when it is
// asked for. A page that follows a session asks many times a second, and most of these requests
// find nothing new.
#pragma once

#include <string>
#include <string_view>

#include "hence/store.h"
#include "views/shape/session_cache.h"
#include "views/shape/shape.h"

namespace hence {

// May be used from many threads at once; those that ask for the same session wait for one reading.
class ShapeCache {
public:
    using Limits = SessionCache<Shaped>::Limits;  // Sizes are events.

    ShapeCache() : ShapeCache({.size = 3'000'000, .sessions = 8}) {}
    explicit ShapeCache(const Limits& limits) : shapes_(limits) {}

    // The shape of the session of this whole name as the store has it by now.
    Result<Shaped> get(const Store& store, const std::string& session);

    void clear() { shapes_.clear(); }
    std::size_t drop_unasked() { return shapes_.drop_unasked(); }

    std::size_t sessions_for_test() const { return shapes_.sessions_for_test(); }

private:
    SessionCache<Shaped> shapes_;
};

// The shape of the session that is meant, from the cache if there is one. Fails as resolve_name
// does.
Result<Shaped> shape_meant(ShapeCache* cache, const Store& store, std::string_view session);

}  // namespace hence
