#include "generator.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace hence::bench {
namespace {

std::vector<std::string> make_vocabulary(std::mt19937_64& random) {
    std::vector<std::string> words;
    for (int i = 0; i < 20'000; ++i) {
        std::string word;
        const std::size_t length = 2 + random() % 9;
        for (std::size_t c = 0; c < length; ++c) {
            word.push_back(static_cast<char>('a' + random() % 26));
        }
        words.push_back(std::move(word));
    }
    return words;
}

// Rank r is drawn about as often as 1/r.
std::string prose(std::mt19937_64& random, const std::vector<std::string>& vocabulary,
                  std::size_t bytes) {
    std::string text;
    while (text.size() < bytes) {
        const double u = std::generate_canonical<double, 53>(random);
        const auto rank =
            static_cast<std::size_t>(std::pow(static_cast<double>(vocabulary.size()), u)) - 1;
        text += vocabulary[rank];
        text += ' ';
    }
    text.resize(bytes);
    return text;
}

// The beginning of 2026, and 20 ms for each event since.
std::string time_of(std::uint64_t event) {
    const std::uint64_t ms = event * 20;
    const std::uint64_t s = ms / 1'000;
    const std::uint64_t day = s / 86'400 % 28;
    return fmt::format("2026-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", 1 + s / 86'400 / 28, 1 + day,
                       s / 3'600 % 24, s / 60 % 60, s % 60, ms % 1'000);
}

}  // namespace

EventGenerator::EventGenerator(std::uint64_t seed)
    : random_(seed), vocabulary_(make_vocabulary(random_)), sessions_(sessions_at_once) {}

std::string EventGenerator::words(std::size_t bytes) {
    return prose(random_, vocabulary_, bytes);
}

std::string EventGenerator::uuid() {
    const std::uint64_t high = random_();
    const std::uint64_t low = random_();
    return fmt::format("{:08x}-{:04x}-4{:03x}-a{:03x}-{:012x}", high >> 32, high >> 16 & 0xFFFF,
                       high & 0xFFF, low >> 48 & 0xFFF, low & 0xFFFFFFFFFFFF);
}

std::string EventGenerator::fields(std::string_view kind) {
    if (kind == "tool_call") {
        return fmt::format(R"({{"tool_name":"{}","input":{{"path":"src/{}.cpp","query":"{}"}},)"
                           R"("output":"{}","status":"ok"}})",
                           vocabulary_[random_() % 12], vocabulary_[random_() % 2'000], words(24),
                           words(90));
    }
    if (kind == "llm_call") {
        return fmt::format(R"({{"model":"model-{}","prompt_tokens":{},"completion_tokens":{},)"
                           R"("completion":"{}"}})",
                           random_() % 4, random_() % 9'000, random_() % 900, words(150));
    }
    if (kind == "decision") {
        return fmt::format(R"({{"description":"{}","decision_type":"{}","chosen":"{}",)"
                           R"("alternatives":["{}","{}"]}})",
                           words(60), vocabulary_[random_() % 8], words(12), words(12), words(12));
    }
    return fmt::format(R"({{"text":"{}"}})", words(180));
}

std::string EventGenerator::next() {
    constexpr std::array<std::string_view, 6> kinds{"llm_call",  "tool_call", "tool_call",
                                                    "tool_call", "thought",   "decision"};
    const std::size_t slot = random_() % sessions_.size();
    Session& session = sessions_[slot];
    if (session.name.empty() || session.ids.size() == session_events) {
        if (!session.name.empty()) {
            complete_session_ = session.name;
            complete_session_twentieth_ = session.twentieth;
        }
        session = {fmt::format("session-{:06}", sessions_begun_++), {}, {}, {}};
    }
    const std::string_view kind = kinds[random_() % kinds.size()];
    std::string id = uuid();
    std::string parent;
    std::size_t depth = 1;
    if (!session.ids.empty()) {
        const std::size_t back = 1 + random_() % std::min<std::size_t>(session.ids.size(), 4);
        parent = fmt::format(R"("parent":"{}",)", session.ids[session.ids.size() - back]);
        depth = session.depths[session.ids.size() - back] + 1;
    }
    session.depths.push_back(depth);
    if (depth == 20 && session.twentieth.empty()) {
        session.twentieth = id;
    }
    std::string line = fmt::format(
        R"({{"id":"{}","kind":"{}","time":"{}","agent":"agent-{}","session":"{}","run":"run-{}",{})"
        R"("correlation":"case-{:06}","iteration":{},"duration_ms":{},"rationale":{{"why":"{}",)"
        R"("confidence":0.{}}},"fields":{}}})",
        id, kind, time_of(events_++), slot % 7, session.name, session.ids.size() / 50, parent,
        sessions_begun_ / 3, session.ids.size() / 5, random_() % 4'000, words(60),
        10 + random_() % 90, fields(kind));
    session.ids.push_back(std::move(id));
    return line;
}

ConversationGenerator::ConversationGenerator(std::uint64_t seed)
    : random_(seed), vocabulary_(make_vocabulary(random_)) {}

std::string ConversationGenerator::words(std::size_t bytes) {
    return prose(random_, vocabulary_, bytes);
}

std::string ConversationGenerator::next() {
    const std::uint64_t turn = events_ % turns;
    const std::uint64_t conversation = events_ / turns;
    if (turn == 0) {
        messages_ = fmt::format(R"([{{"role":"system","content":"{}"}})", words(4'096));
    }
    for (const char* role : {"user", "assistant"}) {
        messages_ +=
            fmt::format(R"(,{{"role":"{}","content":"{}"}})", role, words(200 + random_() % 1'800));
    }
    std::string line = fmt::format(
        R"({{"id":"turn-{}-{}","kind":"llm_call","time":"{}","agent":"writer","session":"talk-{}",)"
        R"("fields":{{"model":"model-1","prompt_tokens":{},"completion_tokens":200,"messages":{}]}}}})",
        conversation, turn, time_of(events_), conversation, messages_.size() / 4, messages_);
    ++events_;
    return line;
}

}  // namespace hence::bench
