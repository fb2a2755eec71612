// Bidirectional breadth-first search. Two searches go towards each other, a level at a time, and
// the one with the smaller frontier advances: where each node leads to ten others, a path of six
// edges then costs two thousand nodes and not a million.
//
// Of several shortest paths, the answer is the one that a plain search from the start would find
// first: at each node, the first edge that lies on any shortest path. So once the searches meet,
// all nodes on shortest paths are marked, and the path is walked again from its start.
#include "graph/shortest_path.h"

#include <algorithm>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"

namespace hence {
namespace {

// One of the two searches.
struct Search {
    ByText<std::vector<std::string>> reached;  // And from where.
    Texts frontier;
};

class PathSearch {
public:
    PathSearch(Graph& graph, const PathAsked& asked) : graph_(graph), asked_(asked) {}

    Result<std::vector<std::string>> run() {
        begin(ahead_, asked_.from);
        begin(back_, asked_.to);
        while (meeting_.empty() && !ahead_.frontier.empty() && !back_.frontier.empty()) {
            const bool forward = ahead_.frontier.size() <= back_.frontier.size();
            TRY(forward ? advance(ahead_, back_, true) : advance(back_, ahead_, false));
        }
        if (meeting_.empty()) {
            return std::vector<std::string>();
        }
        mark_path(ahead_, true);
        mark_path(back_, false);
        return walk();
    }

private:
    static void begin(Search& search, const std::string& node) {
        search.reached[node];
        search.frontier.insert(node);
    }

    Result<std::vector<std::string>> next_of(const std::string& node, bool forward) {
        const std::vector<GraphEdge> edges =
            TRY(forward ? graph_.edges_out(node) : graph_.edges_in(node));
        std::vector<std::string> next;
        for (const GraphEdge& edge : edges) {
            if (asked_.edge_types.empty() ||
                std::ranges::find(asked_.edge_types, edge.type) != asked_.edge_types.end()) {
                next.push_back(forward ? edge.to_id : edge.from_id);
            }
        }
        return next;
    }

    // A level further. All ways that lead to a node of it are kept, and all nodes of it that the
    // other search has reached: these lie in the middle of the shortest paths.
    Result<void> advance(Search& search, const Search& other, bool forward) {
        Texts level;
        for (const std::string& node : search.frontier) {
            const std::vector<std::string> next = TRY(next_of(node, forward));
            for (const std::string& each : next) {
                if (!search.reached.contains(each)) {
                    level.insert(each);
                    search.reached[each].push_back(node);
                } else if (level.contains(each)) {
                    search.reached[each].push_back(node);
                }
            }
        }
        for (const std::string& node : level) {
            if (other.reached.contains(node)) {
                meeting_.push_back(node);
            }
        }
        search.frontier = std::move(level);
        return {};
    }

    // From the middle to one of the ends: each node with those that follow it on the way to `to`.
    void mark_path(const Search& search, bool forward) {
        Texts seen(meeting_.begin(), meeting_.end());
        std::vector<std::string> waiting = meeting_;
        while (!waiting.empty()) {
            const std::string node = std::move(waiting.back());
            waiting.pop_back();
            for (const std::string& each : search.reached.at(node)) {
                forward ? follows_[each].insert(node) : follows_[node].insert(each);
                if (seen.insert(each).second) {
                    waiting.push_back(each);
                }
            }
        }
    }

    Result<std::vector<std::string>> walk() {
        std::vector<std::string> path{asked_.from};
        while (path.back() != asked_.to) {
            const Texts& good = follows_[path.back()];
            const std::vector<std::string> next = TRY(next_of(path.back(), true));
            const auto first = std::ranges::find_if(
                next, [&good](const std::string& each) { return good.contains(each); });
            path.push_back(*first);
        }
        return path;
    }

    Graph& graph_;
    const PathAsked& asked_;
    Search ahead_;
    Search back_;
    std::vector<std::string> meeting_;
    ByText<Texts> follows_;
};

}  // namespace

Result<std::vector<std::string>> shortest_path(Graph& graph, const PathAsked& asked) {
    return PathSearch(graph, asked).run();
}

}  // namespace hence
