// A decision graph for tests, told event by event and read back in few words. For tests only.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "hence/graph.h"
#include "hence/graph_writer.h"
#include "hence/store.h"

namespace hence {

// Ids of events count up from e1; they happen a second after the other, unless a second is told.
class GraphLog : public testing::Test {
protected:
    // JSON is told with ' for ".
    static std::string json(std::string_view text) {
        std::string spelled(text);
        for (char& c : spelled) {
            c = c == '\'' ? '"' : c;
        }
        return spelled;
    }

    static std::string time_at(int second) {
        return fmt::format("2026-02-23T{:02}:{:02}:{:02}Z", 10 + second / 3600, second / 60 % 60,
                           second % 60);
    }

    std::string tell(std::string_view kind, std::string_view fields) {
        return tell_at(++second_, kind, fields);
    }

    std::string tell_at(int second, std::string_view kind, std::string_view fields) {
        const std::string id = fmt::format("e{}", ++told_);
        const Result<Event> event =
            Event::parse(fmt::format(R"({{"id":"{}","kind":"{}","time":"{}","fields":{{{}}}}})", id,
                                     kind, time_at(second), json(fields)));
        EXPECT_TRUE(event) << event.error().message;
        Batch batch;
        batch.events.push_back({*event});
        const Result<Receipt> receipt = store_->append(batch);
        EXPECT_TRUE(receipt && receipt->accepted == 1) << id;
        return id;
    }

    void node(std::string_view id, std::string_view type = "decision") {
        tell("graph_node",
             fmt::format("'node':{{'id':'{}','type':'{}','label':'{}'}}", id, type, id));
    }

    void edge(std::string_view from, std::string_view to, std::string_view type = "leads_to") {
        tell("graph_edge", fmt::format("'edge':{{'from_id':'{}','to_id':'{}','edge_type':'{}'}}",
                                       from, to, type));
    }

    void supersede(std::string_view older, std::string_view newer) {
        tell("graph_supersede", fmt::format("'old_id':'{}','new_id':'{}'", older, newer));
    }

    Graph graph(GraphAt at = {}) { return Graph(*store_, std::move(at)); }
    Graph graph_at(int second) { return Graph(*store_, {.as_of = *parse_time(time_at(second))}); }

    // "a b", or what went wrong.
    static std::string ids(const Result<std::vector<GraphNode>>& nodes) {
        if (!nodes) {
            return nodes.error().message;
        }
        std::vector<std::string> names;
        for (const GraphNode& each : *nodes) {
            names.push_back(each.id);
        }
        return fmt::format("{}", fmt::join(names, " "));
    }

    // "a-chosen->b c-leads_to->d"
    static std::string lines(const Result<std::vector<GraphEdge>>& edges) {
        if (!edges) {
            return edges.error().message;
        }
        std::vector<std::string> names;
        for (const GraphEdge& each : *edges) {
            names.push_back(
                fmt::format("{}-{}->{}", each.from_id, to_string(each.type), each.to_id));
        }
        return fmt::format("{}", fmt::join(names, " "));
    }

    // "active", or "gone".
    std::string status(std::string_view id) {
        Graph now = graph();
        const Result<std::optional<GraphNode>> found = now.node(id);
        EXPECT_TRUE(found);
        return found && *found ? std::string(to_string((*found)->status)) : "gone";
    }

    std::unique_ptr<Store> store_ = open_memory_store();
    int told_ = 0;
    int second_ = 0;
};

}  // namespace hence
