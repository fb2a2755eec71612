// The agents that write a document, Markdown, or records that only together make a step.
#include "formats/agents/agents_for_test.h"

namespace hence {
namespace {

const std::string stream_answer =
    R"({"type":"assistant","session_id":"s7","message":{"id":"m1","model":"c","content":[)"
    R"({"type":"thinking","thinking":"a dry hinge"}],"usage":{"input_tokens":1,)"
    R"("output_tokens":1}}})"
    "\n"
    R"({"type":"assistant","session_id":"s7","message":{"id":"m1","model":"c","content":[)"
    R"({"type":"tool_use","id":"c","name":"Task","input":{"command":"oil",)"
    R"("subagent_type":"smith"}}],)"
    R"("stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":9}}})"
    "\n";
const std::string stream =
    R"({"type":"system","subtype":"init","session_id":"s7","cwd":"/a"})"
    "\n"
    R"({"type":"user","session_id":"s7","message":{"content":"mend the gate"}})"
    "\n" +
    stream_answer;

TEST(ClaudeStream, LinesOfOneMessageAreOneAnswer) {
    EXPECT_EQ(read_agent("claude-stream", stream).unfinished.size(), 3U);
    const ReadText read = read_agent(
        "claude-stream",
        stream +
            R"({"type":"user","session_id":"s7","message":{"content":[{"type":"tool_result",)"
            R"("tool_use_id":"c","content":"oiled"}]}})"
            "\n"
            R"({"type":"result","subtype":"error_max_turns","session_id":"s7","is_error":true,)"
            R"("total_cost_usd":0.5})");
    expect_gate(read);
    ASSERT_EQ(read.of_kind("llm_call").size(), 1U);
    EXPECT_EQ(field(read.of_kind("llm_call")[0], "completion_tokens").raw(), "9");
    EXPECT_EQ(text_field(read.of_kind("session_end").at(0), "status"), "failure");
}

TEST(ClaudeStream, SubAgentHasALaneOfItsOwn) {
    const ReadText read = read_agent(
        "claude-stream",
        stream +
            R"({"type":"user","session_id":"s7","parent_tool_use_id":"c","message":{"content":)"
            R"([{"type":"text","text":"find oil"}]}})"
            "\n"
            R"({"type":"assistant","session_id":"s7","parent_tool_use_id":"c","message":)"
            R"({"id":"m2","model":"h","content":[{"type":"text","text":"found"}]}})"
            "\n"
            R"({"type":"user","session_id":"s7","message":{"content":[{"type":"tool_result",)"
            R"("tool_use_id":"c","content":"oiled"}]}})");
    const Event task = read.of_kind("delegation").at(0);
    EXPECT_EQ(task.agent(), "smith");
    EXPECT_EQ(text_field(task, "task"), "find oil");
    EXPECT_EQ(task.parent(), read.of_kind("tool_call").at(0).id());
    EXPECT_EQ(read.of_kind("llm_call").at(1).agent(), "smith");
    EXPECT_EQ(read.of_kind("llm_call").at(0).agent(), "claude");
    EXPECT_EQ(read.of_kind("session_start").size(), 1U);
}

TEST(ClaudeStream, ListOfMessagesIsTheSame) {
    EXPECT_EQ(choose_format({}, R"([{"type":"system","subtype":"init","session_id":"s"}])")->name,
              "claude-stream");
}

const std::string gemini_answer =
    R"({"id":"2","timestamp":"2026-01-01T00:00:02Z","type":"gemini","content":"I oil.",)"
    R"("model":"g",)"
    R"("thoughts":[{"description":"a dry hinge"}],"tokens":{"input":10,"output":2,"thoughts":3,)"
    R"("total":15},)"
    R"("toolCalls":[{"id":"c","name":"sh","args":{"command":"oil"},"status":"success","result":[)"
    R"({"functionResponse":{"response":{"output":"oiled"}}}],)"
    R"("timestamp":"2026-01-01T00:00:03Z"}]})";
const std::string gemini_prompt =
    R"({"id":"1","timestamp":"2026-01-01T00:00:01Z","type":"user","content":"mend the gate"})";

const std::string gemini_last =
    R"({"id":"3","timestamp":"2026-01-01T00:00:04Z","type":"gemini","content":"Quiet."})";

TEST(Gemini, Document) {
    const ReadText read =
        read_agent("gemini", R"({"sessionId":"s7","projectHash":"h","messages":[)" + gemini_prompt +
                                 "," + gemini_answer + "," + gemini_last + "]}");
    ASSERT_EQ(read.unfinished.size(), 1U);  // It may still get a call.
    expect_gate(read);
    const Event call = read.of_kind("llm_call")[0];
    EXPECT_EQ(field(call, "completion_tokens").raw(), "5");
    EXPECT_EQ(field(call, "total_tokens").raw(), "15");
    EXPECT_EQ(read.of_kind("tool_call")[0].duration_ms(), 1'000);
}

TEST(Gemini, DocumentThatGrowsTellsTheSameAgain) {
    const auto document = [](const std::string& updated, const std::string& messages) {
        return R"({"sessionId":"s7","projectHash":"h","lastUpdated":")" + updated +
               R"(","messages":[)" + messages + "]}";
    };
    const ReadText early = read_agent("gemini", document("1", gemini_prompt + "," + gemini_answer));
    const ReadText late = read_agent(
        "gemini", document("2", gemini_prompt + "," + gemini_answer + "," + gemini_last));
    ASSERT_EQ(early.events.size(), 1U);
    EXPECT_EQ(early.events[0].to_json(), late.events.at(0).to_json());
    EXPECT_EQ(early.unfinished.at(0).id(), late.events.at(1).id());
}

