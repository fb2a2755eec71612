// What two fields of a call say of it, for whoever has the fields already: see model/facts.h.
#pragma once

#include <string>

#include "model/json/json.h"

namespace hence {

// Whether `status` or `error` says that the call failed. Any error is one but null and "".
bool says_failed(Json status, Json error);
// The `error` as text, or empty.
std::string error_text(Json error);

}  // namespace hence
