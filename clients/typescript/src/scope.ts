// Places in the record, and what is recorded there.
//
// A scope is a value: agent, session, run, correlation, iteration, and the event because of which
// everything in it happens. The current one lives in an AsyncLocalStorage; `run` makes another one
// current for what happens inside of a function. Whatever is recorded is itself a scope.
import { AsyncLocalStorage } from 'node:async_hooks';
import { toldBy } from './answers.js';
import {
  flagsOf,
  idOf,
  nameOf,
  newId,
  now,
  said,
  shown,
  type EventRecord,
  type Rationale,
  type Why,
} from './event.js';
import type { Recorder } from './recorder.js';

export interface Place {
  agent?: string | undefined;
  session?: string | undefined;
  run?: string | undefined;
  correlation?: string | undefined;
  iteration?: number | undefined;
  parent?: string | undefined;
}

export type Parent = Scope | string | undefined;

export interface RecordOptions extends Why {
  parent?: Parent;
  causes?: readonly (string | Step)[] | undefined;
  correlation?: string | undefined;
  durationMs?: number | undefined;
  id?: string | undefined;
}

export interface DecisionOptions extends RecordOptions {
  chosen?: string | undefined;
  decisionType?: string | undefined;
  inputs?: unknown;
  status?: 'made' | 'declined' | 'deferred';
}

export interface ToolCallOptions extends RecordOptions {
  callId?: string | undefined;
}

export interface LlmCallOptions extends RecordOptions {
  model: string;
  messages?: unknown;
  provider?: string | undefined;
  fields?: Record<string, unknown>;
}

export interface OutcomeOptions {
  correct?: boolean | null;
  text?: string;
}

export interface MessageOptions extends RecordOptions {
  to?: string | readonly string[];
  from?: string | undefined;
  subtype?: string | undefined;
  status?: string | undefined;
  messageId?: string | undefined;
}

export const current = new AsyncLocalStorage<Scope>();

const parts = ['agent', 'session', 'run', 'correlation', 'parent'] as const;

/** A place in the record. */
export class Scope {
  constructor(
    readonly recorder: Recorder,
    readonly place: Place,
  ) {}

  /** Makes this place the current one for whatever `act` does, also later and asynchronously. */
  run<T>(act: () => T): T {
    return current.run(this, act);
  }
  inRun(name: string): Scope {
    return new Scope(this.recorder, { ...this.place, run: nameOf(name) });
  }
  correlation(name: string): Scope {
    return new Scope(this.recorder, { ...this.place, correlation: nameOf(name) });
  }
  agent(name: string): Scope {
    return new Scope(this.recorder, { ...this.place, agent: nameOf(name) });
  }
  iteration(number: number): Scope {
    if (!Number.isSafeInteger(number) || number < -1) {
      this.recorder.fail(
        new RangeError(`an iteration is a whole number of -1 or more, and ${shown(number)} is not`),
      );
      return new Scope(this.recorder, this.place);
    }
    return new Scope(this.recorder, { ...this.place, iteration: number });
  }

  /** This place as one line, for another process: in HENCE_HANDOFF, or a header. */
  get handoff(): string {
    const said = parts
      .filter((name) => this.place[name] !== undefined)
      .map((name) => `${name}=${quoted(this.place[name] ?? '')}`);
    return ['hence1', ...said].join(';');
  }

