// Reads the output of `codex exec --json`: a thread, its turns, and the items of each.
//
// This output has no times, so each event gets the time of its index, flagged time_derived.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/codex/response.h"
#include "formats/common/records.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// Whether a record is one of its.
bool is_codex_exec(Json record);

class CodexExec {
public:
    // Adds the events of one record.
    Result<void> read(const Record& record, std::vector<CodexHeld>& events);
    // Adds the model call of a turn that has not ended, flagged as unfinished.
    Result<void> unfinished(std::vector<CodexHeld>& events) const;
    // How many items have begun and not ended; only their end says what they are.
    std::uint64_t pending() const { return open_; }

private:
    EventDraft draft(const Record& record, std::string_view kind) const;
    Result<void> add(EventDraft draft, const Record& record, std::vector<CodexHeld>& events) const;
    Result<void> read_item(const Record& record, std::vector<CodexHeld>& events);
    Result<void> read_end(const Record& record, std::vector<CodexHeld>& events);

    std::string thread_;
    std::string run_;
    std::string turn_;  // The event of its model calls, until it has ended.
    std::string turn_time_;
    std::uint64_t turns_ = 0;
    std::uint64_t open_ = 0;
    std::string start_;
    std::vector<std::string> texts_;
};

}  // namespace hence
