// The options by which several commands choose events. They are checked where they are used.
#pragma once

#include <string>

#include "cli/console/parser.h"
#include "server/wire/http.h"

namespace hence {

struct Filters {
    std::string agent;
    std::string session;
    std::string run;
    std::string from;
    std::string to;
};

void add_filters(Parser& command, Filters& filters);
void with(Request& request, const Filters& filters);

}  // namespace hence
