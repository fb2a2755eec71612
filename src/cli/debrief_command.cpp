#include <CLI/CLI.hpp>

#include "cli/commands.h"

namespace hence {

void add_debrief_command(CLI::App&, Command&) {}

}  // namespace hence
