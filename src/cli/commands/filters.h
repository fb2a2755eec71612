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

// Of events, where they are listed or searched.
struct EventFilters : Filters {
    std::string correlation;
    std::string kinds;
    std::string where;
    std::string text;
};

// Of sessions and runs, where these are listed or compared. What each option means there is said by
// the command.
struct RowFilters {
    std::string agent;
    std::string kind;
    std::string from;
    std::string to;
    std::string correlation;
    std::string text;
    bool errors = false;
};

void add_filters(Parser& command, Filters& filters);
void add_event_filters(Parser& command, EventFilters& filters);
void with(Request& request, const Filters& filters);
void with(Request& request, const EventFilters& filters);
void with(Request& request, const RowFilters& filters);

}  // namespace hence
