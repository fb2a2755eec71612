// Records what an agent does as it does it, from inside its own process.
//
//     hence::Recorder recorder(store, {.agent = "coder"});
//     const hence::Scope run = recorder.session("s1").run("r1");
//     const hence::Step asked = run.llm_call({.model = "m"});
//     hence::Call call = asked.tool_call("Read", hence::Value::json(R"({"path":"/a"})"));
//     call.result(hence::Value::text("data"));
//
// A scope is a place in the record: agent, session, run, correlation, and the event that all that
// is recorded in it happens because of. Whatever is recorded is itself a scope, for what follows
// from it. Scopes are immutable values: copy them, keep them, pass them to other threads. There is
// no current scope, and nothing is kept per thread.
//
// Nothing here throws or ends the host. A recording that fails (the disk is full, JSON is broken)
// says so in its Step and to RecorderOptions::on_error, and the Step stays usable: it keeps the id
// that it would have had, so what is recorded beneath names a parent that is missing, and every
// answer says so.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hence/entries.h"
#include "hence/event.h"
#include "hence/handoff.h"
#include "hence/result.h"
#include "hence/store.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

struct RecorderOptions {
    std::string agent = {};  // Who records, unless a scope says otherwise.
    bool sync = true;        // False: survives the death of the process, not of the machine.
    std::function<void(const Error&)> on_error = {};  // Of each failure, on the thread that met it.
    std::function<Time()> clock = {};                 // Absent: the machine's.
    // Recordings return before they are stored: a thread appends them in batches. What has not been
    // flushed is lost with the process. Failures are told to on_error, on that thread, and counted
    // by flush; a Step then only says that its event could be queued.
    bool background = false;
    // How much may wait in the background; a recording beyond that waits for room.
    std::size_t background_bytes = 64U << 20U;
};

// What became of the recordings of a recorder since it was made.
struct Flushed {
    std::uint64_t stored = 0;  // As durable as RecorderOptions::sync says.
    std::uint64_t failed = 0;
    std::uint64_t waiting = 0;  // Not stored yet when the time was up.
    std::uint64_t last_seq = 0;
    std::optional<Error> error = {};  // Of the last failure.

    explicit operator bool() const { return failed == 0 && waiting == 0 && !error; }
};

struct RecorderCore;
class Call;
class [[gnu::visibility("hidden")]] Scribe;
class Step;

class Scope {
public:
    // The same place, but for one thing. Names are 1 to 1024 bytes; a longer one makes every
    // recording fail with invalid.
    Scope agent(std::string_view name) const noexcept;
    Scope session(std::string_view name) const noexcept;
    Scope run(std::string_view name) const noexcept;
    Scope correlation(std::string_view name) const noexcept;
    Scope iteration(std::int64_t number) const noexcept;

    // Where this is, for Recorder::resume in another thread, process or machine.
    const Handoff& handoff() const noexcept;

    // Each records one event. Errors: invalid (what was said breaks a rule of events), limit (more
    // than 16 MiB), conflict (another event has this id, or there is an outcome already), and
    // whatever the store says.
    Step session_start(std::string_view goal) const noexcept;
    Step session_end(Ending ending, const Value& output = {}) const noexcept;
    Step llm_call(const LlmCall& call) const noexcept;
    Call tool_call(std::string_view tool_name, const Value& input = {}) const noexcept;
    Call tool_call(const ToolCall& call) const noexcept;
    Step decision(const Decision& decision) const noexcept;
    Step message(const Message& message) const noexcept;
    Step thought(std::string_view text) const noexcept;
    Step observation(const Observation& observation) const noexcept;
    Step assumption(std::string_view text, const Rationale& rationale = {}) const noexcept;
    Step log(std::string_view severity, std::string_view body) const noexcept;
    Step error(std::string_view text, const Value& context = {}) const noexcept;
    Step outcome(std::string_view of, Verdict verdict, std::string_view text = {}) const noexcept;
    // Of any kind; `fields` is a JSON object, or absent.
    Step record(std::string_view kind, const Value& fields = {}, const Rationale& rationale = {},
                const Also& also = {}) const noexcept;

    // Hands a task to another agent. What is returned is the child's place: pass it to a thread, or
    // its handoff to another process.
    Step delegate(std::string_view child_id, std::string_view task) const noexcept;
    Step delegate(const Delegation& delegation) const noexcept;

private:
    friend class Recorder;
    friend class Scribe;
    Scope(std::shared_ptr<const RecorderCore> core, std::shared_ptr<const Handoff> place) noexcept
        : core_(std::move(core)), place_(std::move(place)) {}

    // Either is null where memory ran out, or where it was moved from: then nothing is recorded.
    std::shared_ptr<const RecorderCore> core_;
    std::shared_ptr<const Handoff> place_;
};

// An event that was recorded, or why it was not; and the scope of what follows from it.
class Step : public Scope {
public:
    // The event's id, whether or not it was recorded.
    std::string_view id() const noexcept { return handoff().parent; }

    explicit operator bool() const noexcept { return !failure_; }
    // Why it was not recorded. It must not have been.
    const Error& failure() const noexcept { return *failure_; }
    // The id, or why there is none.
    Result<std::string> recorded() const noexcept;

private:
    friend class Scribe;
    Step(Scope scope, std::optional<Error> failure) noexcept
        : Scope(std::move(scope)), failure_(std::move(failure)) {}

    std::optional<Error> failure_;
};

// A tool call that has begun. End it once, by either call below; one that is dropped instead stays
// without a result, as happened. One thread at a time may end it.
class Call : public Step {
public:
    Call(Call&&) noexcept = default;
    Call& operator=(Call&&) noexcept = default;
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call() = default;

    const std::string& call_id() const noexcept { return call_id_; }

    // Records what came back, and how long it took: as an observation with the same call_id. Fails
    // with conflict when the call has ended.
    Step result(const Value& content, std::optional<double> duration_ms = {}) noexcept;
    Step failed(std::string_view error, std::optional<double> duration_ms = {}) noexcept;

private:
    friend class Scope;
    Call(Step step, std::string call_id, bool ended) noexcept
        : Step(std::move(step)), call_id_(std::move(call_id)), ended_(ended) {}

    Step end(const Value& content, std::string_view error,
             std::optional<double> duration_ms) noexcept;

    std::string call_id_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    bool ended_;
};

// Safe to use from many threads at once, and to destroy before its scopes.
class Recorder {
public:
    explicit Recorder(std::shared_ptr<Store> store, const RecorderOptions& options = {}) noexcept;
    // The store must outlive the recorder and its scopes.
    explicit Recorder(Store& store, const RecorderOptions& options = {}) noexcept;

    // Where a session begins: nothing recorded there has a parent.
    Scope session(std::string_view name) const noexcept;
    // Goes on from where a handoff was made. An agent that it does not name is the recorder's.
    Scope resume(const Handoff& handoff) const noexcept;

    // Records an event as it is. One without an id gets one. A duplicate is no error.
    Result<std::string> record(const Event& event) const noexcept;

    // Waits until everything that was recorded before has reached the store, at most so long, and
    // says what is true then. Without `background` nothing ever waits and nothing is counted: each
    // Step has said what became of it.
    Flushed flush(std::chrono::milliseconds patience = std::chrono::seconds(10)) const noexcept;

private:
    std::shared_ptr<const RecorderCore> core_;
};

}  // namespace hence
