// What time it is. Only the edges of the program ask; everything else is told.
#pragma once

#include "hence/time.h"

namespace hence {

// To the nanosecond, with nine digits.
Time now();

// The same instant cut to the millisecond, with three digits, as `received` shows it.
Time to_the_millisecond(const Time& time);

}  // namespace hence
