// What every file of routes includes: the row of a route, and the table that such a file gives.
//
// A file of routes has its handlers, the rows that name them, and what is said of each row. A
// handler translates: parameters become a request of a view, and the view's answer becomes a
// Response. It holds no rules of its own, or the library and the API would differ.
#pragma once

#include <span>
#include <vector>

#include "server/router/router.h"

namespace hence {

// The routes of one file, with everything that is said of them.
struct RouteTable {
    std::vector<Route> rows;
    std::span<const SchemaText> schemas = {};  // Of answers that no other file has.
};

// All of them. A new file of routes is added to the list in routes.cpp, and nowhere else.
const std::vector<RouteTable>& route_tables();

}  // namespace hence
