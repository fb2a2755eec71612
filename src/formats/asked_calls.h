// The tool calls that models asked for, to be found again by those that do not say their id.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>

#include "model/json.h"

namespace hence {

class AskedCalls {
public:
    // What a model answered in a run, in any shape.
    void add(std::string_view run, Json output);

    // The id of the first call of that tool with that input that nobody took yet; empty when there
    // is none. The input may also stand under `input`.
    std::string take(std::string_view run, std::string_view tool, Json input);

private:
    std::map<std::string, std::deque<std::string>> waiting_;
};

}  // namespace hence
