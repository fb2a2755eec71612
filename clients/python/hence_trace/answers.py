"""What the answers of Hence hold: a type for each. Written by tools/client_answers.py."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class Agent(TypedDict):
    id: str
    first: str | None
    last: str | None
    events: int
    kinds: dict[str, int]
    agents: list[str]
    tokens: float | None
    errors: int
    goal: str | None
    duration_ms: float | None


class AgentFigures(TypedDict):
    agent: str | None
    events: int
    tool_calls: int
    llm_calls: int
    errors: int
    calls_ms: float | None
    tokens: Tokens
    cost_usd: float | None


class _AgentPageSometimes(TypedDict, total=False):
    totals: ListTotals


class AgentPage(_AgentPageSometimes):
    agents: list[Agent]
    next: str | None


class Alignment(TypedDict):
    id: str
    scope: Literal["session", "correlation"]
    goals: list[AlignmentGoal]
    on_path: int
    off_path: int
    unknown: int
    steps: list[AlignmentStep]


class AlignmentGoal(TypedDict):
    event: str
    node: str | None
    text: str


_AlignmentLinkWorded = TypedDict(
    "_AlignmentLinkWorded",
    {
        "from": "str",
    },
)


class AlignmentLink(_AlignmentLinkWorded):
    type: str
    provenance: Literal["explicit", "derived"]


class AlignmentStep(TypedDict):
    event: str
    kind: str
    agent: str | None
    time: str
    summary: str
    standing: Literal["on_path", "off_path", "unknown"]
    leads_to: str | None
    link: AlignmentLink | None


class AssignedId(TypedDict):
    line: int
    id: str


class Calibration(TypedDict):
    decision_type: str | None
    agent: str | None
    n: int
    without_outcome: int
    brier: float | None
    ece: float | None
    constant_confidence: bool
    bins: list[CalibrationBin]


class CalibrationBin(TypedDict):
    lo: float
    hi: float
    n: int
    mean_confidence: float | None
    accuracy: float | None
    wilson_lo: float | None
    wilson_hi: float | None


class _ChainLinkSometimes(TypedDict, total=False):
    inherited: str | None
    abandoned: bool


class ChainLink(_ChainLinkSometimes):
    """inherited and abandoned are there where the session is a fork or was rewound."""

    event_id: str
    kind: str
    agent: str | None
    time: str
    summary: str
    rationale: Rationale | None
    said: str | None
    via: LinkOrigin | None
    also: list[LinkOrigin]


class Cohort(TypedDict):
    by: str
    runs: int
    without: int
    groups: list[CohortGroup]


class CohortCalibration(TypedDict):
    n: int
    mean_confidence: float | None
    accuracy: float | None
    brier: float | None


class CohortGroup(TypedDict):
    value: str
    runs: int
    success: float | None
    statuses: dict[str, int]
    tokens: Distribution
    cost_usd: Distribution
    duration_ms: Distribution
    failures: Distribution
    loops: Distribution
    calibration: CohortCalibration


class _CompletenessSometimes(TypedDict, total=False):
    erased: int


class Completeness(_CompletenessSometimes):
    """What an answer lacks. Without erased, nothing was erased."""

    complete: bool
    missing_parents: list[MissingParent]
    cycles: list[list[str]]
    unresolved_refs: list[UnresolvedRef]
    uncaused: list[str]
    truncated: int
    gaps: list[Gap]


class ComputedCost(TypedDict):
    """Of calls that state no cost; unpriced: models without a price."""

    cost_usd: float
    calls: int
    calls_unpriced: int
    unpriced: list[str]


_ConsistencyWorded = TypedDict(
    "_ConsistencyWorded",
    {
        "from": "int",
    },
)


class Consistency(_ConsistencyWorded):
    to: int
    path: list[str]


_ContextEdgeWorded = TypedDict(
    "_ContextEdgeWorded",
    {
        "from": "str",
    },
)


class ContextEdge(_ContextEdgeWorded):
    to: str
    label: str


class ContextGraph(TypedDict):
    session: str
    nodes: list[ContextNode]
    edges: list[ContextEdge]
    completeness: Completeness


class _ContextNodeSometimes(TypedDict, total=False):
    inherited: str | None
    abandoned: bool


class ContextNode(_ContextNodeSometimes):
    id: str
    type: Literal["INCIDENT", "THOUGHT", "TOOL_CALL", "OBSERVATION", "ACTION"]
    label: str
    time: str | None
    duration_ms: float | None
    tokens: float | None
    status: str | None
    event: str | None
    run: str | None
    agent: str | None
    synthesized: bool


class Correlation(TypedDict):
    id: str
    first: str | None
    last: str | None
    events: int
    kinds: dict[str, int]
    agents: list[str]
    tokens: float | None
    errors: int
    goal: str | None
    sessions: list[str]
    duration_ms: float | None


class _CorrelationPageSometimes(TypedDict, total=False):
    totals: ListTotals


class CorrelationPage(_CorrelationPageSometimes):
    correlations: list[Correlation]
    next: str | None


class Countersigned(TypedDict):
    type: Literal["cosignature", "timestamp"]
    size: int
    root: str
    at_ms: int
    data: str


class Coverage(TypedDict):
    tool_calls: int
    with_rationale: int


class CriticalPath(TypedDict):
    duration_ms: float
    steps: int
    segments: list[CriticalSegment]


_CriticalSegmentWorded = TypedDict(
    "_CriticalSegmentWorded",
    {
        "from": "str",
    },
)


class CriticalSegment(_CriticalSegmentWorded):
    event: str
    ordinal: int
    lane: int
    to: str


class Debrief(TypedDict):
    run_id: str
    goal: str | None
    path: list[DebriefStep]
    assumptions: list[DebriefAssumption]
    curator_actions: list[DebriefCuration]
    alternatives: list[DebriefAlternatives]
    termination: DebriefEnd
    verdict: Verdict | None
    rationale: list[DebriefRationale]
    coverage: Coverage
    completeness: Completeness


class DebriefAlternatives(TypedDict):
    iter: int | None
    chosen: str | None
    rejected: list[RejectedOption]


class DebriefAssumption(TypedDict):
    iter: int | None
    assumption: str | None
    rationale: Rationale | None


class DebriefCuration(TypedDict):
    iter: int | None
    action: str
    target_ref: str | None
    rationale: Rationale | None


class DebriefEnd(TypedDict):
    by: str
    rationale: Rationale | None


class DebriefRationale(TypedDict):
    iteration: int | None
    decision: str
    tool_name: str | None
    rationale: Rationale | None


class _DebriefStepSometimes(TypedDict, total=False):
    event: str
    summary: str
    said: str | None


class DebriefStep(_DebriefStepSometimes):
    """event, summary and said are there when summaries are asked for. said is what the agent
    wrote in the answer that asked for the step, or null.
    """

    iter: int | None
    action: str
    rationale: Rationale | None


class DeletedNode(TypedDict):
    deleted: Node
    edges: list[Edge]


class _DiffSometimes(TypedDict, total=False):
    shared: DiffShared


class Diff(_DiffSometimes):
    """Of two sessions of which one is a fork, `shared` says where they part."""

    a: str
    b: str
    same: bool
    first_divergence: Divergence | None
    edits: list[Edit]
    tokens: TokensPair
    duration_ms: NumberPair


class DiffShared(TypedDict):
    events: int
    last: str | None


class DiffStep(TypedDict):
    event: str
    step: str


_DirectiveWorded = TypedDict(
    "_DirectiveWorded",
    {
        "from": "str | None",
    },
)


class Directive(_DirectiveWorded):
    correlation: str
    summary: str
    to: list[str]
    state: Literal["pending", "acknowledged", "in_progress", "completed", "rejected", "expired"]
    open: bool
    messages: int
    duration_ms: float | None
    steps: list[DirectiveStep]


class DirectiveStep(TypedDict):
    """duration_ms: until the next step."""

    state: Literal["pending", "acknowledged", "in_progress", "completed", "rejected", "expired"]
    event: str
    by: str | None
    time: str | None
    duration_ms: float | None


class Directives(TypedDict):
    matched: int
    open: int
    states: dict[str, int]
    directives: list[Directive]


class Distribution(TypedDict):
    """Over the runs that state it."""

    n: int
    min: float | None
    p25: float | None
    median: float | None
    p75: float | None
    max: float | None
    spread: float | None


class Divergence(TypedDict):
    index: int
    a: DiffStep | None
    b: DiffStep | None


class _DossierSometimes(TypedDict, total=False):
    notes: list[Note]
    proof: EventProof


class Dossier(_DossierSometimes):
    event: str
    decision: Event
    inputs: Any
    alternatives: list[RejectedOption]
    rationale: Rationale | None
    confidence: float | None
    chain: list[ChainLink]
    messages: list[Event]
    outcome: Event | None
    completeness: Completeness


class Drift(TypedDict):
    """Not enough: there are no measures."""

    agent: str
    session: str
    baseline: DriftBaseline
    enough: bool
    band: Literal["normal", "watch", "notable", "strong", "extreme"] | None
    measures: list[DriftMeasure]


class DriftBaseline(TypedDict):
    """The sessions compared with, newest first."""

    asked: int
    needed: int
    sessions: list[str]


class DriftMeasure(TypedDict):
    measure: str
    of: str | None
    value: float | None
    n: int
    mean: float | None
    spread: float | None
    z: float | None
    band: Literal["normal", "watch", "notable", "strong", "extreme"] | None
    note: str | None
    events: list[str]
    events_total: int


class Durations(TypedDict):
    n: int
    mean_ms: float | None
    p50_ms: float | None
    p95_ms: float | None
    max_ms: float | None


class Edge(TypedDict):
    id: str
    from_id: str
    to_id: str
    edge_type: Literal[
        "leads_to", "chosen", "rejected", "requires", "blocks", "enables", "supersedes"
    ]
    metadata: dict[str, Any]
    created_at: str


class Edit(TypedDict):
    op: Literal["same", "added", "removed", "changed"]
    a: DiffStep | None
    b: DiffStep | None


class _ErasedSometimes(TypedDict, total=False):
    rows: list[int]
    left: list[str]


class Erased(_ErasedSometimes):
    """left: where bytes may still lie because the store could not reach them, in words."""

    dry_run: bool
    reason: str
    events: int
    already: int
    seqs: list[list[int]]
    kinds: dict[str, int]
    sessions: list[ErasedSession]
    erasures: list[str]


class ErasedSession(TypedDict):
    session: str | None
    events: int


class ErasureRow(TypedDict):
    event: str
    time: str
    reason: str | None
    by: str | None
    count: int | None


class Error(TypedDict):
    """What went wrong."""

    error: ErrorDetail


class ErrorCount(TypedDict):
    error: str
    count: int
    last_seen: str | None
    agents: list[str]


class ErrorDetail(TypedDict):
    code: Literal[
        "invalid",
        "not_found",
        "conflict",
        "limit",
        "corrupt",
        "io",
        "unsupported",
        "unauthorized",
        "forbidden",
        "busy",
    ]
    message: str
    hint: str | None


class _EventSometimes(TypedDict, total=False):
    agent: str
    session: str
    run: str
    parent: str
    causes: list[str]
    correlation: str
    iteration: int
    duration_ms: float
    rationale: Rationale
    fields: dict[str, Any]
    source: str
    flags: list[str]


class Event(_EventSometimes):
    """An event as it is stored; what is absent is left out."""

    id: str
    kind: str
    time: str
    seq: int
    received: str


class EventPage(TypedDict):
    events: list[Event]
    next: str | None


class EventProof(TypedDict):
    """proof: a c2sp.org/tlog-proof. salt and stored: of what the leaf commits to, in base64."""

    event: Event
    salt: str | None
    stored: str | None
    proof: str
    key: str | None


class _ExplanationSometimes(TypedDict, total=False):
    notes: list[Note]


class Explanation(_ExplanationSometimes):
    """notes where people wrote some about events of the chain."""

    event: str
    direction: Literal["up", "down"]
    chain: list[ChainLink]
    links: list[Link]
    completeness: Completeness


class FileChange(TypedDict):
    """Lines with a sign each; `cut` lines are left out."""

    event: str
    deed: Literal["written", "edited", "deleted"]
    added: int
    removed: int
    diff: str
    cut: int


class FileTouch(TypedDict):
    """One call, and what it did to the file."""

    event: str
    deed: Literal["read", "written", "edited", "deleted"]
    tool: str | None
    agent: str | None
    time: str | None
    status: Literal["ok", "error"] | None
    provenance: Literal["recorded", "assumed"]
    moved: str | None


class Files(TypedDict):
    session: str
    files: list[TouchedFile]
    read: int
    written: int
    edited: int
    deleted: int
    shell_calls: int


class Format(TypedDict):
    name: str
    description: str
    version: str
    maps: str


class Gap(TypedDict):
    rule: str
    event: str | None
    detail: str


class Gaps(TypedDict):
    id: str
    scope: Literal["session", "correlation"]
    completeness: Completeness
    rules: list[RuleCheck]


class GraphContext(TypedDict):
    graph: str
    text: str


class GraphDocument(TypedDict):
    graph: str
    nodes: list[Node]
    edges: list[Edge]


class GraphReceipt(TypedDict):
    graph: str
    accepted: int
    duplicates: int


class Health(TypedDict):
    status: Literal["ok"]
    last_seq: int


class Integrity(TypedDict):
    """checkpoints: the newest ones, newest first."""

    verified_up_to: int
    at: str
    root: str
    key: str | None
    checkpoint: str | None
    checkpoints: list[KeptCheckpoint]
    erasures: list[ErasureRow]


class Kept(TypedDict):
    kept: bool


class KeptCheckpoint(TypedDict):
    type: Literal["checkpoint", "cosignature", "timestamp"]
    size: int
    at: str
    root: str
    key: str | None


class Kind(TypedDict):
    """A kind of event that has known fields; any other kind is stored and shown, too."""

    kind: str
    label: str
    group: Literal[
        "call", "reasoning", "exchange", "result", "boundary", "wrapper", "graph", "remark"
    ]
    colour: str
    fields: list[KindField]
    wants_rationale: bool
    beginning: bool


class KindField(TypedDict):
    name: str
    expected: bool


class Knew(TypedDict):
    """What an agent knew. exact: the messages are all that the model was shown, and items hold
    what came in later; else items hold all that came in. more: steps before these.
    """

    event: str
    agent: str | None
    run: str | None
    model_call: str | None
    previous: str | None
    recorded: bool
    exact: bool
    messages: KnewMessages | None
    search: str | None
    items: list[KnewItem]
    items_total: int
    items_found: int
    steps: list[KnewStep]
    more: bool


_KnewItemWorded = TypedDict(
    "_KnewItemWorded",
    {
        "from": "str | None",
    },
)


class KnewItem(_KnewItemWorded):
    """Something that came in for the agent. new: since the model call before the last one;
    after_call: since the last one.
    """

    event: str
    source: Literal["prompt", "task", "message", "file", "tool", "observation", "shown"]
    tool: str | None
    time: str
    text: str
    bytes: int
    cut: bool
    new: bool
    after_call: bool


class KnewMessage(TypedDict):
    """bytes: of the whole text."""

    index: int
    role: str | None
    text: str
    bytes: int
    cut: bool


class KnewMessages(TypedDict):
    """kept: how many both begin with. compared: whether the messages before were recorded."""

    total: int
    kept: int
    bytes: int
    added: list[KnewMessage]
    dropped: list[KnewMessage]
    compared: bool


class KnewStep(TypedDict):
    id: str
    kind: str
    time: str
    summary: str
    status: Literal["ok", "error"] | None


class Latency(TypedDict):
    mean_ms: float | None
    p50_ms: float | None
    p95_ms: float | None
    max_ms: float | None


class Leaving(TypedDict):
    leaving: bool


_LinkWorded = TypedDict(
    "_LinkWorded",
    {
        "from": "str",
    },
)


class Link(_LinkWorded):
    to: str
    type: str
    provenance: Literal["explicit", "derived", "assumed"]


_LinkOriginWorded = TypedDict(
    "_LinkOriginWorded",
    {
        "from": "str",
    },
)


class LinkOrigin(_LinkOriginWorded):
    type: str
    provenance: Literal["explicit", "derived", "assumed"]


class ListTotals(TypedDict):
    """Over all rows that fit the filter."""

    rows: int
    events: int
    errors: int
    tokens: float | None


class Loop(TypedDict):
    run: str | None
    steps: list[str]
    repeats: int
    first_event: str


_MapEdgeWorded = TypedDict(
    "_MapEdgeWorded",
    {
        "from": "str",
    },
)


class MapEdge(_MapEdgeWorded):
    to: str
    label: str
    provenance: Literal["explicit", "derived", "assumed"]
    count: int


class _MapNodeSometimes(TypedDict, total=False):
    time_derived: bool


class MapNode(_MapNodeSometimes):
    """A STACK stands for several. kind and summary are those of the event."""

    id: str
    type: Literal[
        "INCIDENT", "THOUGHT", "TOOL_CALL", "OBSERVATION", "ACTION", "DECISION", "OUTCOME", "STACK"
    ]
    label: str
    time: str | None
    duration_ms: float | None
    tokens: float | None
    status: str | None
    event: str | None
    run: str | None
    agent: str | None
    synthesized: bool
    ordinal: int | None
    last_ordinal: int | None
    parent: str | None
    members: int
    errors: int
    hidden: int
    level: int
    kind: str | None
    summary: str | None


class MissingParent(TypedDict):
    event: str
    parent: str


class _NewCheckpointSometimes(TypedDict, total=False):
    name: str | None
    agent: str | None
    id: str | None


class NewCheckpoint(_NewCheckpointSometimes):
    pass


class _NewEdgeSometimes(TypedDict, total=False):
    id: str
    metadata: dict[str, Any]
    created_at: str


class NewEdge(_NewEdgeSometimes):
    from_id: str
    to_id: str
    edge_type: Literal["leads_to", "chosen", "rejected", "requires", "blocks", "enables"]


class _NewErasureSometimes(TypedDict, total=False):
    event: str | None
    session: str | None
    where: str | None
    older_than: str | None
    quarantine: int
    by: str | None
    dry_run: bool | None


class NewErasure(_NewErasureSometimes):
    """One of event, session, where, older_than and quarantine (the number of a row); where may
    go with older_than.
    """

    reason: str


class _NewEventSometimes(TypedDict, total=False):
    id: str
    agent: str
    session: str
    run: str
    parent: str
    causes: list[str]
    correlation: str
    iteration: int
    duration_ms: float
    rationale: Rationale
    fields: dict[str, Any]
    source: str
    flags: list[str]


class NewEvent(_NewEventSometimes):
    """An event as it is sent. seq and received are ignored."""

    kind: str
    time: str


_NewForkWordedSometimes = TypedDict(
    "_NewForkWordedSometimes",
    {
        "as": "str | None",
    },
    total=False,
)


class _NewForkSometimes(TypedDict, total=False):
    at: str | None
    agent: str | None
    id: str | None


class NewFork(_NewForkWordedSometimes, _NewForkSometimes):
    """`at` is an event or a checkpoint; without it the newest event. `as` names the fork."""


class _NewNodeSometimes(TypedDict, total=False):
    id: str
    status: Literal["active", "completed", "superseded", "rejected"]
    confidence: float | None
    rationale: str | None
    metadata: dict[str, Any]
    event: str | None
    created_at: str
    updated_at: str


class NewNode(_NewNodeSometimes):
    type: Literal["goal", "decision", "option", "action", "outcome", "observation", "revisit"]
    label: str


class _NewNoteSometimes(TypedDict, total=False):
    author: str | None
    id: str | None


class NewNote(_NewNoteSometimes):
    text: str


class _NewOutcomeSometimes(TypedDict, total=False):
    outcome: str | None
    agent: str | None
    id: str | None


class NewOutcome(_NewOutcomeSometimes):
    """Null is an outcome as well: unknown."""

    correct: bool | None


class _NewOutcomeOfLatestSometimes(TypedDict, total=False):
    outcome: str | None
    agent: str | None
    id: str | None


class NewOutcomeOfLatest(_NewOutcomeOfLatestSometimes):
    correlation: str
    decision_type: str
    correct: bool | None


class _NewRewindSometimes(TypedDict, total=False):
    agent: str | None
    id: str | None


class NewRewind(_NewRewindSometimes):
    """`to` is an event or a checkpoint."""

    to: str


class Node(TypedDict):
    """A node of a decision graph."""

    id: str
    type: Literal["goal", "decision", "option", "action", "outcome", "observation", "revisit"]
    label: str
    status: Literal["active", "completed", "superseded", "rejected"]
    confidence: float | None
    rationale: str | None
    metadata: dict[str, Any]
    event: str | None
    created_at: str
    updated_at: str


class _NodeChangeSometimes(TypedDict, total=False):
    label: str
    status: Literal["active", "completed", "superseded", "rejected"]
    confidence: float | None
    rationale: str | None
    metadata: dict[str, Any]


class NodeChange(_NodeChangeSometimes):
    pass


class NodeMoment(TypedDict):
    event: str
    time: str
    kind: str
    agent: str | None
    session: str | None
    run: str | None
    correlation: str | None
    edge: Edge | None
    node: Node | None


class Note(TypedDict):
    id: str
    of: str
    time: str
    author: str | None
    text: str


class NumberPair(TypedDict):
    a: float | None
    b: float | None


class _OtlpAnswerSometimes(TypedDict, total=False):
    partialSuccess: OtlpPartialSuccess


class OtlpAnswer(_OtlpAnswerSometimes):
    pass


class _OtlpPartialSuccessSometimes(TypedDict, total=False):
    rejectedSpans: str
    rejectedLogRecords: str
    rejectedDataPoints: str
    errorMessage: str


class OtlpPartialSuccess(_OtlpPartialSuccessSometimes):
    pass


class OutcomeCounts(TypedDict):
    """Of decisions with an outcome."""

    correct: int
    incorrect: int
    unknown: int


class Outline(TypedDict):
    """rows_total counts all rows, of which rows are those from offset on."""

    session: str
    events: int
    rows_total: int
    roots: int
    depth: int
    first: str | None
    last: str | None
    kinds: dict[str, int]
    agents: list[str]
    runs: int
    missing_parents: int
    cycles: int
    last_seq: int
    offset: int
    rows: list[OutlineRow]


class _OutlineRowSometimes(TypedDict, total=False):
    time_derived: bool
    inherited: str | None
    abandoned: bool


class OutlineRow(_OutlineRowSometimes):
    """size is that of the fields' JSON, given or not. time_derived: the time only says the
    order.
    """

    seq: int
    id: str
    ordinal: int
    kind: str
    agent: str | None
    run: str | None
    time: str
    duration_ms: float | None
    summary: str
    status: Literal["ok", "error"] | None
    level: int
    parent: str | None
    parent_missing: bool
    children: int
    descendants: int
    closed: bool
    last: bool
    why: str | None
    confidence: float | None
    tokens: float | None
    synthesized: bool
    fields: dict[str, Any] | None
    size: int
    source: str | None


class _PricesSometimes(TypedDict, total=False):
    input: float
    output: float
    cache_read: float
    cache_write: float
    reasoning: float


class Prices(_PricesSometimes):
    """US dollars for one token of each class."""


class QuarantineRow(TypedDict):
    n: int
    source: str
    line: int
    reason: str
    size: int
    count: int


class QuarantinedLine(TypedDict):
    """bytes is base64."""

    n: int
    source: str
    line: int
    reason: str
    size: int
    count: int
    sha256: str
    bytes: str


class _RationaleSometimes(TypedDict, total=False):
    refs: list[str]
    alternatives: list[Rejected]
    confidence: float


class Rationale(_RationaleSometimes):
    """Why, as the agent gave it."""

    why: str


class RationaleCounts(TypedDict):
    given: int
    missing: int


class Readiness(TypedDict):
    status: Literal["ready"]


class _ReceiptSometimes(TypedDict, total=False):
    redacted: int
    checkpoint: int
    refused: list[RefusedLine]
    notes: list[str]
    noted: int


class Receipt(_ReceiptSometimes):
    """What became of a text of events."""

    accepted: int
    duplicates: int
    quarantined: int
    pending: int
    first_seq: int | None
    last_seq: int | None
    assigned: list[AssignedId]


class RefusedLine(TypedDict):
    line: int
    source: str
    reason: str


class Rejected(TypedDict):
    option: str
    rejected_because: str


class RejectedOption(TypedDict):
    option: str | None
    rejected_because: str | None


_ReplayWorded = TypedDict(
    "_ReplayWorded",
    {
        "from": "str | None",
    },
)


class Replay(_ReplayWorded):
    chain_type: Literal["trade", "session", "directive", "incident"]
    chain_id: str
    events: list[ReplayedEvent]
    traces: list[ReplayedEvent]
    audit_entries: list[ReplayedEvent]
    agents: list[str]
    to: str | None
    duration_ms: float | None
    ended_by: str | None
    obstacles: list[str]
    completeness: Completeness


class _ReplayedEventSometimes(TypedDict, total=False):
    agent: str
    session: str
    run: str
    parent: str
    causes: list[str]
    correlation: str
    iteration: int
    duration_ms: float
    rationale: Rationale
    fields: dict[str, Any]
    source: str
    flags: list[str]
    summary: str
    outcome: ReplayedEvent | None


class ReplayedEvent(_ReplayedEventSometimes):
    """An event; a decision carries its outcome."""

    id: str
    kind: str
    time: str
    seq: int
    received: str


class Resumable(TypedDict):
    """Messages as OpenAI's chat API takes them; langgraph has only `messages`, as LangChain's."""

    session: str
    at: str
    exact: bool
    messages: Any


class Review(TypedDict):
    agent: str
    items: list[ReviewItem]
    high_confidence_errors: list[ReviewItem]
    without_outcome: list[str]


class ReviewItem(TypedDict):
    event: str
    question: str
    outcome: Event
    chain: list[ChainLink]


class _RpcMessageSometimes(TypedDict, total=False):
    id: Any
    method: str
    params: dict[str, Any]
    result: dict[str, Any]
    error: dict[str, Any]


class RpcMessage(_RpcMessageSometimes):
    """A message of JSON-RPC 2.0."""

    jsonrpc: str


class _RpcStatusSometimes(TypedDict, total=False):
    details: list[dict[str, Any]]


class RpcStatus(_RpcStatusSometimes):
    """google.rpc.Status."""

    code: int
    message: str


class RuleCheck(TypedDict):
    """How many places a rule was applied to; the note says what was not checked, and why."""

    rule: str
    checked: int
    found: int
    note: str | None


class _RunSometimes(TypedDict, total=False):
    outcomes: OutcomeCounts


class Run(_RunSometimes):
    """outcomes where they are asked for."""

    id: str
    first: str | None
    last: str | None
    events: int
    kinds: dict[str, int]
    agents: list[str]
    tokens: float | None
    errors: int
    goal: str | None
    session: str | None
    status: str | None
    flags: list[str]
    duration_ms: float | None


class _RunPageSometimes(TypedDict, total=False):
    totals: ListTotals


class RunPage(_RunPageSometimes):
    runs: list[Run]
    next: str | None


class SearchAnswer(TypedDict):
    """counted_all: false where counting all matches would take too long; then matches and by
    cover the newest.
    """

    query: str
    read_as: Literal["words", "fragment"]
    matches: int
    counted_all: bool
    rows: list[SearchRow]
    by: SearchCounts
    next: str | None


class SearchCounts(TypedDict):
    """At most 100 names each, those with the most matches first."""

    session: dict[str, int]
    agent: dict[str, int]
    tool: dict[str, int]
    kind: dict[str, int]
    day: dict[str, int]


class SearchRow(TypedDict):
    event: str
    session: str | None
    run: str | None
    agent: str | None
    time: str | None
    kind: str
    summary: str
    snippet: list[SearchSnippet]


class SearchSnippet(TypedDict):
    """marks: from character to character of text, the last not included."""

    path: str
    text: str
    marks: list[list[int]]


class _SessionSometimes(TypedDict, total=False):
    status: str | None
    outcomes: OutcomeCounts


class Session(_SessionSometimes):
    """status and outcomes where they are asked for."""

    id: str
    first: str | None
    last: str | None
    events: int
    kinds: dict[str, int]
    agents: list[str]
    tokens: float | None
    errors: int
    goal: str | None
    duration_ms: float | None


class SessionMap(TypedDict):
    """Everything that arrived up to last_seq is in it."""

    session: str
    nodes_total: int
    last_seq: int
    shown: int
    nodes: list[MapNode]
    edges: list[MapEdge]
    completeness: Completeness


class _SessionPageSometimes(TypedDict, total=False):
    totals: ListTotals


class SessionPage(_SessionPageSometimes):
    sessions: list[Session]
    next: str | None


class Similar(TypedDict):
    to: str
    text: str
    compared: int
    right: int
    wrong: int
    unknown: int
    rows: list[SimilarDecision]


class SimilarDecision(TypedDict):
    """score: 1 where every word of the question is in it; a rare word counts more."""

    event: str
    session: str | None
    run: str | None
    agent: str | None
    time: str | None
    summary: str
    decision_type: str | None
    description: str | None
    chosen: str | None
    alternatives: list[str]
    why: str | None
    confidence: float | None
    score: float
    shared: list[str]
    outcome: SimilarOutcome | None
    correct: bool | None


class SimilarOutcome(TypedDict):
    event: str
    outcome: str | None
    correct: bool | None


class SlowEvent(TypedDict):
    event: str
    summary: str
    duration_ms: float


class Spool(TypedDict):
    """What agents have written to files beside the store."""

    files: list[SpoolFile]
    waiting_bytes: int
    last_seq: int
    problems: list[str]


class SpoolFile(TypedDict):
    file: str
    bytes: int
    taken: int
    lines: int
    stored: int
    quarantined: int
    last_seq: int
    open: bool
    problem: str | None


class SqlAnswer(TypedDict):
    columns: list[str]
    rows: list[list[Any]]
    row_count: int
    complete: bool
    stopped: SqlStop | None


class SqlColumn(TypedDict):
    name: str
    type: Literal["text", "integer", "real", "json"]
    text: str


class _SqlQuerySometimes(TypedDict, total=False):
    limit: int | None
    timeout_ms: int | None
    memory_mb: int | None


class SqlQuery(_SqlQuerySometimes):
    query: str


class SqlSchema(TypedDict):
    tables: list[SqlTable]


class SqlStop(TypedDict):
    """Which bound was reached."""

    by: Literal["rows", "time", "memory"]
    limit: int
    message: str


class SqlTable(TypedDict):
    name: str
    text: str
    columns: list[SqlColumn]


class StatedTokens(TypedDict):
    """prompt and completion: as the model calls state them, whatever their emitters count in."""

    input: float | None
    output: float | None
    cache_read: float | None
    cache_write: float | None
    reasoning: float | None
    total: float | None
    prompt: float | None
    completion: float | None


_StatsWorded = TypedDict(
    "_StatsWorded",
    {
        "from": "str | None",
    },
)


class Stats(_StatsWorded):
    """cost_usd: as recorded. computed: by the prices that were sent."""

    agent: str | None
    events: int
    kinds: dict[str, int]
    tool_calls: Durations
    llm_calls: Durations
    tokens: StatedTokens
    rationale: RationaleCounts
    slow: list[SlowEvent]
    errors: list[ErrorCount]
    loops: list[Loop]
    to: str | None
    duration_ms: float | None
    cost_usd: float | None
    computed: ComputedCost | None
    by_tool: list[ToolFigures]
    by_agent: list[AgentFigures]


class Status(TypedDict):
    """Of the store, and of the process that answers."""

    events: int
    sessions: int
    quarantined: int
    newest: str | None
    pid: int
    server: str | None


class _SupersedeSometimes(TypedDict, total=False):
    rationale: str | None
    why: str | None
    edge_id: str | None


class Supersede(_SupersedeSometimes):
    old_id: str
    new_id: str


_TimelineWorded = TypedDict(
    "_TimelineWorded",
    {
        "from": "str",
    },
)


class Timeline(_TimelineWorded):
    """Either spans or buckets."""

    session: str
    first: str
    last: str
    to: str
    events: int
    lanes: list[TimelineLane]
    spans: list[TimelineSpan]
    buckets: list[TimelineBucket]
    critical: CriticalPath


_TimelineBucketWorded = TypedDict(
    "_TimelineBucketWorded",
    {
        "from": "str",
    },
)


class TimelineBucket(_TimelineBucketWorded):
    lane: int
    to: str
    events: int
    errors: int
    first_ordinal: int
    last_ordinal: int
    kind: str
    critical: bool


class TimelineLane(TypedDict):
    """others: how many lanes it stands for, 0 when only for itself."""

    name: str | None
    events: int
    errors: int
    others: int


class _TimelineSpanSometimes(TypedDict, total=False):
    inherited: str | None
    abandoned: bool


class TimelineSpan(_TimelineSpanSometimes):
    seq: int
    id: str
    ordinal: int
    lane: int
    row: int
    kind: str
    time: str
    duration_ms: float | None
    summary: str
    status: Literal["ok", "error"] | None
    critical: bool


class Tokens(TypedDict):
    """Null: nobody said. input: without the cache; reasoning: part of output; total: all."""

    input: float | None
    output: float | None
    cache_read: float | None
    cache_write: float | None
    reasoning: float | None
    total: float | None


class TokensPair(TypedDict):
    a: Tokens
    b: Tokens


class ToolFigures(TypedDict):
    tool: str | None
    calls: int
    failed: int
    p50_ms: float | None
    p95_ms: float | None
    total_ms: float | None


_TopologyWorded = TypedDict(
    "_TopologyWorded",
    {
        "from": "str | None",
    },
)


class Topology(_TopologyWorded):
    to: str | None
    nodes: list[TopologyNode]
    edges: list[TopologyEdge]


_TopologyEdgeWorded = TypedDict(
    "_TopologyEdgeWorded",
    {
        "from": "str | None",
    },
)


class TopologyEdge(_TopologyEdgeWorded):
    type: Literal["calls", "asks", "delegates", "messages"]
    to: str | None
    count: int
    failures: int
    sessions: int
    latency: Latency
    first_event: str


class TopologyNode(TypedDict):
    kind: Literal["agent", "tool", "model"]
    name: str | None


class TouchedFile(TypedDict):
    path: str
    read: int
    written: int
    edited: int
    deleted: int
    failed: int
    provenance: Literal["recorded", "assumed"]
    touches: list[FileTouch]
    last_change: FileChange | None


class TrainingExample(TypedDict):
    event: str
    agent: str | None
    decision_type: str | None
    messages: Any
    inputs: Any
    rationale: Rationale | None
    chosen: Any
    alternatives: Any
    outcome: str | None
    correct: bool | None


class Trajectory(TypedDict):
    session: str
    trajectory: list[TrajectoryStep]
    next: str | None
    completeness: Completeness


class TrajectoryLog(TypedDict):
    time: str
    severity: Any
    body: Any


class _TrajectoryStepSometimes(TypedDict, total=False):
    inherited: str | None
    abandoned: bool


class TrajectoryStep(_TrajectoryStepSometimes):
    event: str
    parent: str | None
    run: str | None
    time: str
    duration_ms: float | None
    kind: str
    label: str
    status: str | None
    model: str | None
    tokens: Tokens | None
    messages: Any
    completion: Any
    tool_name: str | None
    tool_input: Any
    tool_output: Any
    error: Any
    rationale: Rationale | None
    logs: list[TrajectoryLog]


class Tree(TypedDict):
    session: str
    root_event_id: str | None
    depth: int
    count: int
    events: list[TreeNode]
    completeness: Completeness


class _TreeNodeSometimes(TypedDict, total=False):
    inherited: str | None
    abandoned: bool
    children: list[TreeNode]
    parent: str | None
    level: int


class TreeNode(_TreeNodeSometimes):
    """children; of a flat tree, parent and level instead."""

    id: str
    kind: str
    agent: str | None
    time: str
    duration_ms: float | None
    summary: str
    rationale: Rationale | None
    fields: dict[str, Any] | None


class UnresolvedRef(TypedDict):
    event: str
    ref: str


class Verdict(TypedDict):
    status: str | None
    tokens: Tokens
    duration_ms: float | None
