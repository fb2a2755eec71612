// Which calls failed, and the line that says why.
#include <string>
#include <string_view>

#include "model/facts.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/summary/opening_line.h"
#include "model/summary/summary_text.h"

namespace hence {
namespace {

// Claude Code marks for the model what it says itself in the place of a result.
std::string untagged(std::string line) {
    constexpr std::string_view begin = "<tool_use_error>";
    constexpr std::string_view end = "</tool_use_error>";
    if (line.starts_with(begin)) {
        line.erase(0, begin.size());
        line.erase(line.ends_with(end) ? line.size() - end.size() : line.size());
    }
    return line;
}

}  // namespace

CallEnd call_end(const Event& observation) {
    return {.duration_ms = observation.duration_ms(),
            .failed = failed_call(observation),
            .error = failure_line(observation)};
}

bool says_failed(const Event& event) {
    if (event.kind() == Kind::tool_call || event.kind() == Kind::observation) {
        return failed_call(event);
    }
    if (event.kind() != Kind::llm_call) {
        return false;
    }
    const Json fields(event.fields());
    const Json error = fields["error"];
    return fields["status"].string() == "error" || (error.present() && error.raw() != "\"\"");
}

std::string failure_line(const Event& event) {
    if (!says_failed(event)) {
        return {};
    }
    const Json fields(event.fields());
    for (const std::string_view name : {"error", "output", "content"}) {
        const Json value = fields[name];
        std::string line = untagged(opening_line_of(message_of(value)));
        if (!line.empty() && value.raw() != "true") {
            return line;
        }
    }
    return {};
}

}  // namespace hence
