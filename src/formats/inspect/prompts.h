// What is new in each prompt of a sample.
//
// A log repeats the whole conversation for every model call. An event holds only the messages that
// no earlier prompt or answer had, and the number of the others; so a sample takes space in
// proportion to its messages and not to their square.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "model/json/json.h"

namespace hence {

struct InspectMessage {
    Json json = {};
    std::string id = {};
    std::string role = {};
    std::string call_id = {};  // Of the call whose result it is.
    bool fresh = false;        // No earlier prompt or answer had it.
};

struct InspectPrompt {
    std::vector<Json> fresh = {};  // In order.
    std::uint64_t known = 0;       // How many others there are.
    // The last ones, behind the model's own last message, and the id of that.
    std::vector<const InspectMessage*> answered = {};
    std::string last_answer = {};
    std::deque<InspectMessage> own = {};  // Those that are in no pool.
};

class InspectPrompts {
public:
    // How many messages a model call may answer at once.
    static constexpr std::size_t answered_max = 256;

    // Messages that prompts refer to by position. The list must outlive this.
    void add_pool(Json messages);

    // The prompt as a list of messages, or by ranges of positions in the pool, [[first, end], ...].
    // Linear in the list, or else in the ranges and what is new. Valid until the next one is read.
    InspectPrompt read(Json input, Json refs);

    // A message that counts as known from here on.
    void note(Json message);

private:
    struct Range {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    bool is_new(const InspectMessage& message);
    std::size_t next_unseen(std::size_t at);
    void see_ranges(const std::vector<Range>& ranges, InspectPrompt& prompt);
    std::vector<Range> ranges_in(Json ranges) const;

    std::set<std::string, std::less<>> known_;
    std::vector<InspectMessage> pool_;
    std::vector<std::size_t> fresh_;  // Positions of those in the pool that were new last time.
    std::vector<std::size_t> next_;   // At or behind each position, one that may not be seen.
};

}  // namespace hence
