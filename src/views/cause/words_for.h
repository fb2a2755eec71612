// The words that belong to a step: what the agent wrote, or else thought, in the answer that asked
// for it. They are recorded words and never a rationale.
#pragma once

#include <string>

#include "hence/result.h"
#include "hence/store.h"
#include "views/cause/links.h"

namespace hence {

// Of a step that `cause` asked for: the first 280 characters. Empty when the cause is no model
// call, when the link is assumed, and when nothing was said.
Result<std::string> words_for(const Store& store, const Event& step, const Link& cause);

// "Read src/main.cpp": a tool call by its name and what it was called with, as its summary says it.
// The name alone where `event` has no arguments, or is no tool call.
Result<std::string> called_with(const Store& store, std::string_view name, std::string_view event);

// The first so many characters of a text.
std::string first_characters(std::string_view text, std::size_t max);

}  // namespace hence
