// What the answers of Hence hold: a type for each. Written by tools/client_answers.py.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

export type Agent = {
  readonly id: string;
  readonly first: string | null;
  readonly last: string | null;
  readonly events: number;
  readonly kinds: { readonly [name: string]: number };
  readonly agents: readonly string[];
  readonly tokens: number | null;
  readonly errors: number;
  readonly goal: string | null;
  readonly duration_ms: number | null;
};

export type AgentFigures = {
  readonly agent: string | null;
  readonly events: number;
  readonly tool_calls: number;
  readonly llm_calls: number;
  readonly errors: number;
  readonly calls_ms: number | null;
  readonly tokens: Tokens;
  readonly cost_usd: number | null;
};

export type AgentPage = {
  readonly agents: readonly Agent[];
  readonly next: string | null;
  readonly totals?: ListTotals;
};

export type Alignment = {
  readonly id: string;
  readonly scope: 'session' | 'correlation';
  readonly goals: readonly AlignmentGoal[];
  readonly on_path: number;
  readonly off_path: number;
  readonly unknown: number;
  readonly steps: readonly AlignmentStep[];
};

export type AlignmentGoal = {
  readonly event: string;
  readonly node: string | null;
  readonly text: string;
};

export type AlignmentLink = {
  readonly from: string;
  readonly type: string;
  readonly provenance: 'explicit' | 'derived';
};

export type AlignmentStep = {
  readonly event: string;
  readonly kind: string;
  readonly agent: string | null;
  readonly time: string;
  readonly summary: string;
  readonly standing: 'on_path' | 'off_path' | 'unknown';
  readonly leads_to: string | null;
  readonly link: AlignmentLink | null;
};

export type AssignedId = {
  readonly line: number;
  readonly id: string;
};

export type Calibration = {
  readonly decision_type: string | null;
  readonly agent: string | null;
  readonly n: number;
  readonly without_outcome: number;
  readonly brier: number | null;
  readonly ece: number | null;
  readonly constant_confidence: boolean;
  readonly bins: readonly CalibrationBin[];
};

export type CalibrationBin = {
  readonly lo: number;
  readonly hi: number;
  readonly n: number;
  readonly mean_confidence: number | null;
  readonly accuracy: number | null;
  readonly wilson_lo: number | null;
  readonly wilson_hi: number | null;
};

/** inherited and abandoned are there where the session is a fork or was rewound. */
export type ChainLink = {
  readonly event_id: string;
  readonly kind: string;
  readonly agent: string | null;
  readonly time: string;
  readonly summary: string;
  readonly rationale: Rationale | null;
  readonly said: string | null;
  readonly via: LinkOrigin | null;
  readonly also: readonly LinkOrigin[];
  readonly inherited?: string | null;
  readonly abandoned?: boolean;
};

export type Cohort = {
  readonly by: string;
  readonly runs: number;
  readonly without: number;
  readonly groups: readonly CohortGroup[];
};

export type CohortCalibration = {
  readonly n: number;
  readonly mean_confidence: number | null;
  readonly accuracy: number | null;
  readonly brier: number | null;
};

export type CohortGroup = {
  readonly value: string;
  readonly runs: number;
  readonly success: number | null;
  readonly statuses: { readonly [name: string]: number };
  readonly tokens: Distribution;
  readonly cost_usd: Distribution;
  readonly duration_ms: Distribution;
  readonly failures: Distribution;
  readonly loops: Distribution;
  readonly calibration: CohortCalibration;
};

/** What an answer lacks. Without erased, nothing was erased. */
export type Completeness = {
  readonly complete: boolean;
  readonly missing_parents: readonly MissingParent[];
  readonly cycles: readonly (readonly string[])[];
  readonly unresolved_refs: readonly UnresolvedRef[];
  readonly uncaused: readonly string[];
  readonly truncated: number;
  readonly gaps: readonly Gap[];
  readonly erased?: number;
};

/** Of calls that state no cost; unpriced: models without a price. */
export type ComputedCost = {
  readonly cost_usd: number;
  readonly calls: number;
  readonly calls_unpriced: number;
  readonly unpriced: readonly string[];
};

export type Consistency = {
  readonly from: number;
  readonly to: number;
  readonly path: readonly string[];
};

export type ContextEdge = {
  readonly from: string;
  readonly to: string;
  readonly label: string;
};

export type ContextGraph = {
  readonly session: string;
  readonly nodes: readonly ContextNode[];
  readonly edges: readonly ContextEdge[];
  readonly completeness: Completeness;
};

export type ContextNode = {
  readonly id: string;
  readonly type: 'INCIDENT' | 'THOUGHT' | 'TOOL_CALL' | 'OBSERVATION' | 'ACTION';
  readonly label: string;
  readonly time: string | null;
  readonly duration_ms: number | null;
  readonly tokens: number | null;
  readonly status: string | null;
  readonly event: string | null;
  readonly run: string | null;
  readonly agent: string | null;
  readonly synthesized: boolean;
  readonly inherited?: string | null;
  readonly abandoned?: boolean;
};

