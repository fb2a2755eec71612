// Tells stories for context graphs and reads the graphs back in few words. For tests only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/context.h"
#include "views/testing/story_for_test.h"

namespace hence {

class ContextTest : public StoryTest {
protected:
    ContextGraph graph(const ContextRequest& request = {"s1"}) {
        Result<ContextGraph> answer = context(store(), request);
        EXPECT_TRUE(answer) << answer.error().message;
        return std::move(answer).take();
    }

    // "id label" of each thought, in order.
    std::string thoughts(const ContextRequest& request = {"s1"}) {
        return named(graph(request), DrawnType::thought);
    }

    static std::string named(const ContextGraph& answer, DrawnType type) {
        std::vector<std::string> said;
        for (const ContextNode& node : answer.nodes) {
            if (node.type == type) {
                said.push_back(
                    fmt::format("{} {}{}", node.id, node.label, node.synthesized ? "*" : ""));
            }
        }
        return fmt::format("{}", fmt::join(said, "; "));
    }

    static std::string edges(const ContextGraph& answer, std::string_view label) {
        std::vector<std::string> said;
        for (const ContextEdge& edge : answer.edges) {
            if (edge.label == label) {
                said.push_back(fmt::format("{}>{}", edge.from, edge.to));
            }
        }
        return fmt::format("{}", fmt::join(said, " "));
    }

    static const ContextNode& node(const ContextGraph& answer, std::string_view id) {
        for (const ContextNode& each : answer.nodes) {
            if (each.id == id) {
                return each;
            }
        }
        ADD_FAILURE() << "no node " << id;
        return answer.nodes.front();
    }

    void tell_model(std::string_view id, std::string_view completion, std::string_view rest = "") {
        tell(
            fmt::format("'id':'{}','kind':'llm_call','run':'r1'{},"
                        "'fields':{{'model':'m','total_tokens':7,'completion':'{}'}}",
                        id, rest, completion));
    }

    void tell_call(std::string_view id, std::string_view fields, std::string_view rest = "") {
        tell(
            fmt::format("'id':'{}','kind':'tool_call','run':'r1'{},"
                        "'fields':{{'tool_name':'Read'{}}}",
                        id, rest, fields));
    }

    void tell_thought(std::string_view id, std::string_view text, std::string_view rest = "") {
        tell(fmt::format("'id':'{}','kind':'thought','run':'r1'{},'fields':{{'text':'{}'}}", id,
                         rest, text));
    }
};

}  // namespace hence
