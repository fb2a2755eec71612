// Made-up agents, the same for the same seed: what the benchmarks record.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace hence::bench {

// Events of about 530 bytes: 40 sessions at a time, interleaved, each of 1,000 events. An event's
// parent is one of the few before it in its session. Words are drawn as in prose, a few often and
// most seldom, so that they compress like prose; ids are random UUIDs, which hardly compress.
class EventGenerator {
public:
    explicit EventGenerator(std::uint64_t seed);

    // One line of JSON, without its newline.
    std::string next();

    // The session that was completed last, and its first event that has 19 ancestors.
    const std::string& complete_session() const { return complete_session_; }
    const std::string& complete_session_twentieth() const { return complete_session_twentieth_; }

    static constexpr std::size_t sessions_at_once = 40;
    static constexpr std::size_t session_events = 1'000;

private:
    struct Session {
        std::string name;
        std::vector<std::string> ids;
        std::vector<std::size_t> depths;
        std::string twentieth;
    };
    std::string words(std::size_t bytes);
    std::string uuid();
    std::string fields(std::string_view kind);

    std::mt19937_64 random_;
    std::vector<std::string> vocabulary_;
    std::vector<Session> sessions_;
    std::uint64_t sessions_begun_ = 0;
    std::uint64_t events_ = 0;
    std::string complete_session_;
    std::string complete_session_twentieth_;
};

// Conversations of 50 turns: a model call each, which sends a 4 KB system prompt and everything
// said so far, and adds two messages of 200 to 2,000 bytes.
class ConversationGenerator {
public:
    explicit ConversationGenerator(std::uint64_t seed);
    std::string next();
    static constexpr std::size_t turns = 50;

private:
    std::string words(std::size_t bytes);
    std::mt19937_64 random_;
    std::vector<std::string> vocabulary_;
    std::string messages_;  // Without the closing bracket.
    std::uint64_t events_ = 0;
};

}  // namespace hence::bench
