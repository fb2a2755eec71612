// Records of Reactive Agents traces, for tests.
#pragma once

#include <string>

#include "formats/common/read_for_test.h"
#include "formats/reactive_agents/reactive_agents.h"

namespace hence {

// A record of run r at the given millisecond.
inline std::string trace_record(const std::string& kind, int at, const std::string& members = "",
                                const std::string& run = "r") {
    return R"({"kind":")" + kind + R"(","runId":")" + run + R"(","timestamp":)" +
           std::to_string(at) + R"(,"iter":1,"seq":)" + std::to_string(at) +
           (members.empty() ? "" : "," + members) + "}\n";
}

inline ReadText read_trace(const std::string& text) {
    return read_whole(read_reactive_agents, text);
}

inline std::string exchange_record(int at, const std::string& content,
                                   const std::string& calls = "") {
    return trace_record("llm-exchange", at,
                        R"("response":{"content":")" + content + "\"" +
                            (calls.empty() ? "" : R"(,"toolCalls":)" + calls) + "}");
}

inline std::string rationale_block(const std::string& number, const std::string& why) {
    return "<rationale call=" + number + R"(>{\"why\":\")" + why + R"(\"}</rationale>)";
}

}  // namespace hence
