// How many files a process may have open, and what that leaves for connections.
//
// A store that cannot open a file fails to write, and connections come from outside. So connections
// get a share of the descriptors, and the rest stays with the store, which opens more files as it
// grows.
#pragma once

#include <cstddef>

namespace hence {

inline constexpr std::size_t connections_min = 8;

// Raises how many files this process may have open to what it is allowed, and returns how many
// connections that leaves to each of so many listeners, beside what is open and what a store may
// still open; at least connections_min.
std::size_t make_room_for_connections(std::size_t listeners);

}  // namespace hence
