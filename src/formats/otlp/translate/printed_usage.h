// The usage of an answer that Python has printed: the SDK of OpenAI prints
// "CompletionUsage(completion_tokens=19, …, prompt_tokens_details=PromptTokensDetails(…,
// cached_tokens=32, …))". smolagents sends the whole answer so, and Semantic Kernel logs its usage.
#pragma once

#include <string_view>

#include "formats/common/foreign.h"

namespace hence {

// Adds the tokens that came from a cache and those of thinking, where the fields do not have them
// and the last usage in the text, which may be JSON, does.
void add_printed_usage(Fields& fields, std::string_view text);

}  // namespace hence