TEST(Gemini, MessageThatIsWrittenAgainIsOneMessage) {
    const std::string header = R"({"sessionId":"s7","projectHash":"h"})"
                               "\n";
    const std::string early =
        R"({"id":"2","timestamp":"2026-01-01T00:00:02Z","type":"gemini","content":""})"
        "\n";
    const std::string text =
        header + gemini_prompt + "\n" + early + R"({"$set":{"lastUpdated":"x"}})" + "\n";
    EXPECT_EQ(read_agent("gemini", text).unfinished.size(), 1U);
    const ReadText read = read_agent(
        "gemini",
        text + gemini_answer + "\n" +
            R"({"id":"3","timestamp":"2026-01-01T00:00:04Z","type":"info","content":"x"})");
    expect_gate(read);
    EXPECT_EQ(read.of_kind("llm_call").size(), 1U);
    EXPECT_EQ(read.of_kind("log").size(), 1U);
}

TEST(Gemini, StreamComesInPieces) {
    const ReadText read = read_agent(
        "gemini",
        R"({"type":"init","session_id":"s7","model":"g","timestamp":"2026-01-01T00:00:00Z"})"
        "\n"
        R"({"type":"message","role":"user","content":"mend the gate",)"
        R"("timestamp":"2026-01-01T00:00:01Z"})"
        "\n"
        R"({"type":"message","role":"assistant","content":"I ","delta":true,)"
        R"("timestamp":"2026-01-01T00:00:02Z"})"
        "\n"
        R"({"type":"message","role":"assistant","content":"oil.","delta":true,)"
        R"("timestamp":"2026-01-01T00:00:02Z"})"
        "\n"
        R"({"type":"tool_use","tool_name":"sh","tool_id":"c","parameters":{"command":"oil"},)"
        R"("timestamp":"2026-01-01T00:00:03Z"})"
        "\n"
        R"({"type":"tool_result","tool_id":"c","status":"success","output":"oiled",)"
        R"("timestamp":"2026-01-01T00:00:04Z"})"
        "\n"
        R"({"type":"result","status":"success","stats":{"total_tokens":9},)"
        R"("timestamp":"2026-01-01T00:00:05Z"})");
    EXPECT_EQ(kinds_of(read), "session_start llm_call tool_call session_end");
    EXPECT_EQ(text_field(read.events.at(1), "completion"), "I oil.");
    EXPECT_EQ(field(read.events.at(3), "total_tokens").raw(), "9");
}

