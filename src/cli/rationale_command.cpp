#include <CLI/CLI.hpp>

#include "cli/commands.h"

namespace hence {

void add_rationale_command(CLI::App&, Command&) {}

}  // namespace hence