export type Correlation = {
  readonly id: string;
  readonly first: string | null;
  readonly last: string | null;
  readonly events: number;
  readonly kinds: { readonly [name: string]: number };
  readonly agents: readonly string[];
  readonly tokens: number | null;
  readonly errors: number;
  readonly goal: string | null;
  readonly sessions: readonly string[];
  readonly duration_ms: number | null;
};

export type CorrelationPage = {
  readonly correlations: readonly Correlation[];
  readonly next: string | null;
  readonly totals?: ListTotals;
};

export type Countersigned = {
  readonly type: 'cosignature' | 'timestamp';
  readonly size: number;
  readonly root: string;
  readonly at_ms: number;
  readonly data: string;
};

export type Coverage = {
  readonly tool_calls: number;
  readonly with_rationale: number;
};

export type CriticalPath = {
  readonly duration_ms: number;
  readonly steps: number;
  readonly segments: readonly CriticalSegment[];
};

export type CriticalSegment = {
  readonly event: string;
  readonly ordinal: number;
  readonly lane: number;
  readonly from: string;
  readonly to: string;
};

export type Debrief = {
  readonly run_id: string;
  readonly goal: string | null;
  readonly path: readonly DebriefStep[];
  readonly assumptions: readonly DebriefAssumption[];
  readonly curator_actions: readonly DebriefCuration[];
  readonly alternatives: readonly DebriefAlternatives[];
  readonly termination: DebriefEnd;
  readonly verdict: Verdict | null;
  readonly rationale: readonly DebriefRationale[];
  readonly coverage: Coverage;
  readonly completeness: Completeness;
};

export type DebriefAlternatives = {
  readonly iter: number | null;
  readonly chosen: string | null;
  readonly rejected: readonly RejectedOption[];
};

export type DebriefAssumption = {
  readonly iter: number | null;
  readonly assumption: string | null;
  readonly rationale: Rationale | null;
};

export type DebriefCuration = {
  readonly iter: number | null;
  readonly action: string;
  readonly target_ref: string | null;
  readonly rationale: Rationale | null;
};

export type DebriefEnd = {
  readonly by: string;
  readonly rationale: Rationale | null;
};

export type DebriefRationale = {
  readonly iteration: number | null;
  readonly decision: string;
  readonly tool_name: string | null;
  readonly rationale: Rationale | null;
};

/** event, summary and said are there when summaries are asked for. said is what the agent wrote in the answer that asked for the step, or null. */
export type DebriefStep = {
  readonly iter: number | null;
  readonly action: string;
  readonly rationale: Rationale | null;
  readonly event?: string;
  readonly summary?: string;
  readonly said?: string | null;
};

export type DeletedNode = {
  readonly deleted: Node;
  readonly edges: readonly Edge[];
};

/** Of two sessions of which one is a fork, `shared` says where they part. */
export type Diff = {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  readonly first_divergence: Divergence | null;
  readonly edits: readonly Edit[];
  readonly tokens: TokensPair;
  readonly duration_ms: NumberPair;
  readonly shared?: DiffShared;
};

export type DiffShared = {
  readonly events: number;
  readonly last: string | null;
};

export type DiffStep = {
  readonly event: string;
  readonly step: string;
};

export type Directive = {
  readonly correlation: string;
  readonly summary: string;
  readonly from: string | null;
  readonly to: readonly string[];
  readonly state: 'pending' | 'acknowledged' | 'in_progress' | 'completed' | 'rejected' | 'expired';
  readonly open: boolean;
  readonly messages: number;
  readonly duration_ms: number | null;
  readonly steps: readonly DirectiveStep[];
};

/** duration_ms: until the next step. */
export type DirectiveStep = {
  readonly state: 'pending' | 'acknowledged' | 'in_progress' | 'completed' | 'rejected' | 'expired';
  readonly event: string;
  readonly by: string | null;
  readonly time: string | null;
  readonly duration_ms: number | null;
};

export type Directives = {
  readonly matched: number;
  readonly open: number;
  readonly states: { readonly [name: string]: number };
  readonly directives: readonly Directive[];
};

/** Over the runs that state it. */
export type Distribution = {
  readonly n: number;
  readonly min: number | null;
  readonly p25: number | null;
  readonly median: number | null;
  readonly p75: number | null;
  readonly max: number | null;
  readonly spread: number | null;
};

export type Divergence = {
  readonly index: number;
  readonly a: DiffStep | null;
  readonly b: DiffStep | null;
};

export type Dossier = {
  readonly event: string;
  readonly decision: Event;
  readonly inputs: Json;
  readonly alternatives: readonly RejectedOption[];
  readonly rationale: Rationale | null;
  readonly confidence: number | null;
  readonly chain: readonly ChainLink[];
  readonly messages: readonly Event[];
  readonly outcome: Event | null;
  readonly notes?: readonly Note[];
  readonly completeness: Completeness;
  readonly proof?: EventProof;
};

/** Not enough: there are no measures. */
export type Drift = {
  readonly agent: string;
  readonly session: string;
  readonly baseline: DriftBaseline;
  readonly enough: boolean;
  readonly band: 'normal' | 'watch' | 'notable' | 'strong' | 'extreme' | null;
  readonly measures: readonly DriftMeasure[];
};

