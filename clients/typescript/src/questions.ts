// A function for each answer of Hence. Written by tools/client_answers.py.
import { asked, part, type Answer, type Named } from './asked.js';
import type * as answers from './schema.js';

export interface AgentsQuestion {
  /** first, last, events, tokens, errors, duration, id, goal or agent, largest first. */
  sort?: string | undefined;
  /** Smallest first. */
  ascending?: boolean | undefined;
  /** How many at most. */
  limit?: number | undefined;
}

/** Agents, newest first. */
export function agents(options: AgentsQuestion = {}): Promise<Answer<readonly answers.Agent[]>> {
  return asked('agents', { ...options });
}

export interface AlignmentQuestion {
  /** What the name stands for. */
  scope?: 'session' | 'correlation' | undefined;
  /** Against this goal alone: an event, or a node of the graph. */
  goal?: string | undefined;
  /** Lists these steps only. */
  only?: 'on_path' | 'off_path' | 'unknown' | undefined;
}

/** Each step against the stated goal, by recorded links. */
export function alignment(
  name: Named,
  options: AlignmentQuestion = {},
): Promise<Answer<answers.Alignment>> {
  return asked(`alignment/${part(name)}`, { ...options });
}

export interface CalibrationQuestion {
  /** Decisions of this type only. */
  decision_type?: string | undefined;
  /** Of this agent only. */
  agent?: string | undefined;
  /** How many bins. */
  bins?: number | undefined;
  /** The check fails above this score. */
  max_brier?: number | undefined;
}

/** Whether confidence is worth anything. */
export function calibration(
  options: CalibrationQuestion = {},
): Promise<Answer<answers.Calibration>> {
  return asked('calibration', { ...options });
}

export interface CohortQuestion {
  /** agent, model, tool, or a field, such as fields.environment. */
  by?: string | undefined;
  /** Runs with events of this agent. */
  agent?: string | undefined;
  /** Runs with events of this kind. */
  kind?: string | undefined;
  /** Runs with an error or a failed call. */
  errors?: boolean | undefined;
  /** Not before this time. */
  from?: string | undefined;
  /** Not after this time. */
  to?: string | undefined;
  /** Runs of sessions that have a part in it. */
  correlation?: string | undefined;
  /** Where this occurs in the id, the goal or an agent. */
  text?: string | undefined;
  /** How many runs at most, the newest; 0 is all. */
  limit?: number | undefined;
}

/** Runs side by side. */
export function cohort(options: CohortQuestion = {}): Promise<Answer<answers.Cohort>> {
  return asked('cohort', { ...options });
}

export interface ConsistencyQuestion {
  /** The size of the older tree. */
  from?: number | undefined;
  /** The size of the newer tree; the newest checkpoint's, unless given. */
  to?: number | undefined;
}

/** That one tree begins with another. */
export function consistency(
  options: ConsistencyQuestion = {},
): Promise<Answer<answers.Consistency>> {
  return asked('integrity/consistency', { ...options });
}

export interface ContextQuestion {
  /** One thought to a model's turn, or to a run. */
  by?: 'turn' | 'run' | undefined;
}

/** A session as a graph that plays back. */
export function context(
  session: Named = 'latest',
  options: ContextQuestion = {},
): Promise<Answer<answers.ContextGraph>> {
  return asked(`sessions/${part(session)}/context`, { ...options });
}

export interface CorrelationsQuestion {
  /** first, last, events, tokens, errors, duration, id, goal or agent, largest first. */
  sort?: string | undefined;
  /** Smallest first. */
  ascending?: boolean | undefined;
  /** How many at most. */
  limit?: number | undefined;
}

/** Correlations, newest first. */
export function correlations(
  options: CorrelationsQuestion = {},
): Promise<Answer<readonly answers.Correlation[]>> {
  return asked('correlations', { ...options });
}

export interface DebriefQuestion {
  /** The session of the run, where several have one of its name. */
  session?: string | undefined;
  /** Each step of the path also has its event, its summary, and what was said. */
  summaries?: boolean | undefined;
}

