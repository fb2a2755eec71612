#include "model/repeat.h"

#include "model/erased.h"

namespace hence {
namespace {

bool same_record(const Event& a, const Event& b) {
    return a.kind() == b.kind() && a.session() == b.session() && a.run() == b.run() &&
           a.agent() == b.agent() && a.correlation() == b.correlation();
}

}  // namespace

Repeat repeat_of(const Event& event, const Event& stands, bool replaces) {
    // What was erased does not come back, in whatever words: not as a completion, nor as a
    // conflict whose bytes would be kept in quarantine.
    if (is_erased(stands)) {
        return Repeat::duplicate;
    }
    const bool open = event.has(Flag::unfinished);
    const bool was_open = stands.has(Flag::unfinished);
    if (stands.says_the_same_as(event)) {
        return was_open && !open ? Repeat::completes : Repeat::duplicate;
    }
    if (replaces && event.has(Flag::settled) && stands.has(Flag::settled)) {
        return Repeat::completes;
    }
    if ((!open && !was_open) || !same_record(event, stands)) {
        return Repeat::conflict;
    }
    // An older state of the record says less.
    const bool older = open && (!was_open || event.fields().size() < stands.fields().size());
    return older ? Repeat::duplicate : Repeat::completes;
}

bool is_withdrawn(const Event& event) {
    return event.has(Flag::settled) && event.kind() == withdrawn_kind;
}

}  // namespace hence
