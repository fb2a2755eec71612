// Pairs the ends of the tool calls of one run with their starts, which name no call.
//
// Where several starts would do, the oldest is taken and the event says that the pair is ambiguous:
// a guess must not pass for a statement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hence {

struct ReactiveStart {
    std::string call_id;  // Unlike any other of the run.
    std::string args;     // JSON without white space; empty: the start named none.
};

// The start that an end belongs to. Where several would do, it is the oldest of them, and they are
// told.
struct ReactivePair {
    std::string call_id;
    std::size_t candidates = 1;
    std::vector<std::string> candidate_ids = {};  // Oldest first; the first few, if ambiguous.

    bool ambiguous() const { return candidates > 1; }
};

// The starts of one run that have not ended.
class ReactiveCalls {
public:
    static constexpr std::size_t candidate_ids_max = 16;

    void open(std::string_view tool, ReactiveStart start);

    // An end closes a start of the same tool: the one of its `call_id`, if it has one; the only one
    // there is; those with the same args; those without any; any. Nothing when none is open.
    std::optional<ReactivePair> close(std::string_view tool, const ReactiveStart& end);

    bool empty() const { return tools_.empty(); }

private:
    using Orders = std::set<std::uint64_t>;
    struct Tool {
        std::map<std::uint64_t, ReactiveStart> starts;  // By the order in which they came.
        std::map<std::string, Orders, std::less<>> by_args;
        std::map<std::string, std::uint64_t, std::less<>> by_call;
    };

    static const Orders* with_same_args(const Tool& tool, std::string_view args);
    static ReactivePair oldest_of(const Tool& tool, const Orders* orders);
    static void remove(Tool& tool, std::string_view call_id);

    std::map<std::string, Tool, std::less<>> tools_;
    std::uint64_t next_ = 0;
};

}  // namespace hence