/** What a run decided, and why. */
export function debrief(
  run: Named = 'latest',
  options: DebriefQuestion = {},
): Promise<Answer<answers.Debrief>> {
  return asked(`runs/${part(run)}/debrief`, { ...options });
}

export interface DiffQuestion {
  /** The session of both runs. */
  session?: string | undefined;
  /** The session of run a. */
  session_a?: string | undefined;
  /** The session of run b. */
  session_b?: string | undefined;
}

/** Two runs, step by step. */
export function diff(
  a: string,
  b: string,
  options: DiffQuestion = {},
): Promise<Answer<answers.Diff>> {
  return asked('diff', { a, b, ...options });
}

export interface DirectivesQuestion {
  /** In this state only. */
  state?:
    'pending' | 'acknowledged' | 'in_progress' | 'completed' | 'rejected' | 'expired' | undefined;
  /** Only what nobody closed. */
  open?: boolean | undefined;
  /** That this agent sent or received messages of. */
  agent?: string | undefined;
  /** Of this correlation only; its name may be shortened. */
  correlation?: string | undefined;
  /** Not before this time. */
  from?: string | undefined;
  /** Not after this time. */
  to?: string | undefined;
  /** How many at most. */
  limit?: number | undefined;
}

/** What was ordered, and what became of it. */
export function directives(options: DirectivesQuestion = {}): Promise<Answer<answers.Directives>> {
  return asked('directives', { ...options });
}

export interface DossierQuestion {
  /** With a proof that the decision is in the log. */
  proof?: boolean | undefined;
}

/** A decision, whole. */
export function dossier(
  event: Named,
  options: DossierQuestion = {},
): Promise<Answer<answers.Dossier>> {
  return asked(`events/${part(event)}/dossier`, { ...options });
}

export interface DriftQuestion {
  /** Judges this session instead of the agent's latest. */
  session?: string | undefined;
  /** How many sessions before it at most. */
  baseline?: number | undefined;
  /** The check fails when a measure is above this band. */
  max?: 'normal' | 'watch' | 'notable' | 'strong' | 'extreme' | undefined;
}

/** An agent's latest session against its last ones. */
export function drift(agent: string, options: DriftQuestion = {}): Promise<Answer<answers.Drift>> {
  return asked('drift', { agent, ...options });
}

export interface EdgesQuestion {
  /** A node; its id may be shortened. */
  node?: Named | undefined;
  /** Which edges of the node. */
  direction?: 'in' | 'out' | 'both' | undefined;
  /** The graph as it was then. */
  as_of?: string | undefined;
}

/** Edges of a node, or of the graph. */
export function edges(
  graph: Named,
  options: EdgesQuestion = {},
): Promise<Answer<readonly answers.Edge[]>> {
  return asked(`graphs/${part(graph)}/edges`, { ...options });
}

export interface EventsQuestion {
  /** Of this agent only. */
  agent?: string | undefined;
  /** Of this session only; its name may be shortened. */
  session?: string | undefined;
  /** Of this run only; its name may be shortened, and latest is the newest. */
  run?: string | undefined;
  /** Of this correlation only; its name may be shortened. */
  correlation?: string | undefined;
  /** Not before this time. */
  from?: string | undefined;
  /** Not after this time. */
  to?: string | undefined;
  /** Of these kinds only, with commas between them. */
  kinds?: string | readonly string[] | undefined;
  /** An expression, such as fields.tool_name = "Read". */
  where?: string | undefined;
  /** Where this text occurs in the event's JSON, in upper or lower case. */
  text?: string | undefined;
  /** How many at most. */
  limit?: number | undefined;
  /** Of all that match, the newest. */
  newest?: boolean | undefined;
}

/** Events that match every filter, in order. */
export function events(options: EventsQuestion = {}): Promise<Answer<readonly answers.Event[]>> {
  return asked('events', { ...options });
}