/** The sessions compared with, newest first. */
export type DriftBaseline = {
  readonly asked: number;
  readonly needed: number;
  readonly sessions: readonly string[];
};

export type DriftMeasure = {
  readonly measure: string;
  readonly of: string | null;
  readonly value: number | null;
  readonly n: number;
  readonly mean: number | null;
  readonly spread: number | null;
  readonly z: number | null;
  readonly band: 'normal' | 'watch' | 'notable' | 'strong' | 'extreme' | null;
  readonly note: string | null;
  readonly events: readonly string[];
  readonly events_total: number;
};

export type Durations = {
  readonly n: number;
  readonly mean_ms: number | null;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly max_ms: number | null;
};

export type Edge = {
  readonly id: string;
  readonly from_id: string;
  readonly to_id: string;
  readonly edge_type:
    'leads_to' | 'chosen' | 'rejected' | 'requires' | 'blocks' | 'enables' | 'supersedes';
  readonly metadata: JsonObject;
  readonly created_at: string;
};

export type Edit = {
  readonly op: 'same' | 'added' | 'removed' | 'changed';
  readonly a: DiffStep | null;
  readonly b: DiffStep | null;
};

/** left: where bytes may still lie because the store could not reach them, in words. */
export type Erased = {
  readonly dry_run: boolean;
  readonly reason: string;
  readonly events: number;
  readonly already: number;
  readonly seqs: readonly (readonly number[])[];
  readonly kinds: { readonly [name: string]: number };
  readonly sessions: readonly ErasedSession[];
  readonly rows?: readonly number[];
  readonly erasures: readonly string[];
  readonly left?: readonly string[];
};

export type ErasedSession = {
  readonly session: string | null;
  readonly events: number;
};

export type ErasureRow = {
  readonly event: string;
  readonly time: string;
  readonly reason: string | null;
  readonly by: string | null;
  readonly count: number | null;
};

/** What went wrong. */
export type Error = {
  readonly error: ErrorDetail;
};

export type ErrorCount = {
  readonly error: string;
  readonly count: number;
  readonly last_seen: string | null;
  readonly agents: readonly string[];
};

export type ErrorDetail = {
  readonly code:
    | 'invalid'
    | 'not_found'
    | 'conflict'
    | 'limit'
    | 'corrupt'
    | 'io'
    | 'unsupported'
    | 'unauthorized'
    | 'forbidden'
    | 'busy';
  readonly message: string;
  readonly hint: string | null;
};

/** An event as it is stored; what is absent is left out. */
export type Event = {
  readonly id: string;
  readonly kind: string;
  readonly time: string;
  readonly agent?: string;
  readonly session?: string;
  readonly run?: string;
  readonly parent?: string;
  readonly causes?: readonly string[];
  readonly correlation?: string;
  readonly iteration?: number;
  readonly duration_ms?: number;
  readonly rationale?: Rationale;
  readonly fields?: JsonObject;
  readonly seq: number;
  readonly received: string;
  readonly source?: string;
  readonly flags?: readonly string[];
};

export type EventPage = {
  readonly events: readonly Event[];
  readonly next: string | null;
};

/** proof: a c2sp.org/tlog-proof. salt and stored: of what the leaf commits to, in base64. */
export type EventProof = {
  readonly event: Event;
  readonly salt: string | null;
  readonly stored: string | null;
  readonly proof: string;
  readonly key: string | null;
};

/** notes where people wrote some about events of the chain. */
export type Explanation = {
  readonly event: string;
  readonly direction: 'up' | 'down';
  readonly chain: readonly ChainLink[];
  readonly links: readonly Link[];
  readonly notes?: readonly Note[];
  readonly completeness: Completeness;
};

/** Lines with a sign each; `cut` lines are left out. */
export type FileChange = {
  readonly event: string;
  readonly deed: 'written' | 'edited' | 'deleted';
  readonly added: number;
  readonly removed: number;
  readonly diff: string;
  readonly cut: number;
};

/** One call, and what it did to the file. */
export type FileTouch = {
  readonly event: string;
  readonly deed: 'read' | 'written' | 'edited' | 'deleted';
  readonly tool: string | null;
  readonly agent: string | null;
  readonly time: string | null;
  readonly status: 'ok' | 'error' | null;
  readonly provenance: 'recorded' | 'assumed';
  readonly moved: string | null;
};

export type Files = {
  readonly session: string;
  readonly files: readonly TouchedFile[];
  readonly read: number;
  readonly written: number;
  readonly edited: number;
  readonly deleted: number;
  readonly shell_calls: number;
};

export type Format = {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly maps: string;
};

export type Gap = {
  readonly rule: string;
  readonly event: string | null;
  readonly detail: string;
};

export type Gaps = {
  readonly id: string;
  readonly scope: 'session' | 'correlation';
  readonly completeness: Completeness;
  readonly rules: readonly RuleCheck[];
};

export type GraphContext = {
  readonly graph: string;
  readonly text: string;
};

export type GraphDocument = {
  readonly graph: string;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
};

export type GraphReceipt = {
  readonly graph: string;
  readonly accepted: number;
  readonly duplicates: number;
};

