// Records what an agent does, so that Hence can tell why it did it.
//
//     import * as hence from "hence-trace";
//     hence.open({ agent: "coder" });
//     await hence.session("deploy-42", { goal: "ship 1.4" }, async (s) => {
//         s.decision("vitest or jest", { chosen: "vitest", why: "shares the build" });
//     });
//     console.log(await hence.flush());
//
// Recording never throws into the host and keeps no queue: an event that was recorded lies in a file
// when the call returns.
import { nameOf, newId, said, shown } from './event.js';
import type { Flush } from './flush.js';
import { isGenerator, watched } from './iterators.js';
import { Recorder, type OpenOptions } from './recorder.js';
import {
  current as store,
  placeFrom,
  Scope,
  type DecisionOptions,
  type LlmCallOptions,
  type MessageOptions,
  type ModelCall,
  type OutcomeOptions,
  type RecordOptions,
  type Step,
  type ToolCall,
  type ToolCallOptions,
} from './scope.js';
import { Tracer } from './telemetry.js';
import { wrapClient } from './wrap.js';

export { HenceError } from './ask.js';
export { ask, sql, type Answer, type Named } from './asked.js';
export type { Flush } from './flush.js';
export * from './questions.js';
export { Recorder, type OpenOptions } from './recorder.js';
export type * as answers from './schema.js';
export { ModelCall, Scope, Step, ToolCall } from './scope.js';
export type {
  DecisionOptions,
  LlmCallOptions,
  MessageOptions,
  OutcomeOptions,
  Parent,
  Place,
  RecordOptions,
  ToolCallOptions,
} from './scope.js';
export type { Span, Tracer } from './telemetry.js';

let keeper: Recorder | undefined;

/** Says where events go. Never throws. */
export function open(options: OpenOptions = {}): Recorder {
  try {
    keeper = new Recorder(options);
  } catch (error) {
    keeper = new Recorder({ ...options, store: '/dev/null' });
    keeper.fail(error);
  }
  return keeper;
}

/** The recorder that `open` made, or one with the usual settings. */
export const recorder = (): Recorder => keeper ?? open();

/** The place where something would be recorded now. */
export const current = (): Scope => recorder().here();

export interface SessionOptions {
  goal?: string;
  run?: string;
  correlation?: string;
  agent?: string;
}

/** A session: a conversation or a job. What `act` does is recorded in it. */
export function session<T>(
  name: string | undefined,
  options: SessionOptions,
  act: (scope: Scope) => T,
): T {
  const here = current();
  const given = options ?? {}; // Of a host without types.
  const place = {
    ...here.place,
    session: nameOf(name) ?? newId(),
    run: nameOf(given.run),
    agent: nameOf(given.agent) ?? here.place.agent,
    correlation: nameOf(given.correlation) ?? here.place.correlation,
    parent: undefined,
  };
  // The start is no parent: a session is where something happens, and not why. What hangs on
  // nothing else hangs on the model call before it.
  const scope = new Scope(here.recorder, place);
  const start = scope.record('session_start', given.goal ? { goal: shown(given.goal) } : {});
  const end = (status: string, error?: unknown): void => {
    start.record('session_end', error === undefined ? { status } : { status, output: said(error) });
  };
  return ended(
    () => scope.run(() => act(scope)),
    () => end('success'),
    (error) => end(ending(error), error),
  );
}

const ending = (error: unknown): string =>
  error instanceof Error && error.name === 'AbortError' ? 'cancelled' : 'failure';

// Calls `act` once, and tells how it ended, also when that is later. What it gives is untouched.
function ended<T>(
  act: () => T,
  done: (value: unknown) => void,
  failed: (error: unknown) => void,
): T {
  let value: T;
  try {
    value = act();
  } catch (error) {
    failed(error);
    throw error;
  }
  if (value instanceof Promise) {
    value.then(done, failed);
  } else {
    done(value);
  }
  return value;
}

export const record = (
  kind: string,
  fields: Record<string, unknown> = {},
  options: RecordOptions = {},
): Step => current().record(kind, fields, options);
export const prompt = (text: string, options?: RecordOptions): Step =>
  current().prompt(text, options);
