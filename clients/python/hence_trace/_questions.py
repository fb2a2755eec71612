"""A function for each answer of Hence. Written by tools/client_answers.py."""

from __future__ import annotations

from ._ask import Answer, asked, part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from . import answers
    from ._ask import Named

__all__ = [
    "agents",
    "alignment",
    "calibration",
    "cohort",
    "consistency",
    "context",
    "correlations",
    "debrief",
    "diff",
    "directives",
    "dossier",
    "drift",
    "edges",
    "events",
    "export",
    "export_graph",
    "files",
    "formats",
    "gaps",
    "graph_context",
    "integrity",
    "kinds",
    "knew",
    "map",
    "node",
    "node_history",
    "nodes",
    "outline",
    "proof",
    "proven_events",
    "quarantine",
    "quarantined",
    "query_graph",
    "replay_directive",
    "replay_incident",
    "replay_session",
    "replay_trade",
    "review",
    "runs",
    "search",
    "sessions",
    "show",
    "similar",
    "spool",
    "sql_schema",
    "stats",
    "status",
    "timeline",
    "topology",
    "trajectory",
    "tree",
    "why",
]


def agents(
    *,
    sort: str | None = None,
    ascending: bool | None = None,
    limit: int | None = None,
) -> Answer[list[answers.Agent]]:
    """Agents, newest first.

    sort: first, last, events, tokens, errors, duration, id, goal or agent, largest first.
    ascending: Smallest first.
    limit: How many at most.
    """
    return asked(
        "agents",
        {
            "sort": sort,
            "ascending": ascending,
            "limit": limit,
        },
    )


def alignment(
    name: Named,
    *,
    scope: Literal["session", "correlation"] | None = None,
    goal: str | None = None,
    only: Literal["on_path", "off_path", "unknown"] | None = None,
) -> Answer[answers.Alignment]:
    """Each step against the stated goal, by recorded links.

    name: A session or a correlation; its name may be shortened.
    scope: What the name stands for.
    goal: Against this goal alone: an event, or a node of the graph.
    only: Lists these steps only.
    """
    return asked(
        f"alignment/{part(name)}",
        {
            "scope": scope,
            "goal": goal,
            "only": only,
        },
    )


def calibration(
    *,
    decision_type: str | None = None,
    agent: str | None = None,
    bins: int | None = None,
    max_brier: float | None = None,
) -> Answer[answers.Calibration]:
    """Whether confidence is worth anything.

    decision_type: Decisions of this type only.
    agent: Of this agent only.
    bins: How many bins.
    max_brier: The check fails above this score.
    """
    return asked(
        "calibration",
        {
            "decision_type": decision_type,
            "agent": agent,
            "bins": bins,
            "max_brier": max_brier,
        },
    )


def cohort(
    *,
    by: str | None = None,
    agent: str | None = None,
    kind: str | None = None,
    errors: bool | None = None,
    from_: str | None = None,
    to: str | None = None,
    correlation: str | None = None,
    text: str | None = None,
    limit: int | None = None,
) -> Answer[answers.Cohort]:
    """Runs side by side.

    by: agent, model, tool, or a field, such as fields.environment.
    agent: Runs with events of this agent.
    kind: Runs with events of this kind.
    errors: Runs with an error or a failed call.
    from_: Not before this time.
    to: Not after this time.
    correlation: Runs of sessions that have a part in it.
    text: Where this occurs in the id, the goal or an agent.
    limit: How many runs at most, the newest; 0 is all.
    """
    return asked(
        "cohort",
        {
            "by": by,
            "agent": agent,
            "kind": kind,
            "errors": errors,
            "from": from_,
            "to": to,
            "correlation": correlation,
            "text": text,
            "limit": limit,
        },
    )