export type Health = {
  readonly status: 'ok';
  readonly last_seq: number;
};

/** checkpoints: the newest ones, newest first. */
export type Integrity = {
  readonly verified_up_to: number;
  readonly at: string;
  readonly root: string;
  readonly key: string | null;
  readonly checkpoint: string | null;
  readonly checkpoints: readonly KeptCheckpoint[];
  readonly erasures: readonly ErasureRow[];
};

export type Kept = {
  readonly kept: boolean;
};

export type KeptCheckpoint = {
  readonly type: 'checkpoint' | 'cosignature' | 'timestamp';
  readonly size: number;
  readonly at: string;
  readonly root: string;
  readonly key: string | null;
};

/** A kind of event that has known fields; any other kind is stored and shown, too. */
export type Kind = {
  readonly kind: string;
  readonly label: string;
  readonly group:
    'call' | 'reasoning' | 'exchange' | 'result' | 'boundary' | 'wrapper' | 'graph' | 'remark';
  readonly colour: string;
  readonly fields: readonly KindField[];
  readonly wants_rationale: boolean;
  readonly beginning: boolean;
};

export type KindField = {
  readonly name: string;
  readonly expected: boolean;
};

/** What an agent knew. exact: the messages are all that the model was shown, and items hold what came in later; else items hold all that came in. more: steps before these. */
export type Knew = {
  readonly event: string;
  readonly agent: string | null;
  readonly run: string | null;
  readonly model_call: string | null;
  readonly previous: string | null;
  readonly recorded: boolean;
  readonly exact: boolean;
  readonly messages: KnewMessages | null;
  readonly search: string | null;
  readonly items: readonly KnewItem[];
  readonly items_total: number;
  readonly items_found: number;
  readonly steps: readonly KnewStep[];
  readonly more: boolean;
};

/** Something that came in for the agent. new: since the model call before the last one; after_call: since the last one. */
export type KnewItem = {
  readonly event: string;
  readonly source: 'prompt' | 'task' | 'message' | 'file' | 'tool' | 'observation' | 'shown';
  readonly from: string | null;
  readonly tool: string | null;
  readonly time: string;
  readonly text: string;
  readonly bytes: number;
  readonly cut: boolean;
  readonly new: boolean;
  readonly after_call: boolean;
};

/** bytes: of the whole text. */
export type KnewMessage = {
  readonly index: number;
  readonly role: string | null;
  readonly text: string;
  readonly bytes: number;
  readonly cut: boolean;
};

/** kept: how many both begin with. compared: whether the messages before were recorded. */
export type KnewMessages = {
  readonly total: number;
  readonly kept: number;
  readonly bytes: number;
  readonly added: readonly KnewMessage[];
  readonly dropped: readonly KnewMessage[];
  readonly compared: boolean;
};

export type KnewStep = {
  readonly id: string;
  readonly kind: string;
  readonly time: string;
  readonly summary: string;
  readonly status: 'ok' | 'error' | null;
};

export type Latency = {
  readonly mean_ms: number | null;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly max_ms: number | null;
};

export type Leaving = {
  readonly leaving: boolean;
};

export type Link = {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly provenance: 'explicit' | 'derived' | 'assumed';
};

export type LinkOrigin = {
  readonly from: string;
  readonly type: string;
  readonly provenance: 'explicit' | 'derived' | 'assumed';
};

/** Over all rows that fit the filter. */
export type ListTotals = {
  readonly rows: number;
  readonly events: number;
  readonly errors: number;
  readonly tokens: number | null;
};

export type Loop = {
  readonly run: string | null;
  readonly steps: readonly string[];
  readonly repeats: number;
  readonly first_event: string;
};

export type MapEdge = {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly provenance: 'explicit' | 'derived' | 'assumed';
  readonly count: number;
};

/** A STACK stands for several. kind and summary are those of the event. */
export type MapNode = {
  readonly id: string;
  readonly type:
    | 'INCIDENT'
    | 'THOUGHT'
    | 'TOOL_CALL'
    | 'OBSERVATION'
    | 'ACTION'
    | 'DECISION'
    | 'OUTCOME'
    | 'STACK';
  readonly label: string;
  readonly time: string | null;
  readonly duration_ms: number | null;
  readonly tokens: number | null;
  readonly status: string | null;
  readonly event: string | null;
  readonly run: string | null;
  readonly agent: string | null;
  readonly synthesized: boolean;
  readonly ordinal: number | null;
  readonly last_ordinal: number | null;
  readonly parent: string | null;
  readonly members: number;
  readonly errors: number;
  readonly hidden: number;
  readonly level: number;
  readonly kind: string | null;
  readonly summary: string | null;
  readonly time_derived?: boolean;
};

export type MissingParent = {
  readonly event: string;
  readonly parent: string;
};

export type NewCheckpoint = {
  readonly name?: string | null;
  readonly agent?: string | null;
  readonly id?: string | null;
};

export type NewEdge = {
  readonly id?: string;
  readonly from_id: string;
  readonly to_id: string;
  readonly edge_type: 'leads_to' | 'chosen' | 'rejected' | 'requires' | 'blocks' | 'enables';
  readonly metadata?: JsonObject;
  readonly created_at?: string;
};

