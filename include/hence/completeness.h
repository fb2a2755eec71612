// What an answer lacks: parents that were never recorded, cycles, refs that name nothing, entries
// that a limit cut, and gaps. Every answer that follows links carries one, because an incomplete
// chain that looks complete is worse than none. An empty Completeness means that the answer looked
// and found nothing missing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hence/result.h"

namespace [[gnu::visibility("default")]] hence {

struct MissingParent {
    std::string event;
    std::string parent;
    bool operator==(const MissingParent&) const = default;
};

struct UnresolvedRef {
    std::string event;
    std::string ref;
    bool operator==(const UnresolvedRef&) const = default;
};

struct Gap {
    std::string rule;
    std::string event;
    std::string detail;
    bool operator==(const Gap&) const = default;
};

struct Completeness {
    std::vector<MissingParent> missing_parents;
    std::vector<std::vector<std::string>> cycles;  // Each from its earliest event, cause to effect.
    std::vector<UnresolvedRef> unresolved_refs;
    std::vector<std::string> uncaused = {};  // Events without a recorded or derived cause.
    std::uint64_t truncated = 0;
    std::vector<Gap> gaps;
    std::uint64_t erased = 0;  // Events of which only a stub is left; see hence/erase.h.

    bool complete() const {
        return missing_parents.empty() && cycles.empty() && unresolved_refs.empty() &&
               uncaused.empty() && truncated == 0 && gaps.empty() && erased == 0;
    }
    void append_json(std::string& out) const;
    // "! incomplete: ..." lines, or nothing.
    void append_text(std::string& out) const;
};

}  // namespace hence
