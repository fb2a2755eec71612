#include "api/host_door.h"

#include <utility>

#include <errno.h>
#include <fmt/format.h>

#include "base/process.h"
#include "base/try.h"
#include "server/door/owner.h"
#include "server/door/owner_lock.h"
#include "store/directory.h"
#include "store/engine.h"
#include "store/integrity/signing_keys.h"

namespace hence {
namespace {

Result<std::unique_ptr<Door>> directory_door(const HostPlace& place) {
    TRY(make_directory(place.place));
    OwnerOptions options;
    options.command = place.name.empty() ? program_invocation_short_name : place.name;
    options.open = [](const std::filesystem::path& directory) {
        return open_directory_store(directory);
    };
    std::unique_ptr<Door> door = TRY(open_directory_door(place.place, std::move(options)));
    // A store that cannot be opened is told at once, and not with the first event.
    Request alive{.path = {"healthz"}};
    const Reply reply = TRY(door->send(alive, [](std::string_view) -> Result<void> { return {}; }));
    if (reply.refused) {
        return *reply.refused;
    }
    return door;
}

}  // namespace

Result<std::unique_ptr<Door>> open_host_door(const HostPlace& place) {
    if (place.place == "memory:") {
        return open_local_door(open_memory_store());
    }
    if (place.place.starts_with("http://")) {
        return open_remote_door(place.place,
                                place.token.empty() ? environment("HENCE_TOKEN") : place.token);
    }
    if (is_engine_address(place.place)) {
        std::unique_ptr<Store> store =
            TRY(open_engine_store(place.place, {.signing_keys = signing_directory()}));
        return open_local_door(std::move(store));
    }
    if (place.place.find("://") != std::string::npos) {
        return Error{Code::unsupported,
                     fmt::format("no store of the kind {} is known", place.place),
                     "use a directory, memory:, http://host:port or postgres://host/database"};
    }
    return directory_door(place);
}

}  // namespace hence