/** One of event, session, where, older_than and quarantine (the number of a row); where may go with older_than. */
export type NewErasure = {
  readonly event?: string | null;
  readonly session?: string | null;
  readonly where?: string | null;
  readonly older_than?: string | null;
  readonly quarantine?: number;
  readonly reason: string;
  readonly by?: string | null;
  readonly dry_run?: boolean | null;
};

/** An event as it is sent. seq and received are ignored. */
export type NewEvent = {
  readonly id?: string;
  readonly kind: string;
  readonly time: string;
  readonly agent?: string;
  readonly session?: string;
  readonly run?: string;
  readonly parent?: string;
  readonly causes?: readonly string[];
  readonly correlation?: string;
  readonly iteration?: number;
  readonly duration_ms?: number;
  readonly rationale?: Rationale;
  readonly fields?: JsonObject;
  readonly source?: string;
  readonly flags?: readonly string[];
};

/** `at` is an event or a checkpoint; without it the newest event. `as` names the fork. */
export type NewFork = {
  readonly at?: string | null;
  readonly as?: string | null;
  readonly agent?: string | null;
  readonly id?: string | null;
};

export type NewNode = {
  readonly id?: string;
  readonly type: 'goal' | 'decision' | 'option' | 'action' | 'outcome' | 'observation' | 'revisit';
  readonly label: string;
  readonly status?: 'active' | 'completed' | 'superseded' | 'rejected';
  readonly confidence?: number | null;
  readonly rationale?: string | null;
  readonly metadata?: JsonObject;
  readonly event?: string | null;
  readonly created_at?: string;
  readonly updated_at?: string;
};

export type NewNote = {
  readonly text: string;
  readonly author?: string | null;
  readonly id?: string | null;
};

/** Null is an outcome as well: unknown. */
export type NewOutcome = {
  readonly correct: boolean | null;
  readonly outcome?: string | null;
  readonly agent?: string | null;
  readonly id?: string | null;
};

export type NewOutcomeOfLatest = {
  readonly correlation: string;
  readonly decision_type: string;
  readonly correct: boolean | null;
  readonly outcome?: string | null;
  readonly agent?: string | null;
  readonly id?: string | null;
};

/** `to` is an event or a checkpoint. */
export type NewRewind = {
  readonly to: string;
  readonly agent?: string | null;
  readonly id?: string | null;
};