  record(kind: string, fields: Record<string, unknown> = {}, options: RecordOptions = {}): Step {
    return this.recorder.record(kind, fields, options, options.parent ?? this);
  }
  decision(description: string, options: DecisionOptions = {}): Step {
    const { chosen, decisionType, inputs, status, ...rest } = options;
    const given = options.alternatives;
    const fields = {
      description: String(description),
      decision_type: decisionType,
      alternatives: given && (Array.isArray(given) ? given : Object.keys(given)),
      chosen: chosen === undefined ? undefined : String(chosen),
      inputs,
      status: status ?? 'made',
    };
    return this.record('decision', fields, rest);
  }
  outcome(of: string | Step, options: OutcomeOptions = {}): Step {
    const judged = idOf(typeof of === 'string' ? of : of.id);
    if (judged === undefined) {
      throw new TypeError('an outcome needs the event that it judges');
    }
    const fields: Record<string, unknown> = { of: judged, outcome: options.text };
    if (typeof options.correct === 'boolean') {
      fields['correct'] = options.correct;
    }
    return this.record('outcome', fields);
  }
  toolCall(toolName: string, input?: unknown, options: ToolCallOptions = {}): ToolCall {
    const { callId, ...rest } = options;
    const call = callId ?? newId();
    const step = this.record(
      'tool_call',
      { tool_name: String(toolName), call_id: call, input },
      rest,
    );
    return new ToolCall(step, call);
  }
  llmCall(options: LlmCallOptions): ModelCall {
    return new ModelCall(this.recorder.placeOf(options.parent ?? this), options);
  }
  delegate(child: string, task?: string, options: { run?: string } = {}): Step {
    const fields = {
      parent_id: this.place.agent,
      child_id: String(child),
      task,
      run_id: options.run,
    };
    const step = this.record('delegation', fields);
    return new Step(
      this.recorder,
      {
        ...step.place,
        agent: nameOf(child) ?? step.place.agent,
        run: nameOf(options.run) ?? step.place.run,
      },
      step.id,
      step.recorded,
    );
  }
  prompt(text: string, options: RecordOptions = {}): Step {
    return this.record('prompt', { text }, options);
  }
  thought(text: string, options: RecordOptions = {}): Step {
    return this.record('thought', { text }, options);
  }
  observation(content: unknown, options: RecordOptions & { key?: string } = {}): Step {
    const { key, ...rest } = options;
    return this.record('observation', { key, content }, rest);
  }
  assumption(text: string, options: RecordOptions = {}): Step {
    return this.record('assumption', { assumption: text }, options);
  }
  message(payload: unknown, options: MessageOptions = {}): Step {
    const { to, from, subtype, status, messageId, ...rest } = options;
    const fields = {
      message_id: messageId,
      from: from ?? this.place.agent,
      to: typeof to === 'string' ? [to] : to,
      subtype,
      status,
      payload,
    };
    return this.record('message', fields, rest);
  }
  error(what: unknown, options: RecordOptions & { context?: unknown } = {}): Step {
    const { context, ...rest } = options;
    return this.record('error', { error: said(what), context }, rest);
  }
  log(body: string, options: RecordOptions & { severity?: string } = {}): Step {
    const { severity, ...rest } = options;
    return this.record('log', { severity: severity ?? 'info', body }, rest);
  }
}

const quoted = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[A-Za-z0-9\-_.~:/]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

/** The place that a handoff names; an empty one when it is none. */
export function placeFrom(handoff: string): Place {
  const [head, ...rest] = handoff.split(';');
  const place: Place = {};
  if (head !== 'hence1' || handoff.length > 16 * 1024) {
    return place;
  }
  for (const part of rest) {
    const at = part.indexOf('=');
    const name = parts.find((one) => one === part.slice(0, at));
    if (name !== undefined) {
      try {
        place[name] = nameOf(decodeURIComponent(part.slice(at + 1)));
      } catch {
        // A broken escape: that part is left out.
      }
    }
  }
  return place;
}

/** An event that was recorded, and the place of what follows from it. */
export class Step extends Scope {
  constructor(
    recorder: Recorder,
    place: Place,
    readonly id: string,
    public recorded: boolean,
  ) {
    // Written out: it is done for every event, and a spread costs more than all the rest.
    super(recorder, {
      agent: place.agent,
      session: place.session,
      run: place.run,
      correlation: place.correlation,
      iteration: place.iteration,
      parent: id,
    });
  }
  toString(): string {
    return this.id;
  }
}

/** A call of a tool: recorded when it begins, and again when it ends. */
export class ToolCall extends Step {
  #began = performance.now();
  #ended = false;

