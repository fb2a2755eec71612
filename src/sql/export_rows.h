// The tables of SQL as lines, for a file that a client writes or brings up to date.
//
// The owner of a store and the file to be written are often in different processes or on different
// machines. So the rows travel as NDJSON, and sql/export_file.h puts them into the file:
//
//     {"tables":[{"name","columns":[{"name","type"}]}],"first":id or null,"last_seq":n}
//     {"delete":id}                      an event that stands in no answer any more
//     {"table":name,"row":[value...]}    a new row, or one that takes the place of an older one
//     {"links_of":id}                    the links of this effect follow
//     {"end":true}                       without this line something is missing
#pragma once

#include <cstdint>

#include "hence/query.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/store.h"

namespace hence {

struct ExportRowsRequest {
    EventQuery events = {};       // Its limit, `newest` and cursor play no part.
    std::uint64_t after_seq = 0;  // Only what is new since; 0: everything.
};

// Fails as query does.
Result<void> check_export_rows(const Store& store, ExportRowsRequest& request);
// Names in the request must be whole: check_export_rows sees to that.
Result<void> write_export_rows(const Store& store, const ExportRowsRequest& request,
                               const Sink& sink);

}  // namespace hence
