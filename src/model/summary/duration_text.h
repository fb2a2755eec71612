// A duration as a person reads it: "45ms", "2.1s", "2m 51.312s", "1h 5m".
#pragma once

#include <string>

namespace hence {

// Below a second in milliseconds, then in seconds, minutes and hours. Whole numbers print as such,
// others with up to three decimals; a part that is zero is left out.
std::string duration_text(double ms);

// "45", "45.5": milliseconds without a unit, for texts whose published form has no other.
void append_ms(std::string& out, double ms);

}  // namespace hence