export const thought = (text: string, options?: RecordOptions): Step =>
  current().thought(text, options);
export const observation = (content: unknown, options?: RecordOptions & { key?: string }): Step =>
  current().observation(content, options);
export const assumption = (text: string, options?: RecordOptions): Step =>
  current().assumption(text, options);
export const message = (payload: unknown, options?: MessageOptions): Step =>
  current().message(payload, options);
export const error = (what: unknown, options?: RecordOptions & { context?: unknown }): Step =>
  current().error(what, options);
export const log = (body: string, options?: RecordOptions & { severity?: string }): Step =>
  current().log(body, options);
export const decision = (description: string, options?: DecisionOptions): Step =>
  current().decision(description, options);
export const outcome = (of: string | Step, options?: OutcomeOptions): Step =>
  current().outcome(of, options);
export const delegate = (child: string, task?: string, options?: { run?: string }): Step =>
  current().delegate(child, task, options);
export const toolCall = (name: string, input?: unknown, options?: ToolCallOptions): ToolCall =>
  current().toolCall(name, input, options);
export const llmCall = (options: LlmCallOptions): ModelCall => current().llmCall(options);

/** The place that another process handed over; else from $HENCE_HANDOFF. */
export function resume(handoff?: string): Scope {
  const place = placeFrom(handoff ?? process.env['HENCE_HANDOFF'] ?? '');
  return new Scope(recorder(), place);
}

export interface ToolOptions {
  captureInput?: boolean;
  captureOutput?: boolean;
  why?: string;
}

/** Records each call of a function as a tool call. The function stays what it is. */
export function tool<Args extends unknown[], Result>(
  name: string,
  act: (...args: Args) => Result,
  options: ToolOptions = {},
): (...args: Args) => Result {
  return function (this: unknown, ...args: Args): Result {
    const input = options.captureInput === false ? undefined : inputOf(act, args);
    const call = current().toolCall(name, input, { why: options.why });
    const keeps = options.captureOutput !== false;
    const given = ended(
      () => call.run(() => act.apply(this, args)),
      (value) => isGenerator(value) || call.result(keeps ? value : undefined),
      (failure) => call.failed(failure),
    );
    return isGenerator(given) ? watched(given, call, keeps) : given;
  };
}

// By the names of the parameters, as far as the source tells them.
function inputOf(act: (...args: never[]) => unknown, args: unknown[]): unknown {
  const only = args[0];
  if (args.length === 1 && only !== null && typeof only === 'object' && !Array.isArray(only)) {
    return only;
  }
  const source = /^(?:async\s*)?(?:function\b[^(]*)?\(?([^)=]*)/.exec(String(act))?.[1] ?? '';
  const names = source.split(',').map((name) => /^\s*([A-Za-z_$][\w$]*)/.exec(name)?.[1]);
  return Object.fromEntries(args.map((value, at) => [names[at] ?? `arg${at}`, value]));
}

/** The function, run at the place that is current now: for a callback that is called from elsewhere. */
export function carry<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
  scope?: Scope,
): (...args: Args) => Result {
  const place = scope ?? store.getStore();
  return function (this: unknown, ...args: Args): Result {
    return place === undefined ? act.apply(this, args) : place.run(() => act.apply(this, args));
  };
}

/** Records the model calls of a client of OpenAI or Anthropic, and returns that client. */
export function wrap<T extends object>(client: T): T {
  try {
    wrapClient(client, recorder);
  } catch (failure) {
    recorder().fail(failure);
  }
  return client;
}

/** A tracer for the Vercel AI SDK: `experimental_telemetry: { isEnabled: true, tracer: tracer() }`. */
export const tracer = (name = 'ai'): Tracer => new Tracer(recorder, name);

/** Says what became of the events, within `timeout` milliseconds. Never rejects. */
export const flush = (options: { timeout?: number } = {}): Promise<Flush> =>
  recorder().flush(options?.timeout ?? 2000);