TEST(Opencode, ExportedSession) {
    const ReadText read = read_agent(
        "opencode",
        R"({"info":{"id":"s7"},"messages":[{"info":{"id":"1","role":"user","time":)"
        R"({"created":1767225600000}},)"
        R"("parts":[{"type":"text","text":"mend the gate"}]},{"info":{"id":"2","role":"assistant",)"
        R"("modelID":"m","time":{"created":1767225601000},"tokens":{"input":1,"output":2,)"
        R"("reasoning":3,)"
        R"("cache":{"read":4,"write":0}},"cost":0.5},"parts":[{"type":"reasoning",)"
        R"("text":"a dry hinge"},)"
        R"({"type":"tool","callID":"c","tool":"sh","state":{"status":"completed","input":)"
        R"({"command":"oil"},)"
        R"("output":"oiled","time":{"start":1767225602000,"end":1767225603500}}}]}]})");
    expect_gate(read);
    const Event call = read.of_kind("llm_call")[0];
    EXPECT_EQ(field(call, "completion_tokens").raw(), "5");
    EXPECT_EQ(field(call, "total_tokens").raw(), "10");
    EXPECT_EQ(read.of_kind("tool_call")[0].duration_ms(), 1'500);
}

TEST(Opencode, FilesOfTheStorageHangTogether) {
    const ReadText part = read_agent(
        "opencode",
        R"({"id":"p1","sessionID":"s7","messageID":"m2","type":"tool","callID":"c","tool":"sh",)"
        R"("state":{"status":"completed","input":{"command":"oil"},"output":"no","metadata":)"
        R"({"exit":1},)"
        R"("time":{"start":1767225600000,"end":1767225601000}}})");
    const ReadText answer = read_agent(
        "opencode",
        R"({"id":"m2","sessionID":"s7","role":"assistant","parentID":"m1","modelID":"m",)"
        R"("time":{"created":1767225600000},"tokens":{"input":1,"output":2}})");
    const ReadText asked = read_agent(
        "opencode",
        R"({"id":"m1","sessionID":"s7","role":"user","time":{"created":1767225600000}})");
    ASSERT_EQ(answer.unfinished.size(), 1U);  // It says no end.
    EXPECT_EQ(part.events.at(0).parent(), answer.unfinished[0].id());
    EXPECT_EQ(answer.unfinished[0].parent(), asked.events.at(0).id());
    EXPECT_TRUE(failed_call(part.events[0]));
    EXPECT_EQ(part.events[0].duration_ms(), 1'000);
    EXPECT_EQ(asked.events[0].kind(), "prompt");
    const ReadText session = read_agent(
        "opencode",
        R"({"id":"s7","projectID":"p","directory":"/a","time":{"created":1767225600000}})");
    EXPECT_EQ(session.events.at(0).session(), "s7");
    const ReadText words = read_agent(
        "opencode", R"({"id":"p2","sessionID":"s7","messageID":"m1","type":"text","text":"hi"})");
    EXPECT_EQ(text_field(words.events.at(0), "text"), "hi");
    EXPECT_TRUE(read_agent("opencode",
                           R"({"id":"p3","sessionID":"s7","messageID":"m1","type":"step-start"})")
                    .events.empty());
}

TEST(Opencode, LinesOfARun) {
    const auto line = [](std::string_view part) {
        return R"({"type":"x","timestamp":1767225600000,"sessionID":"s7","part":)" +
               std::string(part) + "}\n";
    };
    const std::string open = line(R"({"id":"p1","type":"step-start"})") +
                             line(R"({"id":"p2","type":"text","text":"a"})");
    EXPECT_EQ(read_agent("opencode", open).unfinished.size(), 2U);
    const ReadText read = read_agent(
        "opencode",
        open +
            line(R"({"id":"p3","type":"tool","callID":"c","tool":"sh","state":{"status":"error",)"
                 R"("error":"no"}})") +
            line(R"({"id":"p4","type":"step-finish","reason":"stop","tokens":{"input":1,)"
                 R"("output":2}})"));
    EXPECT_EQ(kinds_of(read), "session_start llm_call tool_call");
    EXPECT_EQ(field(read.events.at(1), "total_tokens").raw(), "3");
    EXPECT_TRUE(failed_call(read.events.at(2)));
}

const std::string cline =
    R"([{"role":"user","content":[{"type":"text","text":"<task>\nmend the gate\n</task>"},)"
    R"({"type":"text","text":"<environment_details>x</environment_details>"}]},)"
    R"({"role":"assistant","content":[{"type":"thinking","thinking":"a dry hinge"},)"
    R"({"type":"tool_use",)"
    R"("id":"c","name":"sh","input":{"command":"oil"}}],"modelInfo":{"modelId":"m"},)"
    R"("metrics":{"tokens":{"prompt":1,"completion":2}}},)"
    R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"oiled"}]}])";