def consistency(
    *,
    from_: int | None = None,
    to: int | None = None,
) -> Answer[answers.Consistency]:
    """That one tree begins with another.

    from_: The size of the older tree.
    to: The size of the newer tree; the newest checkpoint's, unless given.
    """
    return asked(
        "integrity/consistency",
        {
            "from": from_,
            "to": to,
        },
    )


def context(
    session: Named = "latest",
    *,
    by: Literal["turn", "run"] | None = None,
) -> Answer[answers.ContextGraph]:
    """A session as a graph that plays back.

    session: A session; its name may be shortened.
    by: One thought to a model's turn, or to a run.
    """
    return asked(
        f"sessions/{part(session)}/context",
        {
            "by": by,
        },
    )


def correlations(
    *,
    sort: str | None = None,
    ascending: bool | None = None,
    limit: int | None = None,
) -> Answer[list[answers.Correlation]]:
    """Correlations, newest first.

    sort: first, last, events, tokens, errors, duration, id, goal or agent, largest first.
    ascending: Smallest first.
    limit: How many at most.
    """
    return asked(
        "correlations",
        {
            "sort": sort,
            "ascending": ascending,
            "limit": limit,
        },
    )


def debrief(
    run: Named = "latest",
    *,
    session: str | None = None,
    summaries: bool | None = None,
) -> Answer[answers.Debrief]:
    """What a run decided, and why.

    run: A run, or latest; its name may be shortened.
    session: The session of the run, where several have one of its name.
    summaries: Each step of the path also has its event, its summary, and what was said.
    """
    return asked(
        f"runs/{part(run)}/debrief",
        {
            "session": session,
            "summaries": summaries,
        },
    )


def diff(
    a: str,
    b: str,
    *,
    session: str | None = None,
    session_a: str | None = None,
    session_b: str | None = None,
) -> Answer[answers.Diff]:
    """Two runs, step by step.

    a: A run.
    b: The run that it is compared with.
    session: The session of both runs.
    session_a: The session of run a.
    session_b: The session of run b.
    """
    return asked(
        "diff",
        {
            "a": a,
            "b": b,
            "session": session,
            "session_a": session_a,
            "session_b": session_b,
        },
    )


def directives(
    *,
    state: Literal["pending", "acknowledged", "in_progress", "completed", "rejected", "expired"]
    | None = None,
    open: bool | None = None,
    agent: str | None = None,
    correlation: str | None = None,
    from_: str | None = None,
    to: str | None = None,
    limit: int | None = None,
) -> Answer[answers.Directives]:
    """What was ordered, and what became of it.

    state: In this state only.
    open: Only what nobody closed.
    agent: That this agent sent or received messages of.
    correlation: Of this correlation only; its name may be shortened.
    from_: Not before this time.
    to: Not after this time.
    limit: How many at most.
    """
    return asked(
        "directives",
        {
            "state": state,
            "open": open,
            "agent": agent,
            "correlation": correlation,
            "from": from_,
            "to": to,
            "limit": limit,
        },
    )


def dossier(
    event: Named,
    *,
    proof: bool | None = None,
) -> Answer[answers.Dossier]:
    """A decision, whole.

    event: A decision; its id may be shortened at either end.
    proof: With a proof that the decision is in the log.
    """
    return asked(
        f"events/{part(event)}/dossier",
        {
            "proof": proof,
        },
    )


def drift(
    agent: str,
    *,
    session: str | None = None,
    baseline: int | None = None,
    max: Literal["normal", "watch", "notable", "strong", "extreme"] | None = None,
) -> Answer[answers.Drift]:
    """An agent's latest session against its last ones.

    agent: Of this agent only.
    session: Judges this session instead of the agent's latest.
    baseline: How many sessions before it at most.
    max: The check fails when a measure is above this band.
    """
    return asked(
        "drift",
        {
            "agent": agent,
            "session": session,
            "baseline": baseline,
            "max": max,
        },
    )


