// What a person would ask about a tool call: the command of a shell, the path of a file, the
// pattern of a search, the address of a page.
//
// Every coding agent and framework names its tools and their arguments as it likes, so the rule
// goes by the names of the arguments first and by the name of the tool second. The names stand in
// tables in tool_argument.cpp, and nowhere else: every summary, answer and export shows the same
// argument. The text is cut from the record and never made up; a call without any recorded argument
// gives nothing.
#pragma once

#include <string>
#include <string_view>

#include "model/json/json.h"

namespace hence {

// On one line, printable, cut to 80 characters. A shell's command stands in backticks. Empty when
// nothing was recorded.
std::string tool_argument(std::string_view tool_name, Json input);

// The whole command of a shell call, as it was recorded; empty for any other call.
std::string shell_command(std::string_view tool_name, Json input);

// The first argument that is a path, as it was recorded; empty when there is none.
std::string path_argument(Json arguments);
// Whether a pattern is among the arguments, so that a path says where to look for it.
bool has_pattern(Json arguments);
// The arguments as an object: some emitters keep them as a text of JSON. `kept` holds what was
// unpacked, and must live as long as the result.
Json arguments_of(Json input, std::string& kept);

// The path of the file that a call reads; empty for a call that does anything else.
std::string read_path(std::string_view tool_name, Json input);

}  // namespace hence
