#include "cli/commands/commands.h"

namespace hence {

void add_record_command(Parser& app, Command& command);
void add_quarantine_command(Parser& app, Command& command);
void add_redact_command(Parser& app, Command& command);
void add_listing_commands(Parser& app, Command& command);
void add_events_command(Parser& app, Command& command);
void add_search_command(Parser& app, Command& command);
void add_similar_command(Parser& app, Command& command);
void add_tree_command(Parser& app, Command& command);
void add_outline_command(Parser& app, Command& command);
void add_timeline_command(Parser& app, Command& command);
void add_explain_command(Parser& app, Command& command);
void add_show_command(Parser& app, Command& command);
void add_replay_command(Parser& app, Command& command);
void add_gaps_command(Parser& app, Command& command);
void add_debrief_command(Parser& app, Command& command);
void add_context_command(Parser& app, Command& command);
void add_map_command(Parser& app, Command& command);
void add_trajectory_command(Parser& app, Command& command);
void add_files_command(Parser& app, Command& command);
void add_outcome_command(Parser& app, Command& command);
void add_note_command(Parser& app, Command& command);
void add_session_command(Parser& app, Command& command);
void add_calibration_command(Parser& app, Command& command);
void add_review_command(Parser& app, Command& command);
void add_drift_command(Parser& app, Command& command);
void add_directives_command(Parser& app, Command& command);
void add_alignment_command(Parser& app, Command& command);
void add_cohort_command(Parser& app, Command& command);
void add_topology_command(Parser& app, Command& command);
void add_dossier_command(Parser& app, Command& command);
void add_knew_command(Parser& app, Command& command);
void add_export_command(Parser& app, Command& command);
void add_diff_command(Parser& app, Command& command);
void add_rationale_command(Parser& app, Command& command);
void add_graph_command(Parser& app, Command& command);
void add_mcp_command(Parser& app, Command& command);
void add_serve_command(Parser& app, Command& command);
void add_stats_command(Parser& app, Command& command);
void add_sql_command(Parser& app, Command& command);
void add_ask_command(Parser& app, Command& command);
void add_formats_command(Parser& app, Command& command);
void add_kinds_command(Parser& app, Command& command);
void add_completion_command(Parser& app, Command& command);
void add_demo_command(Parser& app, Command& command);
void add_status_command(Parser& app, Command& command);
void add_init_command(Parser& app, Command& command);
void add_open_command(Parser& app, Command& command);
void add_spool_command(Parser& app, Command& command);
void add_erase_command(Parser& app, Command& command);
void add_retain_command(Parser& app, Command& command);
void add_key_command(Parser& app, Command& command);
void add_prove_command(Parser& app, Command& command);
void add_verify_command(Parser& app, Command& command);
void add_integrity_command(Parser& app, Command& command);
void add_witness_command(Parser& app, Command& command);
void add_anchor_command(Parser& app, Command& command);
void add_logs_command(Parser& app, Command& command);
void add_copy_command(Parser& app, Command& command);

const std::vector<CommandGroup>& command_groups() {
    static const std::vector<CommandGroup> all = {
        {"What was recorded",
         {add_listing_commands, add_events_command, add_search_command, add_show_command,
          add_stats_command, add_sql_command, add_ask_command}},
        {"Why it happened",
         {add_explain_command, add_knew_command, add_similar_command, add_dossier_command}},
        {"What happened in a session or run",
         {add_debrief_command, add_tree_command, add_outline_command, add_timeline_command,
          add_context_command, add_map_command, add_trajectory_command, add_files_command,
          add_replay_command, add_diff_command}},
        {"Whether it was right, and what is missing",
         {add_gaps_command, add_alignment_command, add_review_command, add_calibration_command,
          add_outcome_command, add_note_command}},
        {"Beyond one run",
         {add_drift_command, add_cohort_command, add_directives_command, add_topology_command}},
        {"Recording",
         {add_record_command, add_quarantine_command, add_redact_command, add_rationale_command,
          add_session_command, add_graph_command, add_formats_command, add_kinds_command,
          add_spool_command}},
        {"Serving", {add_serve_command, add_mcp_command, add_open_command, add_demo_command}},
        {"Proof",
         {add_verify_command, add_prove_command, add_integrity_command, add_key_command,
          add_witness_command, add_anchor_command}},
        {"Administration",
         {add_status_command, add_init_command, add_export_command, add_erase_command,
          add_retain_command, add_logs_command, add_copy_command, add_completion_command}},
    };
    return all;
}

}  // namespace hence