TEST(Cline, Conversation) {
    const ReadText read = read_agent("cline", cline);
    expect_gate(read);
    EXPECT_EQ(field(read.of_kind("llm_call")[0], "prompt_tokens").raw(), "1");
    EXPECT_TRUE(read.events[0].has(Flag::time_derived));
}

TEST(Cline, ResultsMayBePlainText) {
    const ReadText read = read_agent(
        "cline",
        R"([{"role":"user","content":"<task>a</task>"},{"role":"assistant","content":[)"
        R"({"type":"tool_use","id":"c","name":"sh","input":{}}]},{"role":"user","content":[)"
        R"({"type":"text","text":"[sh for 'x'] Result:\ny"},)"
        R"({"type":"text","text":"<feedback>more</feedback>"}]}])");
    EXPECT_EQ(kinds_of(read), "session_start llm_call tool_call prompt");
    EXPECT_EQ(text_field(read.events.at(2), "output"), "[sh for 'x'] Result:\ny");
    EXPECT_EQ(text_field(read.events.at(3), "text"), "more");
}

TEST(Cline, TimesComeFromThePanelBeside) {
    const std::string panel =
        R"([{"ts":1767225600000,"type":"say","say":"text","text":"mend the gate"},)"
        R"({"ts":1767225605000,"type":"say","say":"api_req_started",)"
        R"("text":"{\"tokensIn\":1,\"tokensOut\":2}"}])";
    const auto beside = [&](const std::string& name) -> std::optional<std::string> {
        return name == "ui_messages.json" ? panel : cline;
    };
    Batch batch;
    const auto reader = read_cline({.source = "t/api_conversation_history.json", .beside = beside});
    reader->take(cline, 1, batch);
    EXPECT_EQ(to_string(batch.events.at(0).event.time()), "2026-01-01T00:00:00.000Z");
    EXPECT_EQ(to_string(batch.events.at(1).event.time()), "2026-01-01T00:00:05.000Z");
    // The panel beside a conversation says nothing new; alone it tells what it can.
    Batch quiet;
    read_cline({.source = "t/ui_messages.json", .beside = beside})->take(panel, 1, quiet);
    EXPECT_TRUE(quiet.events.empty());
    EXPECT_EQ(kinds_of(read_agent("cline", panel)), "session_start llm_call");
}

