// Records what a set of hooks tells, as Mayros and agents like it have them: anything with `on(name,
// handler)`, a Node.js EventEmitter or the API that a plugin is given. A handler gets the event and
// its context, and returns nothing, so that it never changes or blocks what the host does.
//
//     import { recordHooks } from "hence-trace/hooks";
//     const stop = recordHooks(api);
//
// The hooks name no parents. A tool call follows from the model call before it in its session, a model
// call from the prompt, and a sub-agent's first step from the delegation. Starts and ends are paired
// by their call id, else by run, session and equal arguments: never by what happened to come last.
import {
  amount,
  Bounded,
  first,
  keyOf,
  known,
  members,
  Open,
  quiet,
  text,
  type Members,
} from './adapter.js';
import { recorder as usual } from './index.js';
import type { Recorder } from './recorder.js';
import { Scope, type ModelCall, type Step } from './scope.js';

/** Where hooks are to be had. */
export interface HookSource {
  on(name: string, handler: (event: unknown, context?: unknown) => void): unknown;
  off?(name: string, handler: (event: unknown, context?: unknown) => void): unknown;
}

export interface HookOptions {
  /** For what comes from no named agent; else the agent of `open`. */
  agent?: string;
  /** For what comes without a session. */
  session?: string;
  recorder?: Recorder;
}

const sessionsMax = 10_000;
const callsMax = 10_000;
const resultsMax = 100;

type Handler = (event: Members, context: Members) => void;

/** Records what `source` emits until the result is called. */
export function recordHooks(source: HookSource, options: HookOptions = {}): () => void {
  const keeper = (): Recorder => options.recorder ?? usual();
  const hooks = new Hooks(keeper, options);
  const added = Object.entries(hooks.handlers()).map(([name, handler]) => {
    const told = quiet(keeper, (event: unknown, context?: unknown) =>
      handler(members(event), members(context)),
    );
    source.on(name, told);
    return [name, told] as const;
  });
  return () => {
    for (const [name, told] of added) {
      source.off?.(name, told);
    }
  };
}

class Hooks {
  readonly #keeper: () => Recorder;
  readonly #options: HookOptions;
  /** The session of a session key: most hooks tell only one of the two. */
  readonly #sessions = new Bounded<string>(sessionsMax);
  /** What the next step of a session follows from. */
  readonly #last = new Bounded<Step>(sessionsMax);
  /** Delegations, by run and by the key of the child's session. */
  readonly #spawned = new Bounded<Step>(sessionsMax);
  readonly #tools = new Open<{ step: Step; callId: string; began: number }>(callsMax);
  readonly #models = new Open<ModelCall>(callsMax);
  /** Results that the next model call of a session is told. */
  readonly #results = new Bounded<Step[]>(sessionsMax);

  constructor(keeper: () => Recorder, options: HookOptions) {
    this.#keeper = keeper;
    this.#options = options;
  }

  handlers(): Record<string, Handler> {
    return {
      session_start: (event, context) => this.#sessionStart(event, context),
      session_end: (event, context) => this.#sessionEnd(event, context),
      before_agent_start: (event, context) => this.#prompt(event, context),
      llm_input: (event, context) => this.#modelInput(event, context),
      llm_output: (event, context) => this.#modelOutput(event, context),
      before_tool_call: (event, context) => this.#toolStart(event, context),
      after_tool_call: (event, context) => this.#toolEnd(event, context),
      after_compaction: (event, context) => this.#compaction(event, context),
      subagent_spawned: (event, context) => this.#spawn(event, context),
      subagent_ended: (event, context) => this.#spawnEnd(event, context),
      agent_end: (event, context) => this.#agentEnd(event, context),
    };
  }

