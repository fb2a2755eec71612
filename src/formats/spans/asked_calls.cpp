#include "formats/spans/asked_calls.h"

#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "formats/otlp/decode/loose_json.h"
#include "formats/otlp/translate/messages.h"

namespace hence {
namespace {

std::string key_of(std::string_view run, std::string_view tool, Json input) {
    return sha256_hex(fmt::format("{}:{}{}:{}{}", run.size(), run, tool.size(), tool, input.raw()));
}

}  // namespace

void AskedCalls::add(std::string_view run, Json output) {
    std::deque<std::string> kept;
    const Json held = loosened(output, kept).value;
    for (const Json element : chat_in(held, "assistant", kept).elements) {
        for (const MessagePart& part : read_message(element, "assistant", kept).parts) {
            if (part.type == MessagePart::Type::tool_call && !part.call_id.empty()) {
                waiting_[key_of(run, part.name, part.value)].push_back(part.call_id);
            }
        }
    }
}

std::string AskedCalls::take(std::string_view run, std::string_view tool, Json input) {
    std::deque<std::string> kept;
    const Json held = loosened(input, kept).value;
    for (const Json asked : {held, loosened(held["input"], kept).value}) {
        const auto found = waiting_.find(key_of(run, tool, asked));
        if (found != waiting_.end()) {
            std::string id = std::move(found->second.front());
            found->second.pop_front();
            if (found->second.empty()) {
                waiting_.erase(found);
            }
            return id;
        }
    }
    return {};
}

}  // namespace hence