export interface ExportAsQuestion {
  /** Of this agent only. */
  agent?: string | undefined;
  /** Of this session only; its name may be shortened. */
  session?: string | undefined;
  /** Of this run only; its name may be shortened, and latest is the newest. */
  run?: string | undefined;
  /** Of this correlation only; its name may be shortened. */
  correlation?: string | undefined;
  /** Not before this time. */
  from?: string | undefined;
  /** Not after this time. */
  to?: string | undefined;
  /** Of these kinds only, with commas between them. */
  kinds?: string | readonly string[] | undefined;
  /** An expression, such as fields.tool_name = "Read". */
  where?: string | undefined;
  /** Where this text occurs in the event's JSON, in upper or lower case. */
  text?: string | undefined;
  /** How many at most. */
  limit?: number | undefined;
  /** Of all that match, the newest. */
  newest?: boolean | undefined;
  /** sqlite: only rows that are new since this event. */
  after_seq?: number | undefined;
  /** Decisions of this type only. */
  decision_type?: string | undefined;
  /** Only decisions whose outcome was correct. */
  correct?: boolean | undefined;
  /** Only decisions whose outcome was incorrect. */
  incorrect?: boolean | undefined;
  /** Draws the tree of this session. */
  tree?: string | undefined;
  /** Draws what led to this event. */
  explain?: string | undefined;
  /** Draws the context graph of this session. */
  context?: string | undefined;
  /** Goes on below a delegation into what the child did. */
  delegations?: boolean | undefined;
  /** What came of the event, instead. */
  down?: boolean | undefined;
  /** What led here, or what came of it. */
  direction?: 'up' | 'down' | undefined;
  /** Every known link among all ancestors, too. */
  graph?: boolean | undefined;
  /** Which links: all, without assumed ones, or only recorded ones. */
  follow?: 'assumed' | 'known' | 'recorded' | undefined;
  /** False: as follow=known. */
  assumed?: boolean | undefined;
  /** One thought to a model's turn, or to a run. */
  by?: 'turn' | 'run' | undefined;
  /** Replaces the secrets of stored events by marks. */
  redact?: boolean | undefined;
  /** Of html: the event that is selected when the file opens. */
  event?: string | undefined;
  /** Of html: graph, tree, timeline or transcript. */
  view?: string | undefined;
  /** Of messages and langgraph: the event; else the newest. */
  at?: Named | undefined;
}

/** Examples to train on, tables, lines and drawings. */
export function exportAs(kind: Named, options: ExportAsQuestion = {}): Promise<Answer<string>> {
  return asked(`export/${part(kind)}`, { ...options });
}

export interface ExportGraphQuestion {
  /** The graph as it was then. */
  as_of?: string | undefined;
}

/** The whole graph. */
export function exportGraph(
  graph: Named,
  options: ExportGraphQuestion = {},
): Promise<Answer<answers.GraphDocument>> {
  return asked(`graphs/${part(graph)}/export`, { ...options });
}

export interface FilesQuestion {
  /** Only files that have this in their paths. */
  path?: string | undefined;
  /** Only files that were written, edited or deleted. */
  changed?: boolean | undefined;
  /** The text shows the last change of each file. */
  diffs?: boolean | undefined;
}

/** The files that a session read, wrote, edited and deleted. */
export function files(
  session: Named = 'latest',
  options: FilesQuestion = {},
): Promise<Answer<answers.Files>> {
  return asked(`sessions/${part(session)}/files`, { ...options });
}

/** What can be read. */
export function formats(): Promise<Answer<readonly answers.Format[]>> {
  return asked('formats');
}

export interface GapsQuestion {
  /** What the name stands for. */
  scope?: 'session' | 'correlation' | undefined;
}

/** What a session or correlation lacks. */
export function gaps(name: Named, options: GapsQuestion = {}): Promise<Answer<answers.Gaps>> {
  return asked(`gaps/${part(name)}`, { ...options });
}