/** A node of a decision graph. */
export type Node = {
  readonly id: string;
  readonly type: 'goal' | 'decision' | 'option' | 'action' | 'outcome' | 'observation' | 'revisit';
  readonly label: string;
  readonly status: 'active' | 'completed' | 'superseded' | 'rejected';
  readonly confidence: number | null;
  readonly rationale: string | null;
  readonly metadata: JsonObject;
  readonly event: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type NodeChange = {
  readonly label?: string;
  readonly status?: 'active' | 'completed' | 'superseded' | 'rejected';
  readonly confidence?: number | null;
  readonly rationale?: string | null;
  readonly metadata?: JsonObject;
};

export type NodeMoment = {
  readonly event: string;
  readonly time: string;
  readonly kind: string;
  readonly agent: string | null;
  readonly session: string | null;
  readonly run: string | null;
  readonly correlation: string | null;
  readonly edge: Edge | null;
  readonly node: Node | null;
};

export type Note = {
  readonly id: string;
  readonly of: string;
  readonly time: string;
  readonly author: string | null;
  readonly text: string;
};

export type NumberPair = {
  readonly a: number | null;
  readonly b: number | null;
};

export type OtlpAnswer = {
  readonly partialSuccess?: OtlpPartialSuccess;
};

export type OtlpPartialSuccess = {
  readonly rejectedSpans?: string;
  readonly rejectedLogRecords?: string;
  readonly rejectedDataPoints?: string;
  readonly errorMessage?: string;
};

/** Of decisions with an outcome. */
export type OutcomeCounts = {
  readonly correct: number;
  readonly incorrect: number;
  readonly unknown: number;
};

/** rows_total counts all rows, of which rows are those from offset on. */
export type Outline = {
  readonly session: string;
  readonly events: number;
  readonly rows_total: number;
  readonly roots: number;
  readonly depth: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly kinds: { readonly [name: string]: number };
  readonly agents: readonly string[];
  readonly runs: number;
  readonly missing_parents: number;
  readonly cycles: number;
  readonly last_seq: number;
  readonly offset: number;
  readonly rows: readonly OutlineRow[];
};

/** size is that of the fields' JSON, given or not. time_derived: the time only says the order. */
export type OutlineRow = {
  readonly seq: number;
  readonly id: string;
  readonly ordinal: number;
  readonly kind: string;
  readonly agent: string | null;
  readonly run: string | null;
  readonly time: string;
  readonly duration_ms: number | null;
  readonly summary: string;
  readonly status: 'ok' | 'error' | null;
  readonly level: number;
  readonly parent: string | null;
  readonly parent_missing: boolean;
  readonly children: number;
  readonly descendants: number;
  readonly closed: boolean;
  readonly last: boolean;
  readonly why: string | null;
  readonly confidence: number | null;
  readonly tokens: number | null;
  readonly synthesized: boolean;
  readonly fields: JsonObject | null;
  readonly size: number;
  readonly source: string | null;
  readonly time_derived?: boolean;
  readonly inherited?: string | null;
  readonly abandoned?: boolean;
};

/** US dollars for one token of each class. */
export type Prices = {
  readonly input?: number;
  readonly output?: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
  readonly reasoning?: number;
};

export type QuarantineRow = {
  readonly n: number;
  readonly source: string;
  readonly line: number;
  readonly reason: string;
  readonly size: number;
  readonly count: number;
};

/** bytes is base64. */
export type QuarantinedLine = {
  readonly n: number;
  readonly source: string;
  readonly line: number;
  readonly reason: string;
  readonly size: number;
  readonly count: number;
  readonly sha256: string;
  readonly bytes: string;
};

/** Why, as the agent gave it. */
export type Rationale = {
  readonly why: string;
  readonly refs?: readonly string[];
  readonly alternatives?: readonly Rejected[];
  readonly confidence?: number;
};

export type RationaleCounts = {
  readonly given: number;
  readonly missing: number;
};

export type Readiness = {
  readonly status: 'ready';
};

/** What became of a text of events. */
export type Receipt = {
  readonly accepted: number;
  readonly duplicates: number;
  readonly quarantined: number;
  readonly pending: number;
  readonly first_seq: number | null;
  readonly last_seq: number | null;
  readonly assigned: readonly AssignedId[];
  readonly redacted?: number;
  readonly checkpoint?: number;
  readonly refused?: readonly RefusedLine[];
  readonly notes?: readonly string[];
  readonly noted?: number;
};

export type RefusedLine = {
  readonly line: number;
  readonly source: string;
  readonly reason: string;
};

export type Rejected = {
  readonly option: string;
  readonly rejected_because: string;
};

export type RejectedOption = {
  readonly option: string | null;
  readonly rejected_because: string | null;
};

export type Replay = {
  readonly chain_type: 'trade' | 'session' | 'directive' | 'incident';
  readonly chain_id: string;
  readonly events: readonly ReplayedEvent[];
  readonly traces: readonly ReplayedEvent[];
  readonly audit_entries: readonly ReplayedEvent[];
  readonly agents: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
  readonly duration_ms: number | null;
  readonly ended_by: string | null;
  readonly obstacles: readonly string[];
  readonly completeness: Completeness;
};

/** An event; a decision carries its outcome. */
export type ReplayedEvent = {
  readonly id: string;
  readonly kind: string;
  readonly time: string;
  readonly agent?: string;
  readonly session?: string;
  readonly run?: string;
  readonly parent?: string;
  readonly causes?: readonly string[];
  readonly correlation?: string;
  readonly iteration?: number;
  readonly duration_ms?: number;
  readonly rationale?: Rationale;
  readonly fields?: JsonObject;
  readonly seq: number;
  readonly received: string;
  readonly source?: string;
  readonly flags?: readonly string[];
  readonly summary?: string;
  readonly outcome?: ReplayedEvent | null;
};

/** Messages as OpenAI's chat API takes them; langgraph has only `messages`, as LangChain's. */
export type Resumable = {
  readonly session: string;
  readonly at: string;
  readonly exact: boolean;
  readonly messages: Json;
};

export type Review = {
  readonly agent: string;
  readonly items: readonly ReviewItem[];
  readonly high_confidence_errors: readonly ReviewItem[];
  readonly without_outcome: readonly string[];
};

export type ReviewItem = {
  readonly event: string;
  readonly question: string;
  readonly outcome: Event;
  readonly chain: readonly ChainLink[];
};

/** A message of JSON-RPC 2.0. */
export type RpcMessage = {
  readonly jsonrpc: string;
  readonly id?: Json;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: JsonObject;
  readonly error?: JsonObject;
};

/** google.rpc.Status. */
export type RpcStatus = {
  readonly code: number;
  readonly message: string;
  readonly details?: readonly JsonObject[];
};

/** How many places a rule was applied to; the note says what was not checked, and why. */
export type RuleCheck = {
  readonly rule: string;
  readonly checked: number;
  readonly found: number;
  readonly note: string | null;
};

/** outcomes where they are asked for. */
export type Run = {
  readonly id: string;
  readonly first: string | null;
  readonly last: string | null;
  readonly events: number;
  readonly kinds: { readonly [name: string]: number };
  readonly agents: readonly string[];
  readonly tokens: number | null;
  readonly errors: number;
  readonly goal: string | null;
  readonly session: string | null;
  readonly status: string | null;
  readonly flags: readonly string[];
  readonly outcomes?: OutcomeCounts;
  readonly duration_ms: number | null;
};

export type RunPage = {
  readonly runs: readonly Run[];
  readonly next: string | null;
  readonly totals?: ListTotals;
};

/** counted_all: false where counting all matches would take too long; then matches and by cover the newest. */
export type SearchAnswer = {
  readonly query: string;
  readonly read_as: 'words' | 'fragment';
  readonly matches: number;
  readonly counted_all: boolean;
  readonly rows: readonly SearchRow[];
  readonly by: SearchCounts;
  readonly next: string | null;
};

/** At most 100 names each, those with the most matches first. */
export type SearchCounts = {
  readonly session: { readonly [name: string]: number };
  readonly agent: { readonly [name: string]: number };
  readonly tool: { readonly [name: string]: number };
  readonly kind: { readonly [name: string]: number };
  readonly day: { readonly [name: string]: number };
};

export type SearchRow = {
  readonly event: string;
  readonly session: string | null;
  readonly run: string | null;
  readonly agent: string | null;
  readonly time: string | null;
  readonly kind: string;
  readonly summary: string;
  readonly snippet: readonly SearchSnippet[];
};

/** marks: from character to character of text, the last not included. */
export type SearchSnippet = {
  readonly path: string;
  readonly text: string;
  readonly marks: readonly (readonly number[])[];
};

/** status and outcomes where they are asked for. */
export type Session = {
  readonly id: string;
  readonly first: string | null;
  readonly last: string | null;
  readonly events: number;
  readonly kinds: { readonly [name: string]: number };
  readonly agents: readonly string[];
  readonly tokens: number | null;
  readonly errors: number;
  readonly goal: string | null;
  readonly status?: string | null;
  readonly outcomes?: OutcomeCounts;
  readonly duration_ms: number | null;
};

/** Everything that arrived up to last_seq is in it. */
export type SessionMap = {
  readonly session: string;
  readonly nodes_total: number;
  readonly last_seq: number;
  readonly shown: number;
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  readonly completeness: Completeness;
};

export type SessionPage = {
  readonly sessions: readonly Session[];
  readonly next: string | null;
  readonly totals?: ListTotals;
};

export type Similar = {
  readonly to: string;
  readonly text: string;
  readonly compared: number;
  readonly right: number;
  readonly wrong: number;
  readonly unknown: number;
  readonly rows: readonly SimilarDecision[];
};

/** score: 1 where every word of the question is in it; a rare word counts more. */
export type SimilarDecision = {
  readonly event: string;
  readonly session: string | null;
  readonly run: string | null;
  readonly agent: string | null;
  readonly time: string | null;
  readonly summary: string;
  readonly decision_type: string | null;
  readonly description: string | null;
  readonly chosen: string | null;
  readonly alternatives: readonly string[];
  readonly why: string | null;
  readonly confidence: number | null;
  readonly score: number;
  readonly shared: readonly string[];
  readonly outcome: SimilarOutcome | null;
  readonly correct: boolean | null;
};

export type SimilarOutcome = {
  readonly event: string;
  readonly outcome: string | null;
  readonly correct: boolean | null;
};

export type SlowEvent = {
  readonly event: string;
  readonly summary: string;
  readonly duration_ms: number;
};

/** What agents have written to files beside the store. */
export type Spool = {
  readonly files: readonly SpoolFile[];
  readonly waiting_bytes: number;
  readonly last_seq: number;
  readonly problems: readonly string[];
};

export type SpoolFile = {
  readonly file: string;
  readonly bytes: number;
  readonly taken: number;
  readonly lines: number;
  readonly stored: number;
  readonly quarantined: number;
  readonly last_seq: number;
  readonly open: boolean;
  readonly problem: string | null;
};

export type SqlAnswer = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  readonly row_count: number;
  readonly complete: boolean;
  readonly stopped: SqlStop | null;
};

