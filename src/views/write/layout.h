// How the reader of a text answer wants it: how wide it may be, and whether times are marked.
//
// The process that writes the text is often not the one that shows it: a command may ask the owner
// of a directory, or a server. So the asker says what its terminal is like, the router holds that
// for as long as an answer is written, and the writers of tables and times look it up here. It
// belongs to the thread that writes the answer; handing it through every helper of twenty writers
// would double their parameters. Without a scope nothing is cut and no time is marked, so a program
// that embeds Hence never sees either.
#pragma once

#include <cstddef>

namespace hence {

struct TextLayout {
    std::size_t columns = 0;   // What a table or a row may take; 0: all it needs.
    bool marks_times = false;  // Puts time_mark before each time, for a reader who rewrites it.
};

// Before a time that the reader rewrites. Recorded text cannot hold it: `printable` spells it out.
inline constexpr char time_mark = '\x1e';
// How much wider a time is once it was rewritten: "+01:00" in place of "Z".
inline constexpr std::size_t local_time_more = 5;

// Of the answer that this thread writes.
const TextLayout& text_layout();

// Sets it for as long as it lives, and then restores what was before.
class LayoutScope {
public:
    explicit LayoutScope(const TextLayout& layout);
    ~LayoutScope();
    LayoutScope(const LayoutScope&) = delete;
    LayoutScope& operator=(const LayoutScope&) = delete;

private:
    TextLayout before_;
};

}  // namespace hence
