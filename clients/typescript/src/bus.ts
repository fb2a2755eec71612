// Records the events of a bus whose events have a `_tag`, as Reactive Agents names them, without
// Effect: `publish`, `subscribe` and `on` are plain functions.
//
//     import { EventBus, busRecorder } from "hence-trace/bus";
//     const bus = new EventBus();                                   // Records all that is published.
//     bus.publish({ _tag: "AgentStarted", taskId: "t1", agentId: "coder", task: "find the price" });
//
//     const record = busRecorder();                                 // For a bus of your own:
//     yield* theirs.subscribe((event) => Effect.sync(() => record(event)));
//
// A task is a run. A tool call follows from the model call before it in its task, its result is paired
// by `callId`, and the nth result of a task has the key `obs:n`, which a rationale's refs name.
import { amount, Bounded, first, known, members, quiet, text, type Members } from './adapter.js';
import { recorder as usual } from './index.js';
import type { Recorder } from './recorder.js';
import { Scope, type RecordOptions, type Step } from './scope.js';

/** An event of the bus. */
export interface BusEvent {
  readonly _tag: string;
  readonly [member: string]: unknown;
}

export interface BusOptions {
  recorder?: Recorder;
  /** For events whose task named none. */
  agent?: string;
}

const tasksMax = 10_000;
const resultsMax = 100;

/** A function that records each event that it is given, and throws nothing. */
export function busRecorder(options: BusOptions = {}): (event: BusEvent) => void {
  const keeper = (): Recorder => options.recorder ?? usual();
  const tasks = new Tasks(keeper, options);
  return quiet(keeper, (event: BusEvent) => tasks.take(members(event)));
}

/** A bus that records what is published. A handler that throws harms neither the others nor the caller. */
export class EventBus {
  readonly #handlers = new Set<(event: BusEvent) => unknown>();
  readonly #keeper: () => Recorder;

  constructor(options: BusOptions = {}) {
    this.#keeper = () => options.recorder ?? usual();
    this.#handlers.add(busRecorder(options));
  }
  publish(event: BusEvent): void {
    for (const handler of [...this.#handlers]) {
      try {
        handler(event);
      } catch (error) {
        this.#keeper().fail(error);
      }
    }
  }
  /** Every event. The result ends it. */
  subscribe(handler: (event: BusEvent) => unknown): () => void {
    const added = (event: BusEvent): unknown => handler(event);
    this.#handlers.add(added);
    return () => void this.#handlers.delete(added);
  }
  /** The events of one tag. The result ends it. */
  on(tag: string, handler: (event: BusEvent) => unknown): () => void {
    return this.subscribe((event) => (event._tag === tag ? handler(event) : undefined));
  }
}

/** What is known of a task while it runs. */
interface Task {
  scope: Scope;
  call: Step | undefined;
  tools: Bounded<{ step: Step; began: number }>;
  /** Results that the next model call is told. */
  told: Step[];
  results: number;
}

// Members that a step has in other places than its fields.
const placed = ['_tag', 'taskId', 'agentId', 'iteration', 'timestamp', 'rationale', 'durationMs'];

const rest = (event: Members, ...taken: string[]): Members =>
  Object.fromEntries(
    Object.entries(event).filter(([name]) => !placed.includes(name) && !taken.includes(name)),
  );

const underscored = (value: unknown): string => String(value ?? 'unknown').replaceAll('-', '_');

class Tasks {
  readonly #keeper: () => Recorder;
  readonly #options: BusOptions;
  readonly #tasks = new Bounded<Task>(tasksMax);

  constructor(keeper: () => Recorder, options: BusOptions) {
    this.#keeper = keeper;
    this.#options = options;
  }

  take(event: Members): void {
    const tag = text(event, '_tag');
    if (tag === undefined) {
      throw new TypeError('an event of the bus has a _tag');
    }
    const task = this.#task(event);
    const place = at(task, event);
    const handler = Object.hasOwn(handlers, tag) ? handlers[tag] : undefined;
    if (handler !== undefined) {
      handler(task, place, event);
    } else {
      const kind = tag.replace(/(Emitted|Event)$/, '').replace(/([a-z0-9])([A-Z])/g, '$1_$2');
      place.record(kind.toLowerCase(), { ...rest(event), bus_event: tag }, options(event));
    }
    if (tag === 'AgentCompleted' || tag === 'TaskFailed') {
      this.#tasks.delete(text(event, 'taskId') ?? '');
    }
  }

