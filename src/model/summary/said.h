// The words in what a model was given and what it answered.
//
// Emitters record an answer as a text, as a message, as a list of messages, or as a list of content
// parts, each in several spellings. This is the one place that knows them. Thinking is told apart
// from what was said to the reader: `said_in` leaves thinking out, `thought_in` has nothing else.
#pragma once

#include <string>

#include "hence/event.h"
#include "model/json/json.h"

namespace hence {

// The text of an answer or of a message's content: its text parts, one below the other. Empty when
// it only calls tools, or holds no text.
std::string said_in(Json answer);
// The thinking in it.
std::string thought_in(Json answer);

// What a model call said, or else thought. Empty for any other event.
std::string said_by(const Event& model_call);

}  // namespace hence
