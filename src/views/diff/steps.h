// The steps of a run, and by what two of them are told apart.
//
// A step becomes a small number: equal numbers mean equal steps. The number comes from a SHA-256 of
// the step's canonical form, in which members are sorted and numbers and strings have one spelling,
// so two inputs that say the same are the same step whatever program wrote them. A second number,
// the sort, leaves out the input: steps of one sort that differ are shown as changed, and not as
// one removed and one added.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "hence/diff.h"
#include "hence/event.h"
#include "hence/store.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"

namespace hence {

// Appends what `json` says, the same text for values that say the same: members by name, strings
// in one spelling, numbers by value. It must be valid.
void append_canonical(std::string& out, std::string_view json);

// Small numbers for hashes, equal for equal ones.
class Symbols {
public:
    std::uint32_t of(const Hash& hash) {
        return known_.try_emplace(hash, static_cast<std::uint32_t>(known_.size())).first->second;
    }

private:
    std::unordered_map<Hash, std::uint32_t, HashOfHash> known_;
};

struct RunSteps {
    DiffSide side;
    std::vector<std::uint32_t> steps;  // One symbol each: equal for the same step.
    std::vector<std::uint32_t> sorts;  // Likewise: equal for steps that are `changed`, not others.
};

// Reads a run once, from its first event to its last.
Result<RunSteps> steps_of(const Store& store, RunName name, Symbols& symbols);

// Whether the two sessions show any event in common.
Result<bool> share_events(Sessions& sessions, const std::string& a, const std::string& b);
// Reads what `session` shows and `other` does not. Counts in `shared` what both show.
Result<RunSteps> steps_apart(Sessions& sessions, const std::string& session,
                             const std::string& other, Symbols& symbols, DiffShared& shared);

}  // namespace hence
