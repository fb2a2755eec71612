// What frameworks wrap the results of calls in.
#pragma once

#include "model/json/json.h"

namespace hence {

// LangChain hands on a message in an object that says which class it is of: {"type":"tool",
// "data":{"content"}} or {"lc":1,"type":"constructor","kwargs":{"content"}}. Others wrap what came
// of a call once more: {"output":{"content"}}. What is within; nothing for any other object.
Json within_envelope(Json object);

}  // namespace hence