def edges(
    graph: Named,
    *,
    node: Named | None = None,
    direction: Literal["in", "out", "both"] | None = None,
    as_of: str | None = None,
) -> Answer[list[answers.Edge]]:
    """Edges of a node, or of the graph.

    graph: The name of a graph.
    node: A node; its id may be shortened.
    direction: Which edges of the node.
    as_of: The graph as it was then.
    """
    return asked(
        f"graphs/{part(graph)}/edges",
        {
            "node": node,
            "direction": direction,
            "as_of": as_of,
        },
    )


def events(
    *,
    agent: str | None = None,
    session: str | None = None,
    run: str | None = None,
    correlation: str | None = None,
    from_: str | None = None,
    to: str | None = None,
    kinds: str | list[str] | None = None,
    where: str | None = None,
    text: str | None = None,
    limit: int | None = None,
    newest: bool | None = None,
) -> Answer[list[answers.Event]]:
    """Events that match every filter, in order.

    agent: Of this agent only.
    session: Of this session only; its name may be shortened.
    run: Of this run only; its name may be shortened, and latest is the newest.
    correlation: Of this correlation only; its name may be shortened.
    from_: Not before this time.
    to: Not after this time.
    kinds: Of these kinds only, with commas between them.
    where: An expression, such as fields.tool_name = "Read".
    text: Where this text occurs in the event's JSON, in upper or lower case.
    limit: How many at most.
    newest: Of all that match, the newest.
    """
    return asked(
        "events",
        {
            "agent": agent,
            "session": session,
            "run": run,
            "correlation": correlation,
            "from": from_,
            "to": to,
            "kinds": kinds,
            "where": where,
            "text": text,
            "limit": limit,
            "newest": newest,
        },
    )


def export(
    kind: Named,
    *,
    agent: str | None = None,
    session: str | None = None,
    run: str | None = None,
    correlation: str | None = None,
    from_: str | None = None,
    to: str | None = None,
    kinds: str | list[str] | None = None,
    where: str | None = None,
    text: str | None = None,
    limit: int | None = None,
    newest: bool | None = None,
    after_seq: int | None = None,
    decision_type: str | None = None,
    correct: bool | None = None,
    incorrect: bool | None = None,
    tree: str | None = None,
    explain: str | None = None,
    context: str | None = None,
    delegations: bool | None = None,
    down: bool | None = None,
    direction: Literal["up", "down"] | None = None,
    graph: bool | None = None,
    follow: Literal["assumed", "known", "recorded"] | None = None,
    assumed: bool | None = None,
    by: Literal["turn", "run"] | None = None,
    redact: bool | None = None,
    event: str | None = None,
    view: str | None = None,
    at: Named | None = None,
) -> Answer[str]:
    """Examples to train on, tables, lines and drawings.

    kind: training, csv, ndjson, sqlite (rows), prov, triples, markdown, dot, mermaid, html,
        messages or langgraph.
    agent: Of this agent only.
    session: Of this session only; its name may be shortened.
    run: Of this run only; its name may be shortened, and latest is the newest.
    correlation: Of this correlation only; its name may be shortened.
    from_: Not before this time.
    to: Not after this time.
    kinds: Of these kinds only, with commas between them.
    where: An expression, such as fields.tool_name = "Read".
    text: Where this text occurs in the event's JSON, in upper or lower case.
    limit: How many at most.
    newest: Of all that match, the newest.
    after_seq: sqlite: only rows that are new since this event.
    decision_type: Decisions of this type only.
    correct: Only decisions whose outcome was correct.
    incorrect: Only decisions whose outcome was incorrect.
    tree: Draws the tree of this session.
    explain: Draws what led to this event.
    context: Draws the context graph of this session.
    delegations: Goes on below a delegation into what the child did.
    down: What came of the event, instead.
    direction: What led here, or what came of it.
    graph: Every known link among all ancestors, too.
    follow: Which links: all, without assumed ones, or only recorded ones.
    assumed: False: as follow=known.
    by: One thought to a model's turn, or to a run.
    redact: Replaces the secrets of stored events by marks.
    event: Of html: the event that is selected when the file opens.
    view: Of html: graph, tree, timeline or transcript.
    at: Of messages and langgraph: the event; else the newest.
    """
    return asked(
        f"export/{part(kind)}",
        {
            "agent": agent,
            "session": session,
            "run": run,
            "correlation": correlation,
            "from": from_,
            "to": to,
            "kinds": kinds,
            "where": where,
            "text": text,
            "limit": limit,
            "newest": newest,
            "after_seq": after_seq,
            "decision_type": decision_type,
            "correct": correct,
            "incorrect": incorrect,
            "tree": tree,
            "explain": explain,
            "context": context,
            "delegations": delegations,
            "down": down,
            "direction": direction,
            "graph": graph,
            "follow": follow,
            "assumed": assumed,
            "by": by,
            "redact": redact,
            "event": event,
            "view": view,
            "at": at,
        },
    )