TEST(Aider, ChatsOfAHistory) {
    const ReadText read = read_agent(
        "aider",
        "\n# aider chat started at 2026-01-01 09:00:00\n\n> Main model: gpt with diff  \n\n"
        "#### /add a.py  \n> Added a.py  \n\n#### mend the gate  \n#### please  \n\nI oil.\n\n"
        "#### Hinges\n> quoted\n>>>>>>> REPLACE\n\n"
        "> Tokens: 3.2k sent, 41 received. Cost: $0.01 message, $0.02 session.  \n"
        "> Applied edit to a.py  \n\n# aider chat started at 2026-01-02 09:00:00\n\n#### next  \n");
    EXPECT_EQ(kinds_of(read), "log command log session_start llm_call tool_call log");
    EXPECT_EQ(text_field(read.of_kind("session_start").at(0), "goal"), "mend the gate\nplease");
    const Event call = read.of_kind("llm_call").at(0);
    EXPECT_EQ(text_field(call, "model"), "gpt");
    EXPECT_EQ(text_field(call, "completion"), "I oil.\n\n#### Hinges\n> quoted\n>>>>>>> REPLACE");
    EXPECT_EQ(field(call, "prompt_tokens").raw(), "3200");
    EXPECT_EQ(field(call, "cost_usd").raw(), "0.01");
    EXPECT_EQ(field(read.of_kind("tool_call").at(0), "input").raw(), R"({"path":"a.py"})");
    EXPECT_EQ(call.session(), "aider-2026-01-01T09:00:00Z");
    ASSERT_EQ(read.unfinished.size(), 1U);
    EXPECT_EQ(read.unfinished[0].session(), "aider-2026-01-02T09:00:00Z");
}

TEST(Aider, CommandsRepliesAndCommits) {
    const ReadText read =
        read_agent("aider",
                   "# aider chat started at 2026-01-01 09:00:00\n\n#### oil it  \n\nI oil.\n\n"
                   "> Running oil lower  \n> Commit 1234 oil  \n\n"
                   "#### Add file to the chat? (Y)es/(N)o [Yes]: skip  \n\n");
    EXPECT_EQ(kinds_of(read), "session_start llm_call tool_call tool_call log decision");
    EXPECT_EQ(field(read.events.at(2), "input").raw(), R"({"command":"oil lower"})");
    EXPECT_EQ(text_field(read.events.at(5), "chosen"), "skip");
}

TEST(Threads, Amp) {
    expect_gate(read_agent(
        "amp",
        R"({"v":1,"id":"T-7","messages":[{"role":"user","content":[{"type":"text",)"
        R"("text":"mend the gate"}],)"
        R"("meta":{"sentAt":1767225600000}},{"role":"assistant","content":[{"type":"thinking",)"
        R"("thinking":"a dry hinge"},{"type":"tool_use","id":"c","name":"sh","input":)"
        R"({"command":"oil"}}],)"
        R"("usage":{"model":"m","inputTokens":1}},{"role":"user","content":[{"type":"tool_result",)"
        R"("toolUseID":"c","run":{"status":"done","result":"oiled"}}]}]})"));
}

TEST(Threads, GooseAsLinesAndAsADocument) {
    const std::string messages[] = {
        R"({"role":"user","created":1767225600,"content":[{"type":"text",)"
        R"("text":"mend the gate"}]})",
        R"({"role":"assistant","created":1767225601,"content":[{"type":"thinking",)"
        R"("thinking":"a dry hinge"},)"
        R"({"type":"toolRequest","id":"c","toolCall":{"status":"success","value":{"name":"sh",)"
        R"("arguments":{"command":"oil"}}}}]})",
        R"({"role":"user","created":1767225602,"content":[{"type":"toolResponse","id":"c",)"
        R"("toolResult":)"
        R"({"status":"success","value":[{"type":"text","text":"oiled"}]}}]})"};
    expect_gate(
        read_agent("goose", R"({"id":"s","working_dir":"/a","description":"d","message_count":3})"
                            "\n" +
                                messages[0] + "\n" + messages[1] + "\n" + messages[2]));
    expect_gate(
        read_agent("goose", R"({"id":"s","working_dir":"/a","description":"d","conversation":[)" +
                                messages[0] + "," + messages[1] + "," + messages[2] + "]}"));
}