export interface GraphContextQuestion {
  /** How many at most. */
  limit?: number | undefined;
  /** The graph as it was then. */
  as_of?: string | undefined;
}

/** A text for an agent's prompt. */
export function graphContext(
  graph: Named,
  options: GraphContextQuestion = {},
): Promise<Answer<answers.GraphContext>> {
  return asked(`graphs/${part(graph)}/context`, { ...options });
}

/** How far the log is covered by checkpoints, and what was erased. */
export function integrity(): Promise<Answer<answers.Integrity>> {
  return asked('integrity');
}

/** The kinds of events that have known fields. */
export function kinds(): Promise<Answer<readonly answers.Kind[]>> {
  return asked('kinds');
}

export interface KnewQuestion {
  /** Bytes that the texts of all messages may take, and those of all items; 0: any. */
  limit?: number | undefined;
  /** So many items, the newest; 0: all. */
  items?: number | undefined;
  /** Only items that hold this text, in upper or lower case. */
  search?: string | undefined;
}

/** What an agent had before it when it did something. */
export function knew(event: Named, options: KnewQuestion = {}): Promise<Answer<answers.Knew>> {
  return asked(`events/${part(event)}/knew`, { ...options });
}

export interface MapQuestion {
  /** One thought to a model's turn, or to a run. */
  by?: 'turn' | 'run' | undefined;
  /** How many nodes, before anything is opened; at most 5000. */
  limit?: number | undefined;
  /** How many calls of a thought are shown; the rest are one stack. */
  fan?: number | undefined;
  /** Shows what this stack or node stands for or hides; may repeat. */
  open?: string | undefined;
  /** Hides what hangs under this node; may repeat. */
  closed?: string | undefined;
}

/** The graph of a session, folded to fit a screen. */
export function map(
  session: Named = 'latest',
  options: MapQuestion = {},
): Promise<Answer<answers.SessionMap>> {
  return asked(`sessions/${part(session)}/map`, { ...options });
}

export interface NodeQuestion {
  /** The graph as it was then. */
  as_of?: string | undefined;
}

/** One node. */
export function node(
  graph: Named,
  node: Named,
  options: NodeQuestion = {},
): Promise<Answer<answers.Node>> {
  return asked(`graphs/${part(graph)}/nodes/${part(node)}`, { ...options });
}

export interface NodeHistoryQuestion {
  /** The graph as it was then. */
  as_of?: string | undefined;
}

/** What happened to a node. */
export function nodeHistory(
  graph: Named,
  node: Named,
  options: NodeHistoryQuestion = {},
): Promise<Answer<readonly answers.NodeMoment[]>> {
  return asked(`graphs/${part(graph)}/nodes/${part(node)}/history`, { ...options });
}

export interface NodesQuestion {
  /** The graph as it was then. */
  as_of?: string | undefined;
}

/** Every node of a graph. */
export function nodes(
  graph: Named,
  options: NodesQuestion = {},
): Promise<Answer<readonly answers.Node[]>> {
  return asked(`graphs/${part(graph)}/nodes`, { ...options });
}

export interface OutlineQuestion {
  /** Each below its parent, in the order of events, or turn by turn. */
  order?: 'tree' | 'time' | 'turns' | undefined;
  /** The first row that is given; from 0. */
  offset?: number | undefined;
  /** How many rows; at most 2000. */
  limit?: number | undefined;
  /** The event whose row stands in the middle; its id may be shortened. */
  at?: Named | undefined;
  /** Only what stands behind this place in the session. */
  after?: number | undefined;
  /** Only what stands before it; the last rows, without an offset. */
  before?: number | undefined;
  /** Hides what is below these events: seqs, with commas between them. */
  closed?: string | undefined;
  /** Shows what hangs on these events, though it would be hidden: seqs. */
  open?: string | undefined;
  /** Hides what is deeper; 0: nothing. */
  levels?: number | undefined;
  /** Of these kinds only, with commas between them. */
  kinds?: string | readonly string[] | undefined;
  /** Only what failed. */
  errors?: boolean | undefined;
  /** Gives fields of at most so many bytes. */
  fields?: number | undefined;
}

