// The emitter of Mayros' traces, with its own methods and their order of arguments, recorded by Hence.
// Each method returns the id of its event. Nothing waits in a buffer.
//
//     import { TraceEmitter } from "hence-trace/hooks";
//     const emitter = new TraceEmitter();
//     emitter.emitDecision("main", "vitest or jest", ["vitest", "jest"], "vitest", "already there", "s1");
//
// What is emitted follows from the last model call of the same agent and session, unless a step is
// current (`step.run(…)`): then it follows from that.
import { Bounded } from './adapter.js';
import { recorder as usual } from './index.js';
import type { Recorder } from './recorder.js';
import { Scope, Step, current, type RecordOptions } from './scope.js';

const placesMax = 10_000;

export class TraceEmitter {
  readonly #keeper: () => Recorder;
  readonly #calls = new Bounded<string>(placesMax);

  constructor(recorder?: Recorder) {
    this.#keeper = () => recorder ?? usual();
  }

  emitToolCall(
    agentId: string,
    toolName: string,
    input: unknown,
    output: unknown,
    durationMs?: number,
    session?: string,
  ): string {
    const fields = { tool_name: String(toolName), input, output };
    return this.#put(agentId, session, 'tool_call', fields, { durationMs }).id;
  }

  emitLLMCall(
    agentId: string,
    model: string,
    promptTokens?: number,
    completionTokens?: number,
    durationMs?: number,
    session?: string,
  ): string {
    const fields = {
      model: String(model),
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
    };
    const call = this.#put(agentId, session, 'llm_call', fields, { durationMs });
    this.#calls.set(`${session ?? ''}\n${agentId}`, call.id);
    return call.id;
  }

  emitDecision(
    agentId: string,
    description: string,
    alternatives: readonly string[],
    chosen: string,
    reasoning?: string,
    session?: string,
  ): string {
    const fields = { description, alternatives, chosen, status: 'made' };
    return this.#put(agentId, session, 'decision', fields, { why: reasoning || undefined }).id;
  }

  emitDelegation(
    parentId: string,
    childId: string,
    task: string,
    runId: string,
    session?: string,
  ): string {
    const fields = { parent_id: parentId, child_id: childId, task, run_id: runId };
    const step = this.#put(parentId, session, 'delegation', fields, {});
    this.#calls.set(`${session ?? ''}\n${childId}`, step.id);
    return step.id;
  }

  emitError(agentId: string, error: string, context?: string, session?: string): string {
    return this.#put(agentId, session, 'error', { error, context: context || undefined }, {}).id;
  }

  #put(
    agent: string,
    session: string | undefined,
    kind: string,
    fields: Record<string, unknown>,
    options: RecordOptions,
  ): Step {
    const recorder = this.#keeper();
    const here = recorder.here();
    const named = session ?? here.place.session;
    const inside = current.getStore() !== undefined && named === here.place.session;
    const parent = inside ? here.place.parent : this.#calls.get(`${session ?? ''}\n${agent}`);
    const place = { ...here.place, agent: String(agent), session: named, parent };
    return new Scope(recorder, place).record(kind, fields, options);
  }
}
