#include <CLI/CLI.hpp>

#include "cli/commands.h"

namespace hence {

void add_trajectory_command(CLI::App&, Command&) {}

}  // namespace hence
