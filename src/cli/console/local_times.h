// Shows the times of an answer in the time zone of whoever asked.
//
// The writer of the answer, which may be a server elsewhere, puts a mark before each time
// (views/write/layout.h). Only marked times are rewritten: a time within recorded text stays as it
// was recorded. It works on a stream: a time may be split between two pieces.
#pragma once

#include <string>
#include <string_view>

#include "hence/time.h"

namespace hence {

// "2026-02-23 11:00:01+01:00"
std::string local_text(const Time& time);

class LocalTimes {
public:
    void append(std::string& out, std::string_view piece);
    // What is left of an unfinished time, at the end.
    void finish(std::string& out);

private:
    std::string held_;  // The mark, and what has come of the time behind it.
};

}  // namespace hence
