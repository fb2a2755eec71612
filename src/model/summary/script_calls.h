// A script by which a model calls tools: `const r = await tools.exec_command({cmd:"ls"});`. Newer
// coding agents give their model one tool that runs scripts, so the script is all that the call
// tells of what it did.
//
// Only what stands there word for word is taken out: the name of each tool, and the members of the
// object behind it that are texts, numbers, lists or objects themselves. What the script works out
// (a variable, a call, a text put together) is null. A script is never run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hence {

struct ScriptCall {
    std::string tool;
    std::string arguments;  // An object as JSON; empty where no object stands behind the name.
};

// In the order of the text, at most 64. Empty for a text that is no such script.
std::vector<ScriptCall> script_calls(std::string_view script);

}  // namespace hence
