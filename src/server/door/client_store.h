// A store that another process keeps, used through a door as if it were one's own.
//
// Views and the recorder know only Store. With this one they work on a directory that another
// process owns, and on a server: each call becomes one request. Cursors read ahead in pages, which
// grow, so that a short look costs little and a long scan few requests. A check that must run
// inside the commit cannot be sent; append refuses it.
#pragma once

#include <memory>

#include "hence/result.h"
#include "hence/store.h"
#include "server/door/door.h"

namespace hence {

// Asks once, so that a server that is not there is told now. Fails as the door does.
Result<std::unique_ptr<Store>> open_client_store(std::unique_ptr<Door> door);

}  // namespace hence
