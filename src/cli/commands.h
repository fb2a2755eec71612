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
void add_replay_command(CLI::App& app, Command& command);
void add_gaps_command(CLI::App& app, Command& command);
void add_debrief_command(CLI::App& app, Command& command);
void add_context_command(CLI::App& app, Command& command);
void add_trajectory_command(CLI::App& app, Command& command);
void add_outcome_command(CLI::App& app, Command& command);
void add_calibration_command(CLI::App& app, Command& command);
void add_review_command(CLI::App& app, Command& command);
void add_dossier_command(CLI::App& app, Command& command);
void add_export_command(CLI::App& app, Command& command);
void add_diff_command(CLI::App& app, Command& command);
void add_rationale_command(CLI::App& app, Command& command);
void add_stats_command(CLI::App& app, Command& command);
void add_formats_command(CLI::App& app, Command& command);
void add_completion_command(CLI::App& app, Command& command);
void add_demo_command(CLI::App& app, Command& command);

}  // namespace hence