/** A window of a session's tree or order. */
export function outline(
  session: Named = 'latest',
  options: OutlineQuestion = {},
): Promise<Answer<answers.Outline>> {
  return asked(`sessions/${part(session)}/outline`, { ...options });
}

/** That an event is in the log, as a proof that needs no store. */
export function proof(event: Named): Promise<Answer<answers.EventProof>> {
  return asked(`events/${part(event)}/proof`);
}

export interface ProvenEventsQuestion {
  /** Of the tree; the newest checkpoint's, unless given. */
  size?: number | undefined;
}

/** Every event with its salt and stored bytes. */
export function provenEvents(
  options: ProvenEventsQuestion = {},
): Promise<Answer<readonly answers.JsonObject[]>> {
  return asked('integrity/events', { ...options });
}

/** What was refused, and why. */
export function quarantine(): Promise<Answer<readonly answers.QuarantineRow[]>> {
  return asked('quarantine');
}

/** What was refused, as it came. */
export function quarantined(row: Named): Promise<Answer<answers.QuarantinedLine>> {
  return asked(`quarantine/${part(row)}`);
}

export interface QueryGraphQuestion {
  /** A node; its id may be shortened. */
  node?: Named | undefined;
  /** Where the path begins. */
  from?: string | undefined;
  /** Where the path ends. */
  to?: string | undefined;
  /** How many at most. */
  limit?: number | undefined;
  /** Along these edges only, with commas between them. */
  edge_types?: string | readonly string[] | undefined;
  /** The graph as it was then. */
  as_of?: string | undefined;
}

/** Goals, decisions, paths and walks. */
export function queryGraph(
  graph: Named,
  type: 'active_goals' | 'recent_decisions' | 'path_between' | 'descendants' | 'ancestors' | 'open',
  options: QueryGraphQuestion = {},
): Promise<Answer<readonly answers.Node[]>> {
  return asked(`graphs/${part(graph)}/query`, { type, ...options });
}

export interface ReplayDirectiveQuestion {
  /** How many at most. */
  limit?: number | undefined;
  /** Each event carries its summary, too. */
  summaries?: boolean | undefined;
}

/** Everything of a correlation, in order. */
export function replayDirective(
  correlation: Named,
  options: ReplayDirectiveQuestion = {},
): Promise<Answer<answers.Replay>> {
  return asked(`replay/directive/${part(correlation)}`, { ...options });
}

export interface ReplayIncidentQuestion {
  /** How many at most. */
  limit?: number | undefined;
  /** Each event carries its summary, too. */
  summaries?: boolean | undefined;
}

/** Messages, errors and outcomes of a correlation, in order. */
export function replayIncident(
  correlation: Named,
  options: ReplayIncidentQuestion = {},
): Promise<Answer<answers.Replay>> {
  return asked(`replay/incident/${part(correlation)}`, { ...options });
}

export interface ReplaySessionQuestion {
  /** How many at most. */
  limit?: number | undefined;
  /** Each event carries its summary, too. */
  summaries?: boolean | undefined;
}

/** Everything of a session but messages, in order. */
export function replaySession(
  session: Named = 'latest',
  options: ReplaySessionQuestion = {},
): Promise<Answer<answers.Replay>> {
  return asked(`replay/session/${part(session)}`, { ...options });
}

export interface ReplayTradeQuestion {
  /** How many at most. */
  limit?: number | undefined;
  /** Each event carries its summary, too. */
  summaries?: boolean | undefined;
}

/** Everything of a correlation, in order. */
export function replayTrade(
  correlation: Named,
  options: ReplayTradeQuestion = {},
): Promise<Answer<answers.Replay>> {
  return asked(`replay/trade/${part(correlation)}`, { ...options });
}

export interface ReviewQuestion {
  /** From which confidence on it counts as high. */
  high?: number | undefined;
}

