// One event: the only thing that is ever recorded. docs/EVENT.md has the rules for each key.
//
// An Event that exists is valid: the only ways to make one are to parse JSON, which checks every
// rule, and to change a valid one through calls that check as well. It is immutable and cheap to
// copy, and may be read from many threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

// What the store or an importer says about an event, besides what its emitter said. A bit set.
enum class Flag : std::uint8_t {
    rationale_too_long = 1,
    derived = 2,
    parent_derived = 4,
    session_derived = 8,
    time_derived = 16,
    rationale_derived = 32,
    unfinished = 64,  // The record was begun and not yet at its end when it was read.
    // Told by telemetry, which tells many things twice: it was settled beside what else is known,
    // and may be settled anew. Kept by stores and never printed.
    settled = 128,
};

struct EventBody;

class Event {
public:
    // Reads one JSON object. Fails with invalid (or limit, when it is too large), naming the key
    // and the remedy. `seq` and `received` are ignored; `source` and `flags` are taken.
    static Result<Event> parse(std::string_view json);

    explicit Event(std::shared_ptr<const EventBody> body);
    Event(std::shared_ptr<const EventBody> body, std::string_view source, std::uint8_t flags);

    // Text is unescaped; half a surrogate pair is three bytes, as if it were a character. Empty:
    // absent. What is returned lives as long as this event or a copy of it.
    std::string_view id() const;
    std::string_view kind() const;
    std::string_view agent() const;
    std::string_view session() const;
    std::string_view run() const;
    std::string_view parent() const;
    std::string_view correlation() const;
    std::span<const std::string_view> causes() const;
    Time time() const;
    std::optional<std::int64_t> iteration() const;
    std::optional<double> duration_ms() const;

    // JSON objects as they were given, less insignificant white space. Empty: absent.
    std::string_view rationale() const;
    std::string_view fields() const;

    // What the store adds; zero and empty before an event is stored.
    std::uint64_t seq() const { return seq_; }
    Time received() const { return received_; }
    std::string_view source() const;
    bool has(Flag flag) const { return (flags_ & static_cast<std::uint8_t>(flag)) != 0; }
    std::uint8_t flags() const { return flags_; }

    // The event on one line, every value in the bytes that were given.
    std::string to_json() const;
    void append_json(std::string& out) const;

    // Copies that differ in one thing. An id and a session must obey their rules: see parse.
    Result<Event> with_id(std::string_view id) const;
    Result<Event> with_session(std::string_view session) const;
    Event with_source(std::string_view source) const;
    Event with_flag(Flag flag) const;
    Event stored_as(std::uint64_t seq, Time received) const&;
    Event stored_as(std::uint64_t seq, Time received) &&;

    // Whether both say the same: strings unescaped, numbers by value, members in any order, time by
    // instant; not what the store adds, nor source and flags.
    bool says_the_same_as(const Event& other) const;

    const EventBody& body() const { return *body_; }

private:
    std::shared_ptr<const EventBody> body_;  // Never null.
    std::string source_;
    std::uint64_t seq_ = 0;
    Time received_;
    std::uint8_t flags_ = 0;
};

// One line for a person, free of control characters: "Tool call: Read (45ms)".
std::string summary(const Event& event);

// What text answers show of an id: its first 8 characters, or the last 8 of a UUIDv7.
std::string short_id(std::string_view id);

}  // namespace hence
