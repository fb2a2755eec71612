// The files that a call of a tool names, whatever the agent calls its tools and their arguments.
//
// The arguments decide first: an edit has an old and a new text, a file that is written has a
// content, a patch names its files. Else the name of the tool decides. A deed is assumed where only
// a shell command suggests it, where a tool says its deed by a name that files do not own alone,
// and where an editor works on the file that it opened before.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/files/named_file.h"
#include "model/json/json.h"

namespace hence {

// In the order in which they are named, each deed once; none for a call of any other tool.
std::vector<NamedFile> tool_files(std::string_view tool_name, Json input);

// What a call puts into a file: texts that take the place of others, or lines of a patch.
struct FileChange {
    struct Replacement {
        std::string before = {};
        std::string after = {};
    };
    std::vector<Replacement> replacements = {};
    std::string patch = {};
};

// Of the file that `tool_files` named so; an empty path: of the file that is open.
FileChange file_change(std::string_view tool_name, Json input, std::string_view path);

// Whether the call runs a shell, whose files are known by its words only.
bool runs_shell(std::string_view tool_name, Json input);

}  // namespace hence