def export_graph(
    graph: Named,
    *,
    as_of: str | None = None,
) -> Answer[answers.GraphDocument]:
    """The whole graph.

    graph: The name of a graph.
    as_of: The graph as it was then.
    """
    return asked(
        f"graphs/{part(graph)}/export",
        {
            "as_of": as_of,
        },
    )


def files(
    session: Named = "latest",
    *,
    path: str | None = None,
    changed: bool | None = None,
    diffs: bool | None = None,
) -> Answer[answers.Files]:
    """The files that a session read, wrote, edited and deleted.

    session: A session; its name may be shortened.
    path: Only files that have this in their paths.
    changed: Only files that were written, edited or deleted.
    diffs: The text shows the last change of each file.
    """
    return asked(
        f"sessions/{part(session)}/files",
        {
            "path": path,
            "changed": changed,
            "diffs": diffs,
        },
    )


def formats() -> Answer[list[answers.Format]]:
    """What can be read."""
    return asked("formats")


def gaps(
    name: Named,
    *,
    scope: Literal["session", "correlation"] | None = None,
) -> Answer[answers.Gaps]:
    """What a session or correlation lacks.

    name: A session or a correlation; its name may be shortened.
    scope: What the name stands for.
    """
    return asked(
        f"gaps/{part(name)}",
        {
            "scope": scope,
        },
    )


def graph_context(
    graph: Named,
    *,
    limit: int | None = None,
    as_of: str | None = None,
) -> Answer[answers.GraphContext]:
    """A text for an agent's prompt.

    graph: The name of a graph.
    limit: How many at most.
    as_of: The graph as it was then.
    """
    return asked(
        f"graphs/{part(graph)}/context",
        {
            "limit": limit,
            "as_of": as_of,
        },
    )


def integrity() -> Answer[answers.Integrity]:
    """How far the log is covered by checkpoints, and what was erased."""
    return asked("integrity")


def kinds() -> Answer[list[answers.Kind]]:
    """The kinds of events that have known fields."""
    return asked("kinds")


def knew(
    event: Named,
    *,
    limit: int | None = None,
    items: int | None = None,
    search: str | None = None,
) -> Answer[answers.Knew]:
    """What an agent had before it when it did something.

    event: An event; its id may be shortened at either end.
    limit: Bytes that the texts of all messages may take, and those of all items; 0: any.
    items: So many items, the newest; 0: all.
    search: Only items that hold this text, in upper or lower case.
    """
    return asked(
        f"events/{part(event)}/knew",
        {
            "limit": limit,
            "items": items,
            "search": search,
        },
    )


