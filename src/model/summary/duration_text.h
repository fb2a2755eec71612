// A duration as a person reads it: "45ms", "2.1s", "2m 51.312s", "1h 5m".
#pragma once

#include <string>

namespace hence {

// Below a second in milliseconds, then in seconds, minutes and hours. Whole numbers print as such,
// others with up to three decimals; a part that is zero is left out.
std::string duration_text(double ms);

}  // namespace hence
