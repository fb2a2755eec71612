#include "views/write/when.h"

namespace hence {

std::string when(const Event& event) {
    if (event.has(Flag::time_derived)) {
        return "[no time]";
    }
    return '[' + to_text(event.time()) + ']';
}

}  // namespace hence
