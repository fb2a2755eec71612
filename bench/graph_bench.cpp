// A decision graph of a million nodes and three million edges: paths and descendants, against
// SQLite's recursive queries on the same graph and a plain search in memory.
//
//     graph_bench [--nodes N] [--dir DIRECTORY]
//
// Prints a table of processor times, each the median of three. All three must find as much.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>

#include "hence/graph.h"
#include "hence/store.h"
#include "measured.h"
#include "must.h"
#include "store/directory.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seed = 20260223;
constexpr std::uint32_t edges_per_node = 3;
constexpr std::uint32_t reach = 2'000;  // How far an edge leads.
constexpr std::size_t batch_size = 20'000;
constexpr double once_ms = 5'000;  // What takes longer is asked once.

// By node, in the order of arrival. Every edge leads forward, so that paths are long.
using Adjacency = std::vector<std::vector<std::uint32_t>>;

Adjacency any_graph(std::uint32_t nodes) {
    std::mt19937_64 random(seed);
    Adjacency edges(nodes);
    for (std::uint32_t node = 0; node + 1 < nodes; ++node) {
        for (std::uint32_t i = 0; i < edges_per_node; ++i) {
            const std::uint32_t ahead = std::min(reach, nodes - 1 - node);
            edges[node].push_back(node + 1 + static_cast<std::uint32_t>(random() % ahead));
        }
    }
    return edges;
}

std::string name_of(std::uint32_t node) {
    return fmt::format("n{:07}", node);
}

class Loader {
public:
    explicit Loader(Store& store) : store_(store) {}

    void add(const std::string& id, std::string_view kind, const std::string& fields) {
        batch_.events.push_back({must(Event::parse(
            fmt::format(R"({{"id":"{}","kind":"{}","time":"2026-01-01T00:00:00Z","fields":{}}})",
                        id, kind, fields)))});
        if (batch_.events.size() == batch_size) {
            flush();
        }
    }

    void flush() {
        batch_.sync = false;
        must(store_.append(batch_));
        batch_.events.clear();
    }

private:
    Store& store_;
    Batch batch_;
};

void load(Store& store, const Adjacency& edges) {
    Loader loader(store);
    for (std::uint32_t node = 0; node < edges.size(); ++node) {
        loader.add("e-" + name_of(node), "graph_node",
                   fmt::format(R"({{"node":{{"id":"{}","type":"decision","label":"step {}"}}}})",
                               name_of(node), node));
    }
    for (std::uint32_t node = 0; node < edges.size(); ++node) {
        for (std::size_t i = 0; i < edges[node].size(); ++i) {
            loader.add(fmt::format("k-{}-{}", node, i), "graph_edge",
                       fmt::format(R"({{"edge":{{"from_id":"{}","to_id":"{}",)"
                                   R"("edge_type":"leads_to"}}}})",
                                   name_of(node), name_of(edges[node][i])));
        }
    }
    loader.flush();
}

class Sqlite {
public:
    Sqlite(const fs::path& file, const Adjacency& edges) {
        check(sqlite3_open(file.c_str(), &database_));
        run("PRAGMA journal_mode=WAL; PRAGMA cache_size=-262144; PRAGMA synchronous=OFF;"
            "CREATE TABLE nodes(id TEXT PRIMARY KEY, label TEXT) WITHOUT ROWID;"
            "CREATE TABLE edges(n INTEGER PRIMARY KEY, from_id TEXT, to_id TEXT);"
            "CREATE INDEX out ON edges(from_id, n, to_id); BEGIN;");
        for (std::uint32_t node = 0; node < edges.size(); ++node) {
            run(fmt::format("INSERT INTO nodes VALUES('{}','step {}')", name_of(node), node));
            for (const std::uint32_t to : edges[node]) {
                run(fmt::format("INSERT INTO edges(from_id,to_id) VALUES('{}','{}')", name_of(node),
                                name_of(to)));
            }
        }
        run("COMMIT; ANALYZE");
    }
    ~Sqlite() { sqlite3_close(database_); }
    Sqlite(const Sqlite&) = delete;
    Sqlite& operator=(const Sqlite&) = delete;