def map(
    session: Named = "latest",
    *,
    by: Literal["turn", "run"] | None = None,
    limit: int | None = None,
    fan: int | None = None,
    open: str | None = None,
    closed: str | None = None,
) -> Answer[answers.SessionMap]:
    """The graph of a session, folded to fit a screen.

    session: A session; its name may be shortened.
    by: One thought to a model's turn, or to a run.
    limit: How many nodes, before anything is opened; at most 5000.
    fan: How many calls of a thought are shown; the rest are one stack.
    open: Shows what this stack or node stands for or hides; may repeat.
    closed: Hides what hangs under this node; may repeat.
    """
    return asked(
        f"sessions/{part(session)}/map",
        {
            "by": by,
            "limit": limit,
            "fan": fan,
            "open": open,
            "closed": closed,
        },
    )


def node(
    graph: Named,
    node: Named,
    *,
    as_of: str | None = None,
) -> Answer[answers.Node]:
    """One node.

    graph: The name of a graph.
    node: A node; its id may be shortened.
    as_of: The graph as it was then.
    """
    return asked(
        f"graphs/{part(graph)}/nodes/{part(node)}",
        {
            "as_of": as_of,
        },
    )


def node_history(
    graph: Named,
    node: Named,
    *,
    as_of: str | None = None,
) -> Answer[list[answers.NodeMoment]]:
    """What happened to a node.

    graph: The name of a graph.
    node: A node; its id may be shortened.
    as_of: The graph as it was then.
    """
    return asked(
        f"graphs/{part(graph)}/nodes/{part(node)}/history",
        {
            "as_of": as_of,
        },
    )


def nodes(
    graph: Named,
    *,
    as_of: str | None = None,
) -> Answer[list[answers.Node]]:
    """Every node of a graph.

    graph: The name of a graph.
    as_of: The graph as it was then.
    """
    return asked(
        f"graphs/{part(graph)}/nodes",
        {
            "as_of": as_of,
        },
    )


def outline(
    session: Named = "latest",
    *,
    order: Literal["tree", "time", "turns"] | None = None,
    offset: int | None = None,
    limit: int | None = None,
    at: Named | None = None,
    after: int | None = None,
    before: int | None = None,
    closed: str | None = None,
    open: str | None = None,
    levels: int | None = None,
    kinds: str | list[str] | None = None,
    errors: bool | None = None,
    fields: int | None = None,
) -> Answer[answers.Outline]:
    """A window of a session's tree or order.

    session: A session; its name may be shortened.
    order: Each below its parent, in the order of events, or turn by turn.
    offset: The first row that is given; from 0.
    limit: How many rows; at most 2000.
    at: The event whose row stands in the middle; its id may be shortened.
    after: Only what stands behind this place in the session.
    before: Only what stands before it; the last rows, without an offset.
    closed: Hides what is below these events: seqs, with commas between them.
    open: Shows what hangs on these events, though it would be hidden: seqs.
    levels: Hides what is deeper; 0: nothing.
    kinds: Of these kinds only, with commas between them.
    errors: Only what failed.
    fields: Gives fields of at most so many bytes.
    """
    return asked(
        f"sessions/{part(session)}/outline",
        {
            "order": order,
            "offset": offset,
            "limit": limit,
            "at": at,
            "after": after,
            "before": before,
            "closed": closed,
            "open": open,
            "levels": levels,
            "kinds": kinds,
            "errors": errors,
            "fields": fields,
        },
    )


def proof(
    event: Named,
) -> Answer[answers.EventProof]:
    """That an event is in the log, as a proof that needs no store.

    event: An event; its id may be shortened at either end.
    """
    return asked(f"events/{part(event)}/proof")


def proven_events(
    *,
    size: int | None = None,
) -> Answer[list[dict[str, Any]]]:
    """Every event with its salt and stored bytes.

    size: Of the tree; the newest checkpoint's, unless given.
    """
    return asked(
        "integrity/events",
        {
            "size": size,
        },
    )


def quarantine() -> Answer[list[answers.QuarantineRow]]:
    """What was refused, and why."""
    return asked("quarantine")


def quarantined(
    row: Named,
) -> Answer[answers.QuarantinedLine]:
    """What was refused, as it came.

    row: The number of a row.
    """
    return asked(f"quarantine/{part(row)}")


