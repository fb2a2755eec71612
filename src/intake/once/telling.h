// A telling: one event of telemetry, and the facts in it by which tellings of one thing are known.
//
// A call of a model may be told by the framework, by the client library and by a log record, and a
// call of a tool by its span and by the messages of the next model call. Settling compares tellings
// many times, so that each is read once, as it was told (told.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"
#include "intake/once/told.h"

namespace hence {

enum class Teller : std::uint8_t {
    span,
    record,    // A log record.
    messages,  // Nobody: it was reconstructed from the messages of a model call.
};

// The hashes of a tool's input, see input_hashes: worked out when they are first asked for, as the
// id of a call mostly tells what it is.
class InputHashes {
public:
    InputHashes() = default;
    explicit InputHashes(Json input) : input_(input) {}  // Which must outlive this.
    const std::vector<std::size_t>& get() const;

private:
    Json input_;
    mutable std::optional<std::vector<std::size_t>> hashes_ = {};
};

struct Telling {
    Event event;                      // As it arrives, or as it is stored.
    AsTold told;                      // The same event.
    std::optional<Change> made = {};  // The change that it is stored with.
    bool arrives = false;             // It is part of the request.
    std::size_t number = 0;           // Its place in the request.
    bool made_up = false;             // Reconstructed here: neither stored nor sent.

    // As told.
    std::string kind = {};
    std::string agent = {};
    bool agent_named = false;       // By the span itself and not by the service.
    bool agent_by_id = false;       // By an id alone: the name stands elsewhere.
    std::string agent_inside = {};  // Who works beneath it: of a call that sets an agent to work.
    std::string session = {};
    std::string decision_type = {};
    Teller teller = Teller::span;
    std::string scope = {};    // Which instrumentation sent it; of a record, with its name.
    std::string service = {};  // Which program sent it.
    std::string model = {};
    std::string response_id = {};
    std::vector<std::string> call_ids = {};  // That a model call asked for.
    std::optional<double> prompt_tokens = {};
    std::optional<double> completion_tokens = {};
    std::optional<std::size_t> completion = {};  // A hash.
    std::optional<std::size_t> prompt = {};      // A hash, of a call without an answer or a stream.
    bool tells_stream = false;                   // It tells how a stream ended.
    std::string tool = {};
    bool tool_named = true;  // By the emitter, and not by the name of the span alone.
    std::string call_id = {};
    InputHashes inputs = {};
    std::uint64_t start_ns = 0;
    std::uint64_t end_ns = 0;
    bool failed = false;
    std::string failure = {};

    // What settling makes of it.
    std::string thread = {};  // The run that its own run is a part of; empty: none.
    Change change = {};
    bool withdrawn = false;

    std::string_view run() const { return thread.empty() ? event.run() : thread; }
    std::string_view session_now() const { return change.session ? *change.session : session; }
    bool is_model_call() const;
    bool is_tool_call() const;
    bool is_plumbing() const;
};

// Reads the facts of an event.
Telling telling_of(Event event);

// The ways in which the input of a tool may be read: as it is, without a wrapper such as `kwargs`,
// and as the values alone. Two inputs are equal when they share a hash.
std::vector<std::size_t> input_hashes(Json input);

// Whether an input has every argument of another, with the same value. False for one without any.
bool has_all_of(Json input, Json arguments);

// Whether two inputs, of which neither is unknown, are equal.
bool same_input(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b);

}  // namespace hence