TEST(Threads, Hermes) {
    const ReadText read = read_agent(
        "hermes", R"({"session_id":"s","model":"m","platform":"cli",)"
                  R"("session_start":"2026-01-01T00:00:00Z","messages":[)"
                  R"({"role":"user","content":"mend the gate"},{"role":"assistant","content":"",)"
                  R"("reasoning_content":)"
                  R"("a dry hinge","tool_calls":[{"id":"c","function":{"name":"sh",)"
                  R"("arguments":"{\"command\":\"oil\"}"}}]},)"
                  R"({"role":"tool","content":"oiled","tool_call_id":"c"},7]})");
    EXPECT_EQ(read.refused.size(), 1U);
    EXPECT_EQ(kinds_of(read), "session_start llm_call thought tool_call");
    EXPECT_EQ(text_field(read.of_kind("llm_call")[0], "model"), "m");
}

const std::string crush_rows =
    R"({"id":"m1","session_id":"s","role":"user","parts":"[{\"type\":\"text\",\"data\":)"
    R"({\"text\":\"mend the gate\"}}]","model":null,"created_at":1772355601})"
    "\n"
    R"({"id":"m2","session_id":"s","role":"assistant","parts":"[{\"type\":\"reasoning\",)"
    R"(\"data\":{\"thinking\":\"a dry hinge\"}},{\"type\":\"tool_call\",\"data\":)"
    R"({\"id\":\"c\",\"name\":\"bash\",\"input\":\"{\\\"command\\\":\\\"oil\\\"}\"}},)"
    R"({\"type\":\"finish\",\"data\":{\"reason\":\"tool_use\"}}]","model":"c",)"
    R"("created_at":1772355602000})"
    "\n"
    R"({"id":"m3","session_id":"s","role":"tool","parts":"[{\"type\":\"tool_result\",)"
    R"(\"data\":{\"tool_call_id\":\"c\",\"content\":\"oiled\",\"is_error\":true}}]",)"
    R"("created_at":1772355603})";

TEST(Crush, RowsOfItsMessagesAreATranscript) {
    const ReadText read = read_agent("crush", crush_rows);
    expect_gate(read);
    EXPECT_EQ(to_string(read.of_kind("session_start")[0].time()), "2026-03-01T09:00:01.000Z");
    EXPECT_EQ(to_string(read.of_kind("llm_call")[0].time()), "2026-03-01T09:00:02.000Z");
    EXPECT_EQ(text_field(read.of_kind("llm_call")[0], "finish_reason"), "tool_use");
    EXPECT_EQ(text_field(read.of_kind("tool_call")[0], "status"), "error");
}

const std::string zed_thread =
    R"({"title":"Gate","messages":[{"User":{"id":"u","content":[{"Text":"mend the gate"}]}},)"
    R"({"Agent":{"content":[{"Thinking":{"text":"a dry hinge","signature":null}},)"
    R"({"ToolUse":{"id":"c","name":"terminal","raw_input":"{}","input":{"command":"oil"}}}],)"
    R"("tool_results":{"c":{"tool_use_id":"c","tool_name":"terminal","is_error":false,)"
    R"("content":{"Text":"oiled"},"output":null}}}},"Resume"],)"
    R"("updated_at":"2026-03-01T09:00:00Z","model":{"provider":"p","model":"c"},)"
    R"("version":"0.3.0"})";

TEST(Zed, AThreadIsADocumentOrARow) {
    const ReadText read = read_agent("zed", zed_thread);
    expect_gate(read);
    EXPECT_EQ(text_field(read.of_kind("llm_call")[0], "model"), "c");
    EXPECT_EQ(text_field(read.of_kind("tool_call")[0], "status"), "ok");
    std::string data;
    append_token(data, zed_thread);
    const std::string row = R"({"id":"t","summary":"Gate","updated_at":"2026-03-01T09:00:00Z",)";
    expect_gate(read_agent("zed", row + R"("data_type":"json","data":)" + data + "}"));
    EXPECT_EQ(read_agent("zed", row + R"("data_type":"zstd","data":"AAAA"})").refused.size(), 1U);
}

}  // namespace
}  // namespace hence
