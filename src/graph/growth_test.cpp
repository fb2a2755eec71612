// Graphs that drive one thing up with the number of events: what takes many events to find out is
// found out once.
#include <gtest/gtest.h>

#include "hence/graph.h"
#include "store/common/counting_store_for_test.h"

namespace hence {
namespace {

constexpr double linear_max = 6;

std::string node(int number) {
    return fmt::format("'node':{{'id':'n{}','type':'decision','label':'l'}}", number);
}

std::string edge(int number, int from, int to, std::string_view type = "leads_to") {
    return fmt::format("'edge':{{'id':'x{}','from_id':'n{}','to_id':'n{}','edge_type':'{}'}}",
                       number, from, to, type);
}

std::size_t edges_in(Store& store) {
    Graph graph(store, {});
    std::size_t count = 0;
    EXPECT_TRUE(graph.each_edge([&count](const GraphEdge&) -> Result<void> {
        ++count;
        return {};
    }));
    return count;
}

TEST(GraphGrowth, EdgesThatAllGoByOneId) {
    const auto grow = [](int i, int) {
        return i % 2 == 0 ? Grown{.kind = "graph_node", .fields = node(i)}
                          : Grown{.kind = "graph_edge", .fields = edge(0, 0, i - 1)};
    };
    const auto ask = [](Store& store, int) { EXPECT_EQ(edges_in(store), 1U); };
    EXPECT_LT(reads_growth(100, grow, ask), linear_max);
}

TEST(GraphGrowth, ANodeThatIsChangedWheneverAnEdgeIsPutToIt) {
    const auto grow = [](int i, int) {
        return i % 3 == 0   ? Grown{.kind = "graph_node", .fields = node(i)}
               : i % 3 == 1 ? Grown{.kind = "graph_edge", .fields = edge(i, i - 1, 0)}
                            : Grown{.kind = "graph_update",
                                    .fields = fmt::format("'id':'n0','set':{{'label':'{}'}}", i)};
    };
    const auto ask = [](Store& store, int events) {
        Graph graph(store, {});
        for (int i = 0; i < events; i += 3) {
            EXPECT_EQ(graph.node("n0").take()->label, std::to_string(events - events % 3 - 1));
        }
    };
    EXPECT_LT(reads_growth(99, grow, ask), linear_max);
}

TEST(GraphGrowth, OneThatMuchLeadsToAndThatSupersedesMany) {
    const auto grow = [](int i, int events) {
        const int half = events / 2;
        if (i < half) {
            return i % 2 == 0 ? Grown{.kind = "graph_node", .fields = node(i)}
                              : Grown{.kind = "graph_edge", .fields = edge(i, i - 1, 0)};
        }
        return i == half ? Grown{.kind = "graph_edge", .fields = edge(i, 2, 0, "supersedes")}
                         : Grown{.kind = "graph_edge",
                                 .fields = edge(i, 0, 4 + (i - half) / 2 * 2, "supersedes")};
    };
    const auto ask = [](Store& store, int events) {
        // All but those whose other end was never added.
        EXPECT_GT(edges_in(store), static_cast<std::size_t>(events / 2));
    };
    EXPECT_LT(reads_growth(100, grow, ask), linear_max);
}

// Each node once for itself and once for its edges, and a read that says that there is no more.
TEST(GraphGrowth, WhatANodeLeadsToIsReadOnce) {
    CountingStore store;
    std::vector<std::string> lines;
    constexpr int nodes = 200;
    for (int i = 0; i < nodes; ++i) {
        lines.push_back(grown_line(i, {.kind = "graph_node", .fields = node(i)}));
    }
    for (int i = 1; i < nodes; ++i) {
        const std::string ends = fmt::format("'from_id':'n{}','to_id':'n{}'", i - 1, i);
        lines.push_back(grown_line(
            nodes + i, {.kind = "graph_edge",
                        .fields = fmt::format("'edge':{{{},'edge_type':'leads_to'}}", ends)}));
    }
    store.record(lines);
    const std::uint64_t before = store.reads();
    Graph graph(store, {});
    EXPECT_EQ(descendants(graph, {.node = "n0"}).take().size(), nodes - 1U);
    EXPECT_LE(store.reads() - before, 6U * nodes + 6U);
}

}  // namespace
}  // namespace hence
