// Any bytes as one event: refused with a reason, or printed so that it reads back as the same event
// and prints as the same bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "hence/event.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const hence::Result<hence::Event> event = hence::Event::parse(text);
    if (!event) {
        if (event.error().message.empty()) {
            std::abort();
        }
        return 0;
    }
    const std::string printed = event->to_json();
    const hence::Result<hence::Event> again = hence::Event::parse(printed);
    if (!again || !again->says_the_same_as(*event) || !event->says_the_same_as(*again) ||
        again->to_json() != printed) {
        std::abort();
    }
    return 0;
}
