// Asks for maps and reads them back in few words. For tests only.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/map.h"
#include "views/context/context_for_test.h"

namespace hence {

class MapTest : public ContextTest {
protected:
    SessionMap map(const MapRequest& request = {"s1"}) {
        Result<SessionMap> answer = session_map(store(), request);
        EXPECT_TRUE(answer) << answer.error().message;
        return answer ? std::move(answer).take() : SessionMap();
    }

    // "id(id id) id" by what hangs under what.
    static std::string shape(const SessionMap& answer) {
        std::string said;
        std::uint32_t level = 1;
        for (const MapNode& node : answer.nodes) {
            for (; level < node.level; ++level) {
                said += '(';
            }
            for (; level > node.level; --level) {
                said += ')';
            }
            said += said.empty() || said.back() == '(' ? "" : " ";
            said += node.id;
            said += node.hidden > 0 && node.type != DrawnType::stack ? "+" : "";
        }
        for (; level > 1; --level) {
            said += ')';
        }
        return said;
    }

    static const MapNode& node(const SessionMap& answer, std::string_view id) {
        for (const MapNode& each : answer.nodes) {
            if (each.id == id) {
                return each;
            }
        }
        ADD_FAILURE() << "no node " << id << " in " << shape(answer);
        return answer.nodes.front();
    }

    static std::string edge(const SessionMap& answer, std::string_view from, std::string_view to) {
        std::string said;
        for (const MapEdge& each : answer.edges) {
            if (each.from == from && each.to == to) {
                said += fmt::format("{}{} {} {}", said.empty() ? "" : "; ", each.label,
                                    to_string(each.provenance), each.count);
            }
        }
        return said;
    }

    // Turns m0, m1, ... with so many calls each.
    void tell_turns(int turns, int calls) {
        std::vector<std::string> all;
        for (int turn = 0; turn < turns; ++turn) {
            all.push_back(
                fmt::format("'id':'m{0}','kind':'llm_call','run':'r1','agent':'a',"
                            "'fields':{{'model':'m','completion':'say {0}','total_tokens':2}}",
                            turn));
            for (int call = 0; call < calls; ++call) {
                all.push_back(fmt::format(
                    "'id':'t{0}.{1}','kind':'tool_call','run':'r1','agent':'a','parent':'m{0}',"
                    "'fields':{{'tool_name':'{2}','output':'x'}}",
                    turn, call, call % 3 == 0 ? "Bash" : "Read"));
            }
        }
        tell_all(all);
    }
};

}  // namespace hence
