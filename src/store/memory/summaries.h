// The summary rows of the memory store: counts and names of each session, run, agent and
// correlation.
//
// Rows are kept twice: by name, and in a set ordered by when they begin, newest first. A row leaves
// the set before it changes and enters it again afterwards, because the order depends on the row.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hence/store.h"
#include "model/keys.h"

namespace hence {

// Not safe for threads: its owner locks.
class MemorySummaries {
public:
    // Adds an event, which has its seq, to every row that it belongs to.
    void count(const Event& stored);
    // Takes an event back that another one completes.
    void take_back(const Event& stored);

    // Each as the call of Store that answers with it. Of a space without rows there is nothing.
    std::vector<Summary> list(Space space, const Summary* after, std::size_t limit) const;
    std::optional<Summary> find(Space space, std::string_view id, std::string_view session) const;
    std::vector<Summary> rows_of_run(std::string_view run) const;
    std::vector<std::string> runs_of(std::string_view session) const;
    std::vector<std::string> names_like(Space space, std::string_view part,
                                        std::size_t limit) const;

private:
    using Name = std::pair<std::string, std::string>;  // The id, and of a run its session.

    struct Row {
        Summary summary;
        std::map<std::string, std::uint64_t> failed_calls;  // How many events tell of each.
    };

    struct NewestFirst {
        bool operator()(const Summary* a, const Summary* b) const;
    };

    struct Table {
        std::map<Name, Row> rows;
        std::set<const Summary*, NewestFirst> newest;  // Points into rows, whose places are stable.
    };

    void add(Space space, Name name, const SummaryPart& part);
    void take_back(Space space, const Name& name, const Summary& counted,
                   const std::string& failed_call);
    const Table* table(Space space) const;

    std::map<Space, Table> tables_;
    std::map<std::string, std::set<std::string>, std::less<>> runs_;  // By session.
};

// Whether `name` begins or ends with `part`.
bool is_like(std::string_view name, std::string_view part);

}  // namespace hence
