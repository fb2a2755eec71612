// What the end of a call says, of an event of a tree.
//
// A tree is made by a walk through its session, which notes the ends of all calls
// (Tree::call_ends). Only the end of a call that a delegation brought in from another session must
// be looked for.
#pragma once

#include "hence/event.h"
#include "hence/result.h"
#include "hence/tree.h"
#include "model/summary/summary_text.h"
#include "views/find/session_events.h"

namespace hence {

// Both that it is made of must outlive it.
class NotedEnds {
public:
    NotedEnds(const Tree& tree, Sessions& sessions) : tree_(tree), sessions_(sessions) {}

    // Of an event that is no tool call, and of a call without an end, nothing is noted. Good until
    // the next question.
    Result<const NotedEnd*> of(const Event& event);

private:
    const Tree& tree_;
    Sessions& sessions_;
    NotedEnd looked_up_;  // Or nothing, of an event whose end is not in the tree.
};

// The end of a call as its summary takes it.
CallEnd call_end(const NotedEnd& noted);

}  // namespace hence