def query_graph(
    graph: Named,
    type: Literal[
        "active_goals", "recent_decisions", "path_between", "descendants", "ancestors", "open"
    ],
    *,
    node: Named | None = None,
    from_: str | None = None,
    to: str | None = None,
    limit: int | None = None,
    edge_types: str | list[str] | None = None,
    as_of: str | None = None,
) -> Answer[list[answers.Node]]:
    """Goals, decisions, paths and walks.

    graph: The name of a graph.
    type: What is asked.
    node: A node; its id may be shortened.
    from_: Where the path begins.
    to: Where the path ends.
    limit: How many at most.
    edge_types: Along these edges only, with commas between them.
    as_of: The graph as it was then.
    """
    return asked(
        f"graphs/{part(graph)}/query",
        {
            "type": type,
            "node": node,
            "from": from_,
            "to": to,
            "limit": limit,
            "edge_types": edge_types,
            "as_of": as_of,
        },
    )


def replay_directive(
    correlation: Named,
    *,
    limit: int | None = None,
    summaries: bool | None = None,
) -> Answer[answers.Replay]:
    """Everything of a correlation, in order.

    correlation: A correlation; its name may be shortened.
    limit: How many at most.
    summaries: Each event carries its summary, too.
    """
    return asked(
        f"replay/directive/{part(correlation)}",
        {
            "limit": limit,
            "summaries": summaries,
        },
    )


def replay_incident(
    correlation: Named,
    *,
    limit: int | None = None,
    summaries: bool | None = None,
) -> Answer[answers.Replay]:
    """Messages, errors and outcomes of a correlation, in order.

    correlation: A correlation; its name may be shortened.
    limit: How many at most.
    summaries: Each event carries its summary, too.
    """
    return asked(
        f"replay/incident/{part(correlation)}",
        {
            "limit": limit,
            "summaries": summaries,
        },
    )


def replay_session(
    session: Named = "latest",
    *,
    limit: int | None = None,
    summaries: bool | None = None,
) -> Answer[answers.Replay]:
    """Everything of a session but messages, in order.

    session: A session; its name may be shortened.
    limit: How many at most.
    summaries: Each event carries its summary, too.
    """
    return asked(
        f"replay/session/{part(session)}",
        {
            "limit": limit,
            "summaries": summaries,
        },
    )


def replay_trade(
    correlation: Named,
    *,
    limit: int | None = None,
    summaries: bool | None = None,
) -> Answer[answers.Replay]:
    """Everything of a correlation, in order.

    correlation: A correlation; its name may be shortened.
    limit: How many at most.
    summaries: Each event carries its summary, too.
    """
    return asked(
        f"replay/trade/{part(correlation)}",
        {
            "limit": limit,
            "summaries": summaries,
        },
    )


def review(
    agent: str,
    *,
    high: float | None = None,
) -> Answer[answers.Review]:
    """What an agent got wrong, and a question for each.

    agent: Of this agent only.
    high: From which confidence on it counts as high.
    """
    return asked(
        "review",
        {
            "agent": agent,
            "high": high,
        },
    )


def runs(
    *,
    agent: str | None = None,
    kind: str | None = None,
    errors: bool | None = None,
    from_: str | None = None,
    to: str | None = None,
    correlation: str | None = None,
    text: str | None = None,
    status: bool | None = None,
    sort: str | None = None,
    ascending: bool | None = None,
    limit: int | None = None,
) -> Answer[list[answers.Run]]:
    """Runs that fit every filter, newest first.

    agent: With events of this agent only.
    kind: With events of this kind only.
    errors: With errors or failed calls only.
    from_: Only what lasted until this time.
    to: Only what had begun by this time.
    correlation: Only sessions that have a part in this correlation; its name may be shortened.
    text: Only where this occurs in the id, the goal or an agent, in upper or lower case.
    status: Adds how each ended, and what came of its decisions.
    sort: first, last, events, tokens, errors, duration, id, goal or agent, largest first.
    ascending: Smallest first.
    limit: How many at most.
    """
    return asked(
        "runs",
        {
            "agent": agent,
            "kind": kind,
            "errors": errors,
            "from": from_,
            "to": to,
            "correlation": correlation,
            "text": text,
            "status": status,
            "sort": sort,
            "ascending": ascending,
            "limit": limit,
        },
    )