  #task(event: Members): Task {
    const id = text(event, 'taskId') ?? '';
    const found = this.#tasks.get(id);
    if (found !== undefined) {
      return found;
    }
    const { ground } = this.#keeper();
    const here = this.#keeper().here();
    const root = text(event, 'rootRunId');
    const scope = new Scope(this.#keeper(), {
      ...here.place,
      agent:
        text(event, 'agentDisplayName', 'agentId') ?? this.#options.agent ?? ground.place.agent,
      session: here.place.session ?? root ?? (id || undefined),
      run: id || here.place.run,
    });
    const made = { scope, call: undefined, tools: new Bounded<never>(1000), told: [], results: 0 };
    if (id !== '') {
      this.#tasks.set(id, made);
    }
    return made;
  }
}

/** The place of an event: its iteration, and the model call that it follows from. */
function at(task: Task, event: Members): Scope {
  const iteration = event['iteration'];
  const place = { ...task.scope.place, parent: task.call?.id ?? task.scope.place.parent };
  const counted = typeof iteration === 'number' && Number.isInteger(iteration) && iteration >= -1;
  return new Scope(task.scope.recorder, counted ? { ...place, iteration } : place);
}

/** The rationale that an event gives; never one that nobody gave. */
function options(event: Members, name = 'rationale'): RecordOptions {
  const given = event[name];
  const made: RecordOptions = { durationMs: amount(event, 'durationMs') };
  if (typeof given === 'string') {
    return { ...made, why: given };
  }
  const rationale = members(given);
  const why = text(rationale, 'why');
  if (why === undefined || (why === 'implicit' && event['assumption'] !== undefined)) {
    return made;
  }
  const refs = rationale['refs'];
  const rejected = rationale['alternatives'];
  const pairs = (Array.isArray(rejected) ? rejected : [])
    .map(members)
    .map((one) => [text(one, 'option') ?? '', text(one, 'rejectedBecause') ?? ''] as const);
  const confidence = amount(rationale, 'confidence');
  return {
    ...made,
    why,
    confidence: confidence !== undefined && confidence <= 1 ? confidence : undefined,
    refs: Array.isArray(refs) ? refs.filter((ref) => typeof ref === 'string') : undefined,
    alternatives: pairs.length > 0 ? Object.fromEntries(pairs) : undefined,
  };
}

type Handler = (task: Task, place: Scope, event: Members) => void;

function modelCall(task: Task, place: Scope, event: Members): void {
  const answer = members(event['response']);
  const fields = known({
    model: text(event, 'model') ?? 'unknown',
    provider: text(event, 'provider'),
    system: first(event, 'systemPrompt'),
    messages: event['messages'],
    completion: first(answer, 'content'),
    tool_calls: answer['toolCalls'],
    finish_reason: text(answer, 'stopReason'),
    prompt_tokens: amount(answer, 'tokensIn') ?? amount(event, 'tokensIn'),
    completion_tokens: amount(answer, 'tokensOut') ?? amount(event, 'tokensOut'),
    total_tokens: amount(event, 'tokensUsed'),
    cache_read_tokens: amount(answer, 'cacheReadTokensIn') ?? amount(event, 'cacheReadTokensIn'),
    cache_write_tokens: amount(answer, 'cacheCreationTokensIn'),
    cost_usd: amount(answer, 'costUsd') ?? amount(event, 'estimatedCost'),
    response_id: text(event, 'requestId'),
  });
  const durationMs = amount(answer, 'durationMs') ?? amount(event, 'durationMs');
  const step = place.record('llm_call', fields, { durationMs, causes: task.told });
  task.call = step;
  task.told = [];
}

