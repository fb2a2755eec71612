// The commands, each of which adds itself to the program. Parsing touches nothing; running is
// apart.
#pragma once

#include "cli/context.h"

namespace hence {

// Adds one subcommand to `app`. When it is parsed, `command` becomes what it does.
void add_record_command(CLI::App& app, Command& command);
void add_quarantine_command(CLI::App& app, Command& command);
void add_listing_commands(CLI::App& app, Command& command);
void add_events_command(CLI::App& app, Command& command);
void add_tree_command(CLI::App& app, Command& command);
void add_explain_command(CLI::App& app, Command& command);
void add_stats_command(CLI::App& app, Command& command);
void add_formats_command(CLI::App& app, Command& command);
void add_completion_command(CLI::App& app, Command& command);
void add_demo_command(CLI::App& app, Command& command);

}  // namespace hence
