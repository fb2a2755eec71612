// The files that the words of a shell command suggest: `cat x` reads x, `rm x` deletes x, `> x`
// writes x. All of them are assumed: a command may fail halfway, or do something else than its name
// says.
#pragma once

#include <string_view>
#include <vector>

#include "model/files/named_file.h"

namespace hence {

// `base` is the folder in which the command runs, or empty. A word that the shell would expand is
// left out; a pattern such as *.o is kept as it was written.
std::vector<NamedFile> shell_files(std::string_view command, std::string_view base = {});

}  // namespace hence