function toolEnd(task: Task, place: Scope, event: Members): void {
  const id = text(event, 'callId');
  const open = id === undefined ? undefined : task.tools.get(id);
  const error = text(event, 'error');
  const fine = event['success'] !== false && error === undefined;
  const told = known({ status: fine ? 'ok' : 'error', error });
  const key = `obs:${(task.results += 1)}`;
  const more = rest(event, 'callId', 'toolName', 'success', 'error', 'result', 'args');
  if (open === undefined) {
    const fields = { tool_name: text(event, 'toolName') ?? 'unknown', call_id: id };
    const content = { input: event['args'], output: event['result'] };
    place.record('tool_call', known({ ...fields, ...content, ...told, ...more }), options(event));
    return;
  }
  task.tools.delete(id ?? '');
  const took = Math.round((performance.now() - open.began) * 1000) / 1000;
  // The start has no arguments: the end tells them.
  const fields = known({ key, call_id: id, content: event['result'], ...told, ...more });
  const given = event['args'] === undefined ? {} : { input: event['args'] };
  const durationMs = amount(event, 'durationMs') ?? took;
  const result = open.step.record('observation', { ...fields, ...given }, { durationMs });
  task.told = [...task.told, result].slice(-resultsMax);
}

const handlers: Record<string, Handler> = {
  AgentStarted: (task, place, event) => {
    const parent = text(event, 'parentAgentId');
    if (parent !== undefined) {
      const fields = { parent_id: parent, child_id: place.place.agent, run_id: place.place.run };
      task.call = place.agent(parent).record('delegation', known(fields));
    }
    const fields = rest(event, 'task', 'parentAgentId', 'agentDisplayName');
    at(task, event).record('session_start', known({ goal: text(event, 'task'), ...fields }));
  },
  AgentCompleted: (_, place, event) => {
    const status = event['success'] === false ? 'failure' : 'success';
    const tokens = amount(event, 'totalTokens');
    const taken = rest(event, 'success', 'totalTokens');
    place.record('session_end', known({ status, total_tokens: tokens, ...taken }), options(event));
  },
  TaskFailed: (_, place, event) => {
    place.error(text(event, 'error') ?? 'the task failed');
    place.record('session_end', { status: 'failure' });
  },
  LLMExchangeEmitted: modelCall,
  LLMRequestCompleted: modelCall,
  LLMRequestStarted: () => undefined, // Its end tells all of it.
  ToolCallStarted: (task, place, event) => {
    const callId = text(event, 'callId');
    const step = place.toolCall(text(event, 'toolName') ?? 'unknown', event['args'], {
      ...options(event),
      callId,
    });
    task.tools.set(step.callId, { step, began: performance.now() });
  },
  ToolCallCompleted: toolEnd,
  ReasoningStepCompleted: (_, place, event) => {
    const thought = text(event, 'thought');
    if (thought !== undefined) {
      place.thought(String(event['thought']));
    }
  },
  AssumptionRecordedEmitted: (_, place, event) => {
    place.assumption(String(first(event, 'assumption') ?? 'unknown'), options(event));
  },
  CuratorDecisionEmitted: (_, place, event) => {
    const fields = { action: underscored(event['action']), target: text(event, 'targetRef') };
    place.record('curation', known(fields), options(event));
  },
  AlternativesConsideredEmitted: (_, place, event) => {
    const all = event['alternatives'];
    const rejected = (Array.isArray(all) ? all : []).map(members).map((one) => ({
      option: text(one, 'option') ?? '?',
      rejected_because: text(one, 'rejectedBecause') ?? 'not stated',
    }));
    place.record('alternatives', { chosen: text(event, 'chosen'), rejected }, options(event));
  },
  StrategySwitched: (_, place, event) => {
    const fields = { from: event['from'], to: event['to'], reason: event['reason'] };
    place.record('strategy_switch', fields, options(event));
  },
  ReactiveDecision: (_, place, event) => {
    const fields = { action: underscored(event['decision']), ...rest(event, 'decision') };
    place.record('reactive', fields, options(event));
  },
  KernelStateSnapshotEmitted: (_, place, event) => {
    const by = text(event, 'terminatedBy');
    if (by !== undefined) {
      const why = options(event, 'terminationRationale');
      place.record('termination', { reason: by, output: event['outputPreview'] ?? undefined }, why);
    }
  },
};
