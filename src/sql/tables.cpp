#include "sql/tables.h"

#include "sql/event_table.h"
#include "sql/link_table.h"
#include "sql/summary_table.h"

namespace hence {

std::vector<std::unique_ptr<sqlite::Table>> sql_tables(const Store& store, Sessions& sessions) {
    std::vector<std::unique_ptr<sqlite::Table>> tables;
    for (const EventTableText& text : event_tables()) {
        tables.push_back(event_table(text, store, sessions));
    }
    tables.push_back(link_table(store, sessions));
    for (const Space space : {Space::session, Space::run, Space::agent, Space::correlation}) {
        tables.push_back(summary_table(space, store, sessions));
    }
    return tables;
}

}  // namespace hence
