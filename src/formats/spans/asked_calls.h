// Tool calls that models asked for, to be found again by calls that do not name their id.
//
// Some exports have a record for the execution of a tool without the id that the model gave the
// call. Such a record gets the id of the first call of the same run, tool and input that no other
// record has taken.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>

#include "model/json/json.h"

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
