// The current time. It is read where Hence itself stamps an event or an id; readers, answers and
// tests get times as arguments, so that they give the same result at any time.
#pragma once

#include "hence/time.h"

namespace hence {

// To the nanosecond, with nine digits.
Time now();

// The same instant cut to the millisecond, with three digits, as `received` shows it.
Time to_the_millisecond(const Time& time);

}  // namespace hence