/** What an agent got wrong, and a question for each. */
export function review(
  agent: string,
  options: ReviewQuestion = {},
): Promise<Answer<answers.Review>> {
  return asked('review', { agent, ...options });
}

export interface RunsQuestion {
  /** With events of this agent only. */
  agent?: string | undefined;
  /** With events of this kind only. */
  kind?: string | undefined;
  /** With errors or failed calls only. */
  errors?: boolean | undefined;
  /** Only what lasted until this time. */
  from?: string | undefined;
  /** Only what had begun by this time. */
  to?: string | undefined;
  /** Only sessions that have a part in this correlation; its name may be shortened. */
  correlation?: string | undefined;
  /** Only where this occurs in the id, the goal or an agent, in upper or lower case. */
  text?: string | undefined;
  /** Adds how each ended, and what came of its decisions. */
  status?: boolean | undefined;
  /** first, last, events, tokens, errors, duration, id, goal or agent, largest first. */
  sort?: string | undefined;
  /** Smallest first. */
  ascending?: boolean | undefined;
  /** How many at most. */
  limit?: number | undefined;
}

/** Runs that fit every filter, newest first. */
export function runs(options: RunsQuestion = {}): Promise<Answer<readonly answers.Run[]>> {
  return asked('runs', { ...options });
}

export interface SearchQuestion {
  /** Of this agent only. */
  agent?: string | undefined;
  /** Of this session only; its name may be shortened. */
  session?: string | undefined;
  /** Of this run only; its name may be shortened, and latest is the newest. */
  run?: string | undefined;
  /** Of this correlation only; its name may be shortened. */
  correlation?: string | undefined;
  /** Not before this time. */
  from?: string | undefined;
  /** Not after this time. */
  to?: string | undefined;
  /** Of these kinds only, with commas between them. */
  kinds?: string | readonly string[] | undefined;
  /** An expression, such as fields.tool_name = "Read". */
  where?: string | undefined;
  /** Where this text occurs in the event's JSON, in upper or lower case. */
  text?: string | undefined;
  /** The best matches first, instead of the newest. */
  rank?: boolean | undefined;
  /** How many at most. */
  limit?: number | undefined;
  /** Where a page begins: next of the page before it. */
  cursor?: string | undefined;
}

/** Events whose texts hold these words. */
export function search(
  q: string,
  options: SearchQuestion = {},
): Promise<Answer<answers.SearchAnswer>> {
  return asked('search', { q, ...options });
}

export interface SessionsQuestion {
  /** With events of this agent only. */
  agent?: string | undefined;
  /** With events of this kind only. */
  kind?: string | undefined;
  /** With errors or failed calls only. */
  errors?: boolean | undefined;
  /** Only what lasted until this time. */
  from?: string | undefined;
  /** Only what had begun by this time. */
  to?: string | undefined;
  /** Only sessions that have a part in this correlation; its name may be shortened. */
  correlation?: string | undefined;
  /** Only where this occurs in the id, the goal or an agent, in upper or lower case. */
  text?: string | undefined;
  /** Adds how each ended, and what came of its decisions. */
  status?: boolean | undefined;
  /** first, last, events, tokens, errors, duration, id, goal or agent, largest first. */
  sort?: string | undefined;
  /** Smallest first. */
  ascending?: boolean | undefined;
  /** How many at most. */
  limit?: number | undefined;
}

/** Sessions that fit every filter, newest first. */
export function sessions(
  options: SessionsQuestion = {},
): Promise<Answer<readonly answers.Session[]>> {
  return asked('sessions', { ...options });
}

/** One event. */
export function show(event: Named): Promise<Answer<answers.Event>> {
  return asked(`events/${part(event)}`);
}

export interface SimilarQuestion {
  /** Of this agent only. */
  agent?: string | undefined;
  /** How many at most. */
  limit?: number | undefined;
}

/** Earlier decisions on like questions, and what came of them. */
export function similar(
  to: Named,
  options: SimilarQuestion = {},
): Promise<Answer<answers.Similar>> {
  return asked('similar', { to, ...options });
}

