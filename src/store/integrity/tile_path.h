// Which part of the tree a path names, as c2sp.org/tlog-tiles has it: tile/1/x001/x234/067.p/12.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hence {

struct TilePath {
    std::optional<unsigned> level;  // Nothing: a bundle of entries.
    std::uint64_t number = 0;
    unsigned width = 256;  // Less than 256: a part of a tile.

    std::uint64_t first() const { return number * 256; }
};

// What stands behind "tile/". Nothing for a path that names none.
std::optional<TilePath> read_tile_path(std::string_view path);
// With "tile/" in front.
std::string tile_path(const TilePath& tile);

}  // namespace hence