    std::size_t descendants(std::uint32_t from) {
        return number(fmt::format(
            "WITH RECURSIVE below(id) AS (SELECT '{}' UNION SELECT to_id FROM edges JOIN below ON "
            "from_id=id) SELECT count(*)-1 FROM below JOIN nodes USING(id)",
            name_of(from)));
    }
    // How many nodes the shortest path has: levels are all that one recursive query can say.
    std::size_t path(std::uint32_t from, std::uint32_t to, std::size_t longest) {
        return number(fmt::format(
            "WITH RECURSIVE below(id,level) AS (SELECT '{}',1 UNION SELECT to_id,level+1 FROM "
            "edges JOIN below ON from_id=id WHERE level<{} AND to_id<='{}') SELECT min(level) FROM "
            "below WHERE id='{}'",
            name_of(from), longest, name_of(to), name_of(to)));
    }

private:
    static void check(int status) {
        if (status != SQLITE_OK) {
            fail("sqlite");
        }
    }
    void run(const std::string& sql) {
        check(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr));
    }
    std::size_t number(const std::string& sql) {
        sqlite3_stmt* query = nullptr;
        check(sqlite3_prepare_v2(database_, sql.c_str(), -1, &query, nullptr));
        sqlite3_step(query);
        const auto value = static_cast<std::size_t>(sqlite3_column_int64(query, 0));
        sqlite3_finalize(query);
        return value;
    }

    sqlite3* database_ = nullptr;
};

// How many nodes lie below, or on the shortest path to `to`.
std::size_t plain(const Adjacency& edges, std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t> level(edges.size(), 0);
    std::vector<std::uint32_t> queue{from};
    level[from] = 1;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (queue[i] == to) {
            return level[to];
        }
        for (const std::uint32_t next : edges[queue[i]]) {
            if (level[next] == 0) {
                level[next] = level[queue[i]] + 1;
                queue.push_back(next);
            }
        }
    }
    return queue.size() - 1;
}

struct Measured {
    double ms;
    std::size_t found;
};

Measured measure(const std::function<std::size_t()>& ask) {
    std::vector<double> times;
    std::size_t found = 0;
    for (int i = 0; i < 3; ++i) {
        const double begin = process_seconds();
        found = ask();
        times.push_back((process_seconds() - begin) * 1000);
        if (times.back() > once_ms) {
            break;
        }
    }
    return {median(std::move(times)), found};
}

void print_row(std::string_view what, const Measured& ours, const Measured& sqlite,
               const Measured& memory) {
    fmt::print("| {} | {} | {:.2f} | {:.2f} | {:.2f} |\n", what, ours.found, ours.ms, sqlite.ms,
               memory.ms);
    if (ours.found != memory.found || sqlite.found != memory.found) {
        fail(fmt::format("found {}, {} and {}", ours.found, sqlite.found, memory.found));
    }
}

void run(std::uint32_t nodes, const fs::path& directory) {
    const Adjacency edges = any_graph(nodes);
    const double begin = process_seconds();
    const std::unique_ptr<Store> store = must(open_directory_store(directory / "store"));
    load(*store, edges);
    fmt::print("{} nodes, {} edges, recorded in {:.0f} s\n\n", nodes, nodes * edges_per_node,
               process_seconds() - begin);
    Sqlite sqlite(directory / "graph.sqlite", edges);
    fmt::print("| query | nodes | hence, ms | SQLite, ms | memory, ms |\n|---|--:|--:|--:|--:|\n");
    const auto path = [&](std::string_view what, std::uint32_t from, std::uint32_t to) {
        const Measured memory = measure([&] { return plain(edges, from, to); });
        const Measured theirs = measure([&] { return sqlite.path(from, to, memory.found); });
        const Measured ours = measure([&] {
            Graph graph(*store, {});
            return must(path_between(graph, {name_of(from), name_of(to)})).size();
        });
        print_row(what, ours, theirs, memory);
    };
    const auto below = [&](std::string_view what, std::uint32_t from) {
        const Measured memory = measure([&] { return plain(edges, from, nodes); });
        const Measured theirs = measure([&] { return sqlite.descendants(from); });
        const Measured ours = measure([&] {
            Graph graph(*store, {});
            return must(descendants(graph, {name_of(from)})).size();
        });
        print_row(what, ours, theirs, memory);
    };
    path("path, near", nodes / 2, edges[edges[nodes / 2][0]][0]);
    path("path, 10 hops or so", nodes / 2, std::min(nodes / 2 + 9 * reach, nodes - 1));
    path("path, long", nodes - std::min(nodes, 100'000U), nodes - 1);
    below("descendants, 1 %", nodes - nodes / 100);
    below("descendants, 10 %", nodes - nodes / 10);
}

}  // namespace
}  // namespace hence::bench

int main(int argc, char** argv) {
    std::uint32_t nodes = 1'000'000;
    std::filesystem::path directory = std::filesystem::temp_directory_path() / "graph-bench";
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view name = argv[i];
        if (name == "--nodes") {
            nodes = static_cast<std::uint32_t>(std::strtoul(argv[i + 1], nullptr, 10));
        } else if (name == "--dir") {
            directory = argv[i + 1];
        }
    }
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
    hence::bench::run(nodes, directory);
    std::filesystem::remove_all(directory);
    return 0;
}