export type SqlColumn = {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'real' | 'json';
  readonly text: string;
};

export type SqlQuery = {
  readonly query: string;
  readonly limit?: number | null;
  readonly timeout_ms?: number | null;
  readonly memory_mb?: number | null;
};

export type SqlSchema = {
  readonly tables: readonly SqlTable[];
};

/** Which bound was reached. */
export type SqlStop = {
  readonly by: 'rows' | 'time' | 'memory';
  readonly limit: number;
  readonly message: string;
};

export type SqlTable = {
  readonly name: string;
  readonly text: string;
  readonly columns: readonly SqlColumn[];
};

/** prompt and completion: as the model calls state them, whatever their emitters count in. */
export type StatedTokens = {
  readonly input: number | null;
  readonly output: number | null;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
  readonly reasoning: number | null;
  readonly total: number | null;
  readonly prompt: number | null;
  readonly completion: number | null;
};

/** cost_usd: as recorded. computed: by the prices that were sent. */
export type Stats = {
  readonly agent: string | null;
  readonly events: number;
  readonly kinds: { readonly [name: string]: number };
  readonly tool_calls: Durations;
  readonly llm_calls: Durations;
  readonly tokens: StatedTokens;
  readonly rationale: RationaleCounts;
  readonly slow: readonly SlowEvent[];
  readonly errors: readonly ErrorCount[];
  readonly loops: readonly Loop[];
  readonly from: string | null;
  readonly to: string | null;
  readonly duration_ms: number | null;
  readonly cost_usd: number | null;
  readonly computed: ComputedCost | null;
  readonly by_tool: readonly ToolFigures[];
  readonly by_agent: readonly AgentFigures[];
};

/** Of the store, and of the process that answers. */
export type Status = {
  readonly events: number;
  readonly sessions: number;
  readonly quarantined: number;
  readonly newest: string | null;
  readonly pid: number;
  readonly server: string | null;
};

