// A small agent that records what it does, and is then asked why: agent [STORE], a directory or
// memory:.
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

#include <hence/hence.h>

namespace {

// The child knows nothing of its parent but what it was handed: here as a thread, with the same
// text it could be another process.
void review(const hence::Recorder& recorder, const std::string& handed) {
    const hence::Result<hence::Handoff> handoff = hence::Handoff::parse(handed);
    if (!handoff) {
        return;
    }
    const hence::Scope review = recorder.resume(*handoff);
    review.thought("one test runner is enough").log("info", "nothing to object to");
}

// Returns the id of the decision.
std::string choose_test_runner(const hence::Recorder& recorder) {
    const hence::Scope run = recorder.session("setup").run("first");
    const hence::Step start = run.session_start("choose a test runner");

    const hence::Step asked = start.llm_call({.model = "some-model",
                                              .prompt_tokens = 900,
                                              .completion_tokens = 300,
                                              .completion = hence::Value::text("I look first."),
                                              .call_ids = {"call_1"},
                                              .also = {.duration_ms = 350}});

    hence::Call read = asked.tool_call({.tool_name = "Read",
                                        .input = hence::Value::json(R"({"path":"package.json"})"),
                                        .call_id = "call_1",
                                        .rationale = {.why = "the build may decide it"}});
    const hence::Step seen = read.result(hence::Value::json(R"({"devDependencies":{"vite":"8"}})"));

    const hence::Step decision =
        seen.decision({.description = "use vitest or jest",
                       .decision_type = "tooling",
                       .chosen = "vitest",
                       .rationale = {.why = "shares the build with vite",
                                     .refs = {std::string(seen.id())},
                                     .alternatives = {{"jest", "a second configuration"}},
                                     .confidence = 0.9},
                       .new_correlation = true});

    const hence::Step child = decision.delegate("reviewer", "review the choice");
    std::thread(review, std::cref(recorder), child.handoff().to_string()).join();

    const hence::Step outcome =
        decision.outcome(decision.id(), hence::Verdict::correct, "tests run in 2 s");
    outcome.session_end(hence::Ending::success);
    return std::string(decision.id());
}

hence::Result<void> print(std::string_view piece) {
    std::fwrite(piece.data(), 1, piece.size(), stdout);
    return {};
}

hence::Result<void> ask(const hence::Store& store, const std::string& decision) {
    const hence::Result<hence::Tree> tree = hence::tree(store, {.session = "setup", .steps = true});
    if (!tree) {
        return tree.error();
    }
    if (const auto printed = hence::write_text(*tree, store, print); !printed) {
        return printed;
    }
    const hence::Result<hence::Explanation> why = hence::explain(store, {.event = decision});
    if (!why) {
        return why.error();
    }
    std::puts("");
    return hence::write_text(*why, store, print);
}

}  // namespace

int main(int count, char** arguments) {
    auto opened =
        hence::open_store(count > 1 ? arguments[1] : "memory:", {.name = "embed example"});
    if (!opened) {
        std::fprintf(stderr, "agent: %s; %s\n", opened.error().message.c_str(),
                     opened.error().hint.c_str());
        return 3;
    }
    bool all_recorded = true;
    const hence::Recorder recorder(
        **opened, {.agent = "coder", .on_error = [&](const hence::Error& error) {
                       std::fprintf(stderr, "agent: not recorded: %s\n", error.message.c_str());
                       all_recorded = false;
                   }});
    const std::string decision = choose_test_runner(recorder);
    const hence::Result<void> answered = ask(**opened, decision);
    if (!answered) {
        std::fprintf(stderr, "agent: %s\n", answered.error().message.c_str());
    }
    return answered && all_recorded ? 0 : 1;
}
