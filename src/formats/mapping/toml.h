// A mapping file that is written in TOML, as the JSON object that it stands for.
//
// Of TOML this reads what a mapping needs: comments, tables, dotted and quoted keys, strings on one
// line, numbers, booleans, lists and inline tables. Everything else is an error that says so, so
// that nothing is read as something else.
#pragma once

#include <string>
#include <string_view>

#include "hence/result.h"

namespace hence {

// Members are sorted by name. Fails with invalid, naming the line.
Result<std::string> json_of_toml(std::string_view text);

}  // namespace hence
