// Any bytes as a text that may have secrets: what is redacted has none left, what was an event is
// still one, and nothing outside the secrets is changed.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "hence/event.h"
#include "model/redact/finder.h"
#include "model/redact/redactor.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::size_t end = 0;
    for (const hence::FoundSecret& one : hence::find_secrets(text)) {
        if (one.span.empty() || one.span.begin < end || one.span.end > size ||
            one.hash.size() != 64) {
            std::abort();
        }
        end = one.span.end;
    }
    std::string redacted(text);
    const std::size_t found = hence::Redactor().redact(redacted);
    if ((found == 0) != (redacted == text)) {
        std::abort();
    }
    if (hence::close_marks(redacted, hence::RedactKey{}) < found) {
        std::abort();
    }
    const hence::Result<hence::Event> event = hence::Event::parse(text);
    if (!event) {
        return 0;
    }
    hence::Event changed = *event;
    const hence::Result<std::size_t> count = hence::Redactor().redact(changed);
    if (!count) {
        // Only a name that has become too long is a reason.
        if (count.error().code != hence::Code::invalid &&
            count.error().code != hence::Code::limit) {
            std::abort();
        }
        return 0;
    }
    if (!hence::Event::parse(changed.to_json())) {
        std::abort();
    }
    return 0;
}