def search(
    q: str,
    *,
    agent: str | None = None,
    session: str | None = None,
    run: str | None = None,
    correlation: str | None = None,
    from_: str | None = None,
    to: str | None = None,
    kinds: str | list[str] | None = None,
    where: str | None = None,
    text: str | None = None,
    rank: bool | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Answer[answers.SearchAnswer]:
    """Events whose texts hold these words.

    q: Words, "a phrase", -not, prefix*; a shell fragment is found as it stands.
    agent: Of this agent only.
    session: Of this session only; its name may be shortened.
    run: Of this run only; its name may be shortened, and latest is the newest.
    correlation: Of this correlation only; its name may be shortened.
    from_: Not before this time.
    to: Not after this time.
    kinds: Of these kinds only, with commas between them.
    where: An expression, such as fields.tool_name = "Read".
    text: Where this text occurs in the event's JSON, in upper or lower case.
    rank: The best matches first, instead of the newest.
    limit: How many at most.
    cursor: Where a page begins: next of the page before it.
    """
    return asked(
        "search",
        {
            "q": q,
            "agent": agent,
            "session": session,
            "run": run,
            "correlation": correlation,
            "from": from_,
            "to": to,
            "kinds": kinds,
            "where": where,
            "text": text,
            "rank": rank,
            "limit": limit,
            "cursor": cursor,
        },
    )


def sessions(
    *,
    agent: str | None = None,
    kind: str | None = None,
    errors: bool | None = None,
    from_: str | None = None,
    to: str | None = None,
    correlation: str | None = None,
    text: str | None = None,
    status: bool | None = None,
    sort: str | None = None,
    ascending: bool | None = None,
    limit: int | None = None,
) -> Answer[list[answers.Session]]:
    """Sessions that fit every filter, newest first.

    agent: With events of this agent only.
    kind: With events of this kind only.
    errors: With errors or failed calls only.
    from_: Only what lasted until this time.
    to: Only what had begun by this time.
    correlation: Only sessions that have a part in this correlation; its name may be shortened.
    text: Only where this occurs in the id, the goal or an agent, in upper or lower case.
    status: Adds how each ended, and what came of its decisions.
    sort: first, last, events, tokens, errors, duration, id, goal or agent, largest first.
    ascending: Smallest first.
    limit: How many at most.
    """
    return asked(
        "sessions",
        {
            "agent": agent,
            "kind": kind,
            "errors": errors,
            "from": from_,
            "to": to,
            "correlation": correlation,
            "text": text,
            "status": status,
            "sort": sort,
            "ascending": ascending,
            "limit": limit,
        },
    )


def show(
    event: Named,
) -> Answer[answers.Event]:
    """One event.

    event: An event; its id may be shortened at either end.
    """
    return asked(f"events/{part(event)}")


def similar(
    to: Named,
    *,
    agent: str | None = None,
    limit: int | None = None,
) -> Answer[answers.Similar]:
    """Earlier decisions on like questions, and what came of them.

    to: A decision (its id may be shortened), or a question in words.
    agent: Of this agent only.
    limit: How many at most.
    """
    return asked(
        "similar",
        {
            "to": to,
            "agent": agent,
            "limit": limit,
        },
    )


def spool() -> Answer[answers.Spool]:
    """What lies in the spool, and how much of it is in the store."""
    return asked("spool")


def sql_schema() -> Answer[answers.SqlSchema]:
    """The tables and columns of SQL."""
    return asked("sql/schema")


def stats(
    *,
    agent: str | None = None,
    session: str | None = None,
    run: str | None = None,
    from_: str | None = None,
    to: str | None = None,
    slower_than: float | None = None,
) -> Answer[answers.Stats]:
    """Figures.

    agent: Of this agent only.
    session: Of this session only; its name may be shortened.
    run: Of this run only; its name may be shortened, and latest is the newest.
    from_: Not before this time.
    to: Not after this time.
    slower_than: Lists all that took longer, in milliseconds.
    """
    return asked(
        "stats",
        {
            "agent": agent,
            "session": session,
            "run": run,
            "from": from_,
            "to": to,
            "slower_than": slower_than,
        },
    )


def status() -> Answer[answers.Status]:
    """What is in the store, and which process answers."""
    return asked("status")


def timeline(
    session: Named = "latest",
    *,
    from_: str | None = None,
    to: str | None = None,
    buckets: int | None = None,
    limit: int | None = None,
    lanes: Literal["agent", "run"] | None = None,
) -> Answer[answers.Timeline]:
    """A session by the clock.

    session: A session; its name may be shortened.
    from_: Not before this time.
    to: Not after this time.
    buckets: Into how many parts a long stretch is cut; at most 2000.
    limit: Up to how many events each is told by itself; at most 10000.
    lanes: What gets a lane of its own.
    """
    return asked(
        f"sessions/{part(session)}/timeline",
        {
            "from": from_,
            "to": to,
            "buckets": buckets,
            "limit": limit,
            "lanes": lanes,
        },
    )


def topology(
    *,
    from_: str | None = None,
    to: str | None = None,
) -> Answer[answers.Topology]:
    """Who called, delegated to and messaged whom.

    from_: Not before this time.
    to: Not after this time.
    """
    return asked(
        "topology",
        {
            "from": from_,
            "to": to,
        },
    )


def trajectory(
    session: Named = "latest",
    *,
    limit: int | None = None,
    cursor: str | None = None,
) -> Answer[answers.Trajectory]:
    """A session step by step.

    session: A session; its name may be shortened.
    limit: How many at most.
    cursor: Where a page begins: next of the page before it.
    """
    return asked(
        f"sessions/{part(session)}/trajectory",
        {
            "limit": limit,
            "cursor": cursor,
        },
    )


def tree(
    session: Named = "latest",
    *,
    delegations: bool | None = None,
    flat: bool | None = None,
    steps: bool | None = None,
) -> Answer[answers.Tree]:
    """What caused what in a session.

    session: A session; its name may be shortened.
    delegations: Goes on below a delegation into what the child did.
    flat: A list, depth first, in place of a tree.
    steps: Text shows the bare tree instead of turns.
    """
    return asked(
        f"sessions/{part(session)}/tree",
        {
            "delegations": delegations,
            "flat": flat,
            "steps": steps,
        },
    )


def why(
    event: Named,
    *,
    direction: Literal["up", "down"] | None = None,
    down: bool | None = None,
    graph: bool | None = None,
    follow: Literal["assumed", "known", "recorded"] | None = None,
    assumed: bool | None = None,
    all: bool | None = None,
    limit: int | None = None,
    reach: int | None = None,
) -> Answer[answers.Explanation]:
    """Why an event happened, or what it led to.

    event: An event; its id may be shortened at either end.
    direction: What led here, or what came of it.
    down: What came of the event, instead.
    graph: Every known link among all ancestors, too.
    follow: Which links: all, without assumed ones, or only recorded ones.
    assumed: False: as follow=known.
    all: Text shows every link.
    limit: How many at most.
    reach: Of effects: the walk stops when it has met so many, and counts no further.
    """
    return asked(
        f"events/{part(event)}/explain",
        {
            "direction": direction,
            "down": down,
            "graph": graph,
            "follow": follow,
            "assumed": assumed,
            "all": all,
            "limit": limit,
            "reach": reach,
        },
    )
