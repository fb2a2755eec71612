// What JSON Schema says of a parameter beside its type, wherever a parameter is described.
#pragma once

#include "model/json/writer.h"
#include "server/router/router.h"

namespace hence {

// The members "minimum", "maximum" and "default", as far as the parameter has them.
inline void append_limits(JsonWriter& json, const ParameterText& parameter) {
    if (parameter.most != 0) {
        json.member("minimum", parameter.least).member("maximum", parameter.most);
    }
    if (parameter.otherwise.empty()) {
        return;
    }
    const bool number = parameter.type == "i" || parameter.type == "n";
    number ? json.raw_member("default", parameter.otherwise)
           : json.member("default", parameter.otherwise);
}

}  // namespace hence
