// The commands that look beyond one run: over the sessions of an agent, over many runs, over
// correlations; and each step of a thread against its goal.
#include <memory>

#include "cli/commands/commands.h"
#include "cli/commands/filters.h"

namespace hence {
namespace {

struct DriftArguments {
    std::string agent;
    std::string session;
    std::string baseline;
    std::string max;
};

struct CohortArguments {
    std::string by;
    RowFilters filters;
    std::string limit;
};

struct DirectivesArguments {
    std::string state;
    std::string agent;
    std::string correlation;
    std::string from;
    std::string to;
    std::string limit;
    bool open = false;
};

struct TopologyArguments {
    std::string from;
    std::string to;
    std::string format;
};

struct AlignmentArguments {
    std::string id;
    std::string scope;
    std::string goal;
    std::string only;
};

}  // namespace

void add_drift_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<DriftArguments>();
    Parser drift =
        app.add_subcommand("drift", "Compare an agent's latest session with its last ones");
    drift.add_option("AGENT", arguments->agent, "The agent: its name, or an end of it").required();
    drift.add_option("--session", arguments->session, "Judge this session instead of the latest");
    drift.add_option("--baseline", arguments->baseline,
                     "How many sessions before it at most, 5 to 1000 (20)");
    drift
        .add_option("--max", arguments->max,
                    "Exit with 1 when a measure is above this band: normal, watch, notable, strong")
        .one_of({"normal", "watch", "notable", "strong", "extreme"});
    drift.footer("Example: hence drift orchestrator --max notable");
    drift.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"drift"});
            with(request, "agent", arguments->agent);
            with(request, "session", arguments->session);
            with(request, "baseline", arguments->baseline);
            with(request, "max", arguments->max);
            return context.ask(std::move(request), "drift");
        };
    });
}

void add_cohort_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<CohortArguments>();
    Parser cohort = app.add_subcommand("cohort", "Compare runs by agent, model, tool or any field");
    cohort.add_option("--by", arguments->by,
                      "agent, model, tool, or a field such as fields.environment (agent)");
    cohort.add_option("--agent", arguments->filters.agent, "Only runs with events of this agent");
    cohort.add_option("--kind", arguments->filters.kind, "Only runs with events of this kind");
    cohort.add_flag("--errors", arguments->filters.errors, "Only runs with errors or failed calls");
    cohort.add_option(
        "--from", arguments->filters.from,
        "Only runs that had not ended by then: 2026-11-15, \"2026-11-15 10:30\", or 2h ago");
    cohort.add_option("--to", arguments->filters.to, "Only runs that had begun by then");
    cohort.add_option("--correlation", arguments->filters.correlation,
                      "Only runs of sessions that have a part in this correlation");
    cohort.add_option("--text", arguments->filters.text,
                      "Only where this occurs in the id, the goal or an agent");
    cohort.add_option("--limit", arguments->limit, "How many runs at most, the newest (all)");
    cohort.footer("Example: hence cohort --by model --from 7d");
    cohort.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"cohort"});
            with(request, "by", arguments->by);
            with(request, arguments->filters);
            with(request, "limit", arguments->limit);
            return context.ask(std::move(request), "cohort");
        };
    });
}

void add_directives_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<DirectivesArguments>();
    Parser directives =
        app.add_subcommand("directives", "Say what was ordered and what became of it");
    directives.add_flag("--open", arguments->open, "Only what nobody closed");
    directives
        .add_option("--state", arguments->state,
                    "Only in this state: pending, acknowledged, in_progress, completed, rejected "
                    "or expired")
        .one_of({"pending", "acknowledged", "in_progress", "completed", "rejected", "expired"});
    directives.add_option("--agent", arguments->agent, "Only with messages from or to this agent");
    directives.add_option("--correlation", arguments->correlation, "Only this one");
    directives.add_option(
        "--from", arguments->from,
        "Only what had not ended by then: 2026-11-15, \"2026-11-15 10:30\", or 2h ago");
    directives.add_option("--to", arguments->to, "Only what had begun by then");
    directives.add_option("--limit", arguments->limit, "How many at most, up to 10000 (100)");
    directives.footer("Example: hence directives --open");
    directives.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"directives"});
            with_flag(request, "open", arguments->open);
            with(request, "state", arguments->state);
            with(request, "agent", arguments->agent);
            with(request, "correlation", arguments->correlation);
            with(request, "from", arguments->from);
            with(request, "to", arguments->to);
            with(request, "limit", arguments->limit);
            return context.ask(std::move(request), "directives");
        };
    });
}

void add_topology_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<TopologyArguments>();
    Parser topology =
        app.add_subcommand("topology", "Show who called, delegated to and messaged whom");
    topology.add_option("--from", arguments->from,
                        "Only since then: 2026-11-15, \"2026-11-15 10:30\", or 2h ago");
    topology.add_option("--to", arguments->to, "Only until then; a day is meant whole");
    topology.add_option("--format", arguments->format, "text (default), json, dot or mermaid")
        .one_of({"text", "json", "dot", "mermaid"});
    topology.footer(
        "Example: hence topology --from 7d\n"
        "         hence topology --format dot | dot -Tsvg > topology.svg");
    topology.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"topology"});
            with(request, "from", arguments->from);
            with(request, "to", arguments->to);
            with(request, "format", arguments->format);
            return context.ask(std::move(request), "topology");
        };
    });
}

void add_alignment_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<AlignmentArguments>();
    Parser alignment =
        app.add_subcommand("alignment", "Say which steps recorded links lead to the stated goal");
    alignment.add_option("SESSION_OR_CORRELATION", arguments->id, "Its name, or an end of it")
        .required();
    alignment
        .add_option("--scope", arguments->scope,
                    "session or correlation (a session of that name, else a correlation)")
        .one_of({"session", "correlation"});
    alignment.add_option("--goal", arguments->goal,
                         "Against this goal alone: its event, or its node in the default graph");
    alignment
        .add_option("--only", arguments->only, "List these steps only: on_path, off_path, unknown")
        .one_of({"on_path", "off_path", "unknown"});
    alignment.footer("Example: hence alignment latest --only off_path");
    alignment.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"alignment", arguments->id});
            with(request, "scope", arguments->scope);
            with(request, "goal", arguments->goal);
            with(request, "only", arguments->only);
            return context.ask(std::move(request), "alignment");
        };
    });
}

}  // namespace hence