  constructor(
    step: Step,
    readonly callId: string,
  ) {
    super(step.recorder, step.place, step.id, step.recorded);
  }
  /** What came back. */
  result(content?: unknown): void {
    this.#end({ status: 'ok', content });
  }
  failed(error: unknown): void {
    this.#end({ status: 'error', error: said(error) });
  }
  #end(fields: Record<string, unknown>): void {
    if (this.#ended) {
      return;
    }
    this.#ended = true;
    this.record(
      'observation',
      { call_id: this.callId, ...fields },
      { durationMs: took(this.#began) },
    );
  }
}

const took = (began: number): number => Math.round((performance.now() - began) * 1000) / 1000;

/** A call of a model. While it runs, an unfinished event of the same id stands for it. */
export class ModelCall extends Step {
  readonly fields: Record<string, unknown>;
  #began = performance.now();
  #time = now();
  #above: string | undefined;
  #rationale: Rationale | undefined;
  #causes: string[] | undefined;
  #ended = false;

  constructor(scope: Scope, options: LlmCallOptions) {
    super(scope.recorder, scope.place, newId(), false);
    this.#above = scope.place.parent;
    this.#rationale = scope.recorder.rationale(options);
    this.#causes = Array.isArray(options.causes)
      ? options.causes.flatMap((one) => idOf(one) ?? [])
      : undefined;
    this.fields = {
      model: String(options.model),
      provider: options.provider,
      messages: options.messages,
      ...options.fields,
    };
    this.#write('unfinished');
  }
  /** Takes what the answer of OpenAI's or Anthropic's client tells: tokens, words, calls. */
  result(answer: unknown): void {
    try {
      Object.assign(this.fields, toldBy(answer));
    } catch (error) {
      this.recorder.fail(error);
    }
    this.end();
  }
  /** Adds what is known by now. */
  set(fields: Record<string, unknown>): void {
    Object.assign(this.fields, fields);
  }
  failed(error: unknown): void {
    Object.assign(this.fields, { error: said(error), status: 'error' });
    this.end();
  }
  end(): void {
    if (!this.#ended) {
      this.#ended = true;
      this.#write(undefined, took(this.#began));
    }
  }
  #write(flag?: string, durationMs?: number): void {
    const event: EventRecord = {
      id: this.id,
      kind: 'llm_call',
      time: this.#time,
      fields: this.fields,
    };
    if (this.#causes) {
      event.causes = this.#causes;
    }
    if (this.#rationale) {
      event.rationale = this.#rationale;
    }
    if (durationMs !== undefined) {
      event.duration_ms = durationMs;
    }
    const flags = [...(flag === undefined ? [] : [flag]), ...(flagsOf(this.#rationale) ?? [])];
    if (flags.length > 0) {
      event.flags = flags;
    }
    this.recorded = this.recorder.put(event, this.place, this.#above);
  }
}

// What a host says in an odd way (null in place of options, a getter that throws) costs the event,
// and not the host.
const stepNames = [
  'record',
  'decision',
  'outcome',
  'delegate',
  'prompt',
  'thought',
  'observation',
  'assumption',
  'message',
  'error',
  'log',
] as const;

function guard<T extends Step>(name: string, instead: (scope: Scope) => T): void {
  const methods = Scope.prototype as unknown as Record<string, (...args: unknown[]) => T>;
  const inner = methods[name];
  methods[name] = function (this: Scope, ...args: unknown[]): T {
    try {
      return (inner as (...args: unknown[]) => T).apply(this, args);
    } catch (error) {
      this.recorder.spool.dropped += 1;
      this.recorder.fail(error);
      return instead(this);
    }
  } as (...args: unknown[]) => T;
}

const lost = (scope: Scope): Step => new Step(scope.recorder, scope.place, newId(), false);
for (const name of stepNames) {
  guard(name, lost);
}
guard('toolCall', (scope) => new ToolCall(lost(scope), newId()));
guard('llmCall', (scope) => new ModelCall(scope, { model: 'unknown' }));
