// The commands, each of which adds itself to the program. Parsing touches nothing; running is
// apart.
#pragma once

#include "cli/context.h"
#include "cli/parser.h"

namespace hence {

// Adds one subcommand to `app`. When it is parsed, `command` becomes what it does.
void add_record_command(Parser& app, Command& command);
void add_quarantine_command(Parser& app, Command& command);
void add_listing_commands(Parser& app, Command& command);
void add_events_command(Parser& app, Command& command);
void add_tree_command(Parser& app, Command& command);
void add_outline_command(Parser& app, Command& command);
void add_timeline_command(Parser& app, Command& command);
void add_explain_command(Parser& app, Command& command);
void add_replay_command(Parser& app, Command& command);
void add_gaps_command(Parser& app, Command& command);
void add_debrief_command(Parser& app, Command& command);
void add_context_command(Parser& app, Command& command);
void add_map_command(Parser& app, Command& command);
void add_trajectory_command(Parser& app, Command& command);
void add_outcome_command(Parser& app, Command& command);
void add_calibration_command(Parser& app, Command& command);
void add_review_command(Parser& app, Command& command);
void add_dossier_command(Parser& app, Command& command);
void add_knew_command(Parser& app, Command& command);
void add_export_command(Parser& app, Command& command);
void add_diff_command(Parser& app, Command& command);
void add_rationale_command(Parser& app, Command& command);
void add_graph_command(Parser& app, Command& command);
void add_mcp_command(Parser& app, Command& command);
void add_serve_command(Parser& app, Command& command);
void add_stats_command(Parser& app, Command& command);
void add_formats_command(Parser& app, Command& command);
void add_completion_command(Parser& app, Command& command);
void add_demo_command(Parser& app, Command& command);

}  // namespace hence
