// How the values in Space::response begin that are no response id.
//
// Two programs may tell of one answer and share no response id. They meet by what the answer says:
// a call that it asks for, else its text, else the message of the failure. The call itself stands
// under the same value, because it may be told in another trace than the answer.
#pragma once

#include <string_view>

#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view answer_by_call = "call:";
// These are no ids: only calls at about the same time may be one. A call without an answer is known
// by its prompt: Logfire tells the answer of a stream apart from the call.
inline constexpr std::string_view answer_by_text = "text:";
inline constexpr std::string_view answer_by_failure = "failure:";
inline constexpr std::string_view answer_by_prompt = "prompt:";
// The SDK of Anthropic tells a call without its answer, and another instrumentation tells the same
// call without the response id: the tokens are all that both know.
inline constexpr std::string_view answer_by_tokens = "tokens:";

// Whether a call is Logfire's account of a stream that is over, by the attributes of its span.
inline bool tells_stream(Json attributes) {
    return attributes["logfire.span_type"].string() == "log";
}

// The message of an exception, without its type: frameworks raise the exceptions of their clients
// again as their own. "openai.BadRequestError: too long" says "too long".
inline std::string_view failure_message(std::string_view error) {
    const std::size_t end = error.find(": ");
    const bool typed = end != error.npos && error.substr(0, end).find(' ') == error.npos;
    return typed ? error.substr(end + 2) : error;
}

}  // namespace hence
