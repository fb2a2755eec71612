// What an event is to a store that knows its id already.
//
// The store never changes an event, so two events of one id that differ are a conflict. There is
// one exception: an importer may come to the end of a file in the middle of a record, such as an
// answer whose last part was not written yet. It gives the record as far as it goes, flagged
// `unfinished`. The same record read again later completes it: the new event is kept beside the
// old one in the log, and stands in its place in every answer. What a store takes for the same
// record must agree in kind, session, run, agent and correlation.
//
// Events of telemetry are the other exception. Which span counts as a call, whose agent worked and
// where the answer stands is known only beside other spans, which may come later. So intake/once
// may give a settled event anew, and the store keeps that one in the same way.
//
// An erased event is the third: its stub stays, and whatever comes under its id says nothing new.
#pragma once

#include <cstdint>
#include <string_view>

#include "hence/event.h"

namespace hence {

enum class Repeat : std::uint8_t {
    duplicate,  // It says nothing new.
    completes,  // It takes the place of the unfinished or settled event.
    conflict,
};

// Of an event with the id of one that stands. `replaces` is that of Incoming.
Repeat repeat_of(const Event& event, const Event& stands, bool replaces = false);

// Whether a settled event was taken back, and stands in no answer.
bool is_withdrawn(const Event& event);

inline constexpr std::string_view withdrawn_kind = "withdrawn";

}  // namespace hence
