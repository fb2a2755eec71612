// Lines of a Codex rollout, for tests.
#pragma once

#include <string>
#include <string_view>

#include "formats/codex/codex.h"
#include "formats/common/read_for_test.h"

namespace hence {

// At that second of a minute.
inline std::string codex_line(int second, std::string_view type, std::string_view payload) {
    const std::string two = second < 10 ? "0" + std::to_string(second) : std::to_string(second);
    return R"({"timestamp":"2026-03-01T10:00:)" + two + R"(.000Z","type":")" + std::string(type) +
           R"(","payload":)" + std::string(payload) + "}\n";
}

inline std::string codex_meta(std::string_view more = "") {
    return codex_line(0, "session_meta",
                      R"({"id":"th","timestamp":"2026-03-01T10:00:00.000Z","cwd":"/w")" +
                          std::string(more) + "}");
}

inline std::string codex_item(int second, std::string_view members) {
    return codex_line(second, "response_item", "{" + std::string(members) + "}");
}

inline std::string codex_event(int second, std::string_view members) {
    return codex_line(second, "event_msg", "{" + std::string(members) + "}");
}

inline std::string codex_asked(int second, std::string_view text) {
    return codex_event(second, R"("type":"user_message","message":")" + std::string(text) + "\"");
}

inline std::string codex_said(int second, std::string_view text) {
    return codex_item(second, R"("type":"message","role":"assistant","content":[{"type":)"
                              R"("output_text","text":")" +
                                  std::string(text) + "\"}]");
}

inline std::string codex_call(int second, std::string_view id, std::string_view name = "shell") {
    return codex_item(second, R"("type":"function_call","name":")" + std::string(name) +
                                  R"(","arguments":"{\"command\":\"ls\"}","call_id":")" +
                                  std::string(id) + "\"");
}

inline std::string codex_result(int second, std::string_view id, std::string_view output) {
    return codex_item(second, R"("type":"function_call_output","call_id":")" + std::string(id) +
                                  R"(","output":")" + std::string(output) + "\"");
}

// `total` is what all calls up to here used up.
inline std::string codex_usage(int second, int last, int total) {
    return codex_event(second,
                       R"("type":"token_count","info":{"total_token_usage":{)"
                       R"("total_tokens":)" +
                           std::to_string(total) + R"(},"last_token_usage":{"input_tokens":)" +
                           std::to_string(last - 1) + R"(,"output_tokens":1,"total_tokens":)" +
                           std::to_string(last) + "}}");
}

inline ReadText read_rollout(const std::string& text) {
    return read_whole(read_codex, text);
}

}  // namespace hence
