// Finds event ids and names of rows by their beginning or end.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <rocksdb/db.h>

#include "hence/store.h"
#include "store/rocks/names/id_ends.h"

namespace hence::rocks {

struct NamesAsked {
    Space space = Space::all;  // Event ids, or the rows of a space.
    std::string_view part;
    std::size_t limit = 0;
};

// Puts the first `limit` names in byte order that begin or end with the part into `names`. Fails as
// RocksDB does.
rocksdb::Status find_names(rocksdb::DB& db, const IdEnds& ends, const NamesAsked& asked,
                           std::vector<std::string>& names);

}  // namespace hence::rocks