export type Supersede = {
  readonly old_id: string;
  readonly new_id: string;
  readonly rationale?: string | null;
  readonly why?: string | null;
  readonly edge_id?: string | null;
};

/** Either spans or buckets. */
export type Timeline = {
  readonly session: string;
  readonly first: string;
  readonly last: string;
  readonly from: string;
  readonly to: string;
  readonly events: number;
  readonly lanes: readonly TimelineLane[];
  readonly spans: readonly TimelineSpan[];
  readonly buckets: readonly TimelineBucket[];
  readonly critical: CriticalPath;
};

export type TimelineBucket = {
  readonly lane: number;
  readonly from: string;
  readonly to: string;
  readonly events: number;
  readonly errors: number;
  readonly first_ordinal: number;
  readonly last_ordinal: number;
  readonly kind: string;
  readonly critical: boolean;
};

/** others: how many lanes it stands for, 0 when only for itself. */
export type TimelineLane = {
  readonly name: string | null;
  readonly events: number;
  readonly errors: number;
  readonly others: number;
};

export type TimelineSpan = {
  readonly seq: number;
  readonly id: string;
  readonly ordinal: number;
  readonly lane: number;
  readonly row: number;
  readonly kind: string;
  readonly time: string;
  readonly duration_ms: number | null;
  readonly summary: string;
  readonly status: 'ok' | 'error' | null;
  readonly critical: boolean;
  readonly inherited?: string | null;
  readonly abandoned?: boolean;
};

/** Null: nobody said. input: without the cache; reasoning: part of output; total: all. */
export type Tokens = {
  readonly input: number | null;
  readonly output: number | null;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
  readonly reasoning: number | null;
  readonly total: number | null;
};

export type TokensPair = {
  readonly a: Tokens;
  readonly b: Tokens;
};

export type ToolFigures = {
  readonly tool: string | null;
  readonly calls: number;
  readonly failed: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly total_ms: number | null;
};

export type Topology = {
  readonly from: string | null;
  readonly to: string | null;
  readonly nodes: readonly TopologyNode[];
  readonly edges: readonly TopologyEdge[];
};

export type TopologyEdge = {
  readonly type: 'calls' | 'asks' | 'delegates' | 'messages';
  readonly from: string | null;
  readonly to: string | null;
  readonly count: number;
  readonly failures: number;
  readonly sessions: number;
  readonly latency: Latency;
  readonly first_event: string;
};

export type TopologyNode = {
  readonly kind: 'agent' | 'tool' | 'model';
  readonly name: string | null;
};

export type TouchedFile = {
  readonly path: string;
  readonly read: number;
  readonly written: number;
  readonly edited: number;
  readonly deleted: number;
  readonly failed: number;
  readonly provenance: 'recorded' | 'assumed';
  readonly touches: readonly FileTouch[];
  readonly last_change: FileChange | null;
};

export type TrainingExample = {
  readonly event: string;
  readonly agent: string | null;
  readonly decision_type: string | null;
  readonly messages: Json;
  readonly inputs: Json;
  readonly rationale: Rationale | null;
  readonly chosen: Json;
  readonly alternatives: Json;
  readonly outcome: string | null;
  readonly correct: boolean | null;
};

export type Trajectory = {
  readonly session: string;
  readonly trajectory: readonly TrajectoryStep[];
  readonly next: string | null;
  readonly completeness: Completeness;
};

export type TrajectoryLog = {
  readonly time: string;
  readonly severity: Json;
  readonly body: Json;
};

export type TrajectoryStep = {
  readonly event: string;
  readonly parent: string | null;
  readonly run: string | null;
  readonly time: string;
  readonly duration_ms: number | null;
  readonly kind: string;
  readonly label: string;
  readonly status: string | null;
  readonly model: string | null;
  readonly tokens: Tokens | null;
  readonly messages: Json;
  readonly completion: Json;
  readonly tool_name: string | null;
  readonly tool_input: Json;
  readonly tool_output: Json;
  readonly error: Json;
  readonly rationale: Rationale | null;
  readonly logs: readonly TrajectoryLog[];
  readonly inherited?: string | null;
  readonly abandoned?: boolean;
};

export type Tree = {
  readonly session: string;
  readonly root_event_id: string | null;
  readonly depth: number;
  readonly count: number;
  readonly events: readonly TreeNode[];
  readonly completeness: Completeness;
};

/** children; of a flat tree, parent and level instead. */
export type TreeNode = {
  readonly id: string;
  readonly kind: string;
  readonly agent: string | null;
  readonly time: string;
  readonly duration_ms: number | null;
  readonly summary: string;
  readonly rationale: Rationale | null;
  readonly fields: JsonObject | null;
  readonly inherited?: string | null;
  readonly abandoned?: boolean;
  readonly children?: readonly TreeNode[];
  readonly parent?: string | null;
  readonly level?: number;
};

export type UnresolvedRef = {
  readonly event: string;
  readonly ref: string;
};

export type Verdict = {
  readonly status: string | null;
  readonly tokens: Tokens;
  readonly duration_ms: number | null;
};
