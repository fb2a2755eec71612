// The rows of ReplayBuilder's two tables: decisions of agents with their reasons (traces), and
// messages between agents (audit).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/reader.h"
#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view replay_builder_name = "replay-builder";

struct ReplayRow {
    Json json;
    std::uint64_t index = 0;  // Its place, from 0, for what has no time.
    // When it was posted by a live sender; null: it was read from a file.
    const ReadOptions::Arrival* arrival = nullptr;

    bool has_time() const;
};

// What all rows of a chain share, for rows that do not say it themselves.
struct ReplayChain {
    std::string session = {};
    std::string correlation = {};
};

bool is_replay_decision(Json object);
bool is_replay_message(Json object);

// A decision, with its outcome if it has one; or a message; or one of our own events, as our answer
// to a replay holds them. Fails with invalid, naming the key.
Result<std::vector<Event>> events_of_row(const ReplayRow& row, const ReplayChain& chain);

}  // namespace hence