  #session(event: Members, context: Members): string | undefined {
    const key = text(context, 'sessionKey') ?? text(event, 'sessionKey');
    const named = text(event, 'sessionId') ?? text(context, 'sessionId');
    if (key !== undefined && named !== undefined) {
      this.#sessions.set(key, named);
    }
    const known = key === undefined ? undefined : this.#sessions.get(key);
    return named ?? known ?? key ?? text(event, 'session') ?? this.#options.session;
  }

  /** The place of an event, beneath what it follows from. */
  #place(event: Members, context: Members): Scope {
    const { ground } = this.#keeper();
    const session = this.#session(event, context) ?? ground.place.session;
    const key = text(context, 'sessionKey') ?? session ?? '';
    const before = this.#last.get(session ?? '') ?? this.#spawned.get(key);
    const run = text(event, 'runId') ?? text(context, 'runId');
    return new Scope(this.#keeper(), {
      agent:
        text(context, 'agentId') ??
        text(event, 'agentId') ??
        this.#options.agent ??
        ground.place.agent,
      session,
      run: run ?? (before?.place.session === session ? before?.place.run : undefined),
      correlation: ground.place.correlation,
      parent: before?.id ?? ground.place.parent,
    });
  }

  #then(step: Step): void {
    this.#last.set(step.place.session ?? '', step);
  }

  #sessionStart(event: Members, context: Members): void {
    const fields = { goal: text(event, 'goal'), resumed_from: text(event, 'resumedFrom') };
    this.#place(event, context).record('session_start', known(fields));
  }

  #sessionEnd(event: Members, context: Members): void {
    const status = event['success'] === false ? 'failure' : text(event, 'status');
    const fields = known({ status, message_count: amount(event, 'messageCount') });
    const place = this.#place(event, context);
    place.record('session_end', fields, { durationMs: amount(event, 'durationMs') });
    this.#last.delete(place.place.session ?? '');
  }

  #prompt(event: Members, context: Members): void {
    const asked = first(event, 'prompt');
    if (typeof asked === 'string') {
      const place = this.#place(event, context);
      const from = this.#spawned.get(text(context, 'sessionKey') ?? place.place.session ?? '');
      // A prompt begins: it follows from a delegation, and not from the answer before it.
      this.#then(new Scope(place.recorder, { ...place.place, parent: from?.id }).prompt(asked));
    }
  }

  #modelInput(event: Members, context: Members): void {
    const history = first(event, 'historyMessages', 'messages');
    const prompt = text(event, 'prompt') && { role: 'user', content: event['prompt'] };
    const messages = [...(Array.isArray(history) ? (history as unknown[]) : []), prompt].filter(
      Boolean,
    );
    const place = this.#place(event, context);
    const session = place.place.session ?? '';
    const call = place.llmCall({
      model: text(event, 'model') ?? 'unknown',
      provider: text(event, 'provider'),
      messages: messages.length > 0 ? messages : undefined,
      causes: this.#results.get(session),
      fields: known({
        system: first(event, 'systemPrompt'),
        prompt_tokens: amount(event, 'promptTokens'),
      }),
    });
    this.#results.delete(session);
    this.#models.begin(this.#modelKey(event, context), call);
    this.#then(call);
  }

  #modelKey(event: Members, context: Members): string {
    const id = text(event, 'callId', 'id');
    const rest = [text(event, 'runId') ?? text(context, 'runId'), this.#session(event, context)];
    return keyOf(id === undefined ? rest : ['id', id]);
  }

  #modelOutput(event: Members, context: Members): void {
    const call = this.#models.end(this.#modelKey(event, context));
    const usage = members(first(event, 'usage'));
    const said = first(event, 'assistantTexts');
    const fields = known({
      completion: Array.isArray(said) ? said.join('\n') : first(event, 'completion', 'text'),
      prompt_tokens: amount(usage, 'input') ?? amount(event, 'promptTokens'),
      completion_tokens: amount(usage, 'output') ?? amount(event, 'completionTokens'),
      total_tokens: amount(usage, 'total'),
      cache_read_tokens: amount(usage, 'cacheRead'),
      cache_write_tokens: amount(usage, 'cacheWrite'),
      call_ids: callsIn(first(event, 'lastAssistant')),
      error: text(event, 'error'),
    });
    if (call === undefined) {
      const model = text(event, 'model') ?? 'unknown';
      this.#then(this.#place(event, context).record('llm_call', { model, ...fields }));
      return;
    }
    call.set(fields);
    call.end();
  }

  #toolKey(event: Members, context: Members): string {
    const id = text(event, 'toolCallId', 'callId', 'id') ?? text(context, 'toolCallId');
    const name = text(event, 'toolName', 'name');
    const input = first(event, 'params', 'input');
    return keyOf(id === undefined ? [this.#session(event, context), name, input] : ['id', id]);
  }

  #toolStart(event: Members, context: Members): void {
    const callId = text(event, 'toolCallId', 'callId', 'id') ?? text(context, 'toolCallId');
    const call = this.#place(event, context).toolCall(
      text(event, 'toolName', 'name') ?? 'unknown',
      first(event, 'params', 'input'),
      { callId },
    );
    const open = { step: call, callId: call.callId, began: performance.now() };
    this.#tools.begin(this.#toolKey(event, context), open);
  }

  #toolEnd(event: Members, context: Members): void {
    const open = this.#tools.end(this.#toolKey(event, context));
    const content = first(event, 'result', 'output');
    const error = text(event, 'error') ?? text(members(content), 'error');
    const told = known({ status: error === undefined ? 'ok' : 'error', error });
    if (open === undefined) {
      const named = { tool_name: text(event, 'toolName', 'name') ?? 'unknown' };
      const input = first(event, 'params', 'input');
      const fields = known({ ...named, input, output: content, ...told });
      const durationMs = amount(event, 'durationMs');
      this.#place(event, context).record('tool_call', fields, { durationMs });
      return;
    }
    const took = Math.round((performance.now() - open.began) * 1000) / 1000;
    const fields = { call_id: open.callId, ...told, ...known({ content }) };
    const durationMs = amount(event, 'durationMs') ?? took;
    const result = open.step.record('observation', fields, { durationMs });
    const session = open.step.place.session ?? '';
    this.#results.set(session, [...(this.#results.get(session) ?? []), result].slice(-resultsMax));
  }

  #compaction(event: Members, context: Members): void {
    const fields = {
      compacted: amount(event, 'compactedCount'),
      tokens: amount(event, 'tokenCount'),
    };
    const curation = { action: 'compressed', target: 'messages', ...known(fields) };
    this.#place(event, context).record('curation', curation);
  }

  #spawn(event: Members, context: Members): void {
    const asker = { sessionKey: text(context, 'requesterSessionKey') ?? context['sessionKey'] };
    // The agent that the event names is the child.
    const place = this.#place({}, { ...asker, agentId: context['agentId'] });
    const child = text(event, 'childId', 'agentId') ?? 'unknown';
    const run = text(event, 'runId', 'id');
    const task = text(event, 'task', 'label', 'description');
    const step = place.delegate(child, task, run === undefined ? {} : { run });
    for (const key of [run, text(event, 'childSessionKey') ?? text(context, 'childSessionKey')]) {
      if (key !== undefined) {
        this.#spawned.set(key, step);
      }
    }
  }

  #spawnEnd(event: Members, context: Members): void {
    const run = text(event, 'runId', 'id') ?? text(context, 'runId') ?? '';
    const step = this.#spawned.get(run) ?? this.#spawned.get(text(event, 'targetSessionKey') ?? '');
    const outcome = text(event, 'outcome');
    const failed = event['success'] === false || (outcome !== undefined && outcome !== 'ok');
    this.#spawned.delete(run);
    if (failed) {
      const why =
        text(event, 'error') ?? text(event, 'reason') ?? outcome ?? 'the sub-agent failed';
      (step ?? this.#place(event, context)).error(why, { context: `delegation run: ${run}` });
    }
  }

  #agentEnd(event: Members, context: Members): void {
    const place = this.#place(event, context);
    const failed = event['success'] === false;
    if (failed) {
      place.error(text(event, 'error') ?? 'the agent failed', { context: 'agent_end' });
    }
    const durationMs = amount(event, 'durationMs');
    place.record('termination', { reason: failed ? 'failed' : 'completed' }, { durationMs });
  }
}

// The ids of the calls that a message of the model asks for.
function callsIn(message: unknown): string[] | undefined {
  const parts = members(message)['content'];
  const ids = (Array.isArray(parts) ? parts : [])
    .map(members)
    .filter((part) => /^tool_?(call|use)$/i.test(String(part['type'])))
    .flatMap((part) => text(part, 'id', 'toolCallId') ?? []);
  return ids.length > 0 ? ids : undefined;
}

export { TraceEmitter } from './emitter.js';
