#include <CLI/CLI.hpp>

#include "cli/commands.h"

namespace hence {

void add_dossier_command(CLI::App&, Command&) {}

}  // namespace hence