/** What lies in the spool, and how much of it is in the store. */
export function spool(): Promise<Answer<answers.Spool>> {
  return asked('spool');
}

/** The tables and columns of SQL. */
export function sqlSchema(): Promise<Answer<answers.SqlSchema>> {
  return asked('sql/schema');
}

export interface StatsQuestion {
  /** Of this agent only. */
  agent?: string | undefined;
  /** Of this session only; its name may be shortened. */
  session?: string | undefined;
  /** Of this run only; its name may be shortened, and latest is the newest. */
  run?: string | undefined;
  /** Not before this time. */
  from?: string | undefined;
  /** Not after this time. */
  to?: string | undefined;
  /** Lists all that took longer, in milliseconds. */
  slower_than?: number | undefined;
}

/** Figures. */
export function stats(options: StatsQuestion = {}): Promise<Answer<answers.Stats>> {
  return asked('stats', { ...options });
}

/** What is in the store, and which process answers. */
export function status(): Promise<Answer<answers.Status>> {
  return asked('status');
}

export interface TimelineQuestion {
  /** Not before this time. */
  from?: string | undefined;
  /** Not after this time. */
  to?: string | undefined;
  /** Into how many parts a long stretch is cut; at most 2000. */
  buckets?: number | undefined;
  /** Up to how many events each is told by itself; at most 10000. */
  limit?: number | undefined;
  /** What gets a lane of its own. */
  lanes?: 'agent' | 'run' | undefined;
}

/** A session by the clock. */
export function timeline(
  session: Named = 'latest',
  options: TimelineQuestion = {},
): Promise<Answer<answers.Timeline>> {
  return asked(`sessions/${part(session)}/timeline`, { ...options });
}

export interface TopologyQuestion {
  /** Not before this time. */
  from?: string | undefined;
  /** Not after this time. */
  to?: string | undefined;
}

/** Who called, delegated to and messaged whom. */
export function topology(options: TopologyQuestion = {}): Promise<Answer<answers.Topology>> {
  return asked('topology', { ...options });
}

export interface TrajectoryQuestion {
  /** How many at most. */
  limit?: number | undefined;
  /** Where a page begins: next of the page before it. */
  cursor?: string | undefined;
}

/** A session step by step. */
export function trajectory(
  session: Named = 'latest',
  options: TrajectoryQuestion = {},
): Promise<Answer<answers.Trajectory>> {
  return asked(`sessions/${part(session)}/trajectory`, { ...options });
}

export interface TreeQuestion {
  /** Goes on below a delegation into what the child did. */
  delegations?: boolean | undefined;
  /** A list, depth first, in place of a tree. */
  flat?: boolean | undefined;
  /** Text shows the bare tree instead of turns. */
  steps?: boolean | undefined;
}

/** What caused what in a session. */
export function tree(
  session: Named = 'latest',
  options: TreeQuestion = {},
): Promise<Answer<answers.Tree>> {
  return asked(`sessions/${part(session)}/tree`, { ...options });
}

export interface WhyQuestion {
  /** What led here, or what came of it. */
  direction?: 'up' | 'down' | undefined;
  /** What came of the event, instead. */
  down?: boolean | undefined;
  /** Every known link among all ancestors, too. */
  graph?: boolean | undefined;
  /** Which links: all, without assumed ones, or only recorded ones. */
  follow?: 'assumed' | 'known' | 'recorded' | undefined;
  /** False: as follow=known. */
  assumed?: boolean | undefined;
  /** Text shows every link. */
  all?: boolean | undefined;
  /** How many at most. */
  limit?: number | undefined;
  /** Of effects: the walk stops when it has met so many, and counts no further. */
  reach?: number | undefined;
}

/** Why an event happened, or what it led to. */
export function why(event: Named, options: WhyQuestion = {}): Promise<Answer<answers.Explanation>> {
  return asked(`events/${part(event)}/explain`, { ...options });
}
