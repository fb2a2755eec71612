// Host programs for adapters_test.py: `node adapters.mjs DIRECTORY SCENE`. Each speaks as its framework does.
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';

const [directory, scene] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${directory}/${name}.js`).href);
const hence = await load('index');
const { recordHooks, TraceEmitter } = await load('hooks');
const { EventBus, busRecorder } = await load('bus');
const tell = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

const main = { agentId: 'main', sessionKey: 'agent:main', sessionId: 's1' };
const child = { agentId: 'reviewer', sessionKey: 'agent:reviewer:1' };
const tool = (name) => ({ agentId: 'main', sessionKey: 'agent:main', toolName: name });

const scenes = {
  // As a plugin of Mayros hears it: tool hooks without an id, and with the key of the session only.
  async hooks() {
    hence.open({ agent: 'host' });
    const hooks = new EventEmitter();
    const stop = recordHooks(hooks);
    hooks.emit('session_start', { sessionId: 's1' }, main);
    hooks.emit('before_agent_start', { prompt: 'fix the build' }, main);
    const input = {
      runId: 'r1',
      sessionId: 's1',
      provider: 'anthropic',
      model: 'claude-x',
      prompt: 'fix the build',
    };
    hooks.emit('llm_input', { ...input, historyMessages: [], imagesCount: 0 }, main);
    hooks.emit(
      'llm_output',
      {
        runId: 'r1',
        sessionId: 's1',
        provider: 'anthropic',
        model: 'claude-x',
        assistantTexts: ['I read both files.'],
        usage: { input: 10, output: 5, cacheRead: 2, total: 15 },
      },
      main,
    );
    hooks.emit('before_tool_call', { toolName: 'Read', params: { path: 'a' } }, tool('Read'));
    hooks.emit('before_tool_call', { toolName: 'Read', params: { path: 'b' } }, tool('Read'));
    // The ends come in another order than the starts.
    hooks.emit(
      'after_tool_call',
      { toolName: 'Read', params: { path: 'b' }, result: 'of b', durationMs: 7 },
      tool('Read'),
    );
    hooks.emit(
      'after_tool_call',
      { toolName: 'Read', params: { path: 'a' }, error: 'ENOENT' },
      tool('Read'),
    );
    hooks.emit(
      'llm_input',
      { ...input, historyMessages: [{ role: 'tool', content: 'of b' }] },
      main,
    );
    hooks.emit(
      'llm_output',
      { runId: 'r1', sessionId: 's1', model: 'claude-x', assistantTexts: ['I ask a reviewer.'] },
      main,
    );
    hooks.emit(
      'subagent_spawned',
      {
        runId: 'r2',
        childSessionKey: 'agent:reviewer:1',
        agentId: 'reviewer',
        label: 'review it',
        mode: 'run',
      },
      { requesterSessionKey: 'agent:main', agentId: 'main' },
    );
    hooks.emit('before_agent_start', { prompt: 'review it' }, child);
    hooks.emit('llm_input', { runId: 'r2', model: 'claude-y', prompt: 'review it' }, child);
    hooks.emit('llm_output', { runId: 'r2', model: 'claude-y', assistantTexts: ['Fine.'] }, child);
    hooks.emit(
      'subagent_ended',
      { targetSessionKey: 'agent:reviewer:1', runId: 'r2', outcome: 'error', error: 'timed out' },
      {},
    );
    hooks.emit('after_compaction', { messageCount: 3, compactedCount: 9 }, main);
    hooks.emit('agent_end', { messages: [], success: false, error: 'gave up' }, main);
    hooks.emit('session_end', { sessionId: 's1', messageCount: 4 }, main);
    stop();
    hooks.emit('before_agent_start', { prompt: 'not heard' }, main);
    tell([hooks.listenerCount('llm_input'), (await hence.flush({ timeout: 30_000 })).dropped]);
  },

  // Whatever a host emits, nothing comes back.
  async oddHooks() {
    hence.open({ agent: 'host' });
    const hooks = new EventEmitter();
    recordHooks(hooks);
    const circle = {};
    circle.self = circle;
    const traps = new Proxy(
      {},
      {
        get() {
          throw new Error('trap');
        },
      },
    );
    for (const name of hooks.eventNames()) {
      for (const event of [
        undefined,
        null,
        3,
        'x',
        [],
        {},
        circle,
        traps,
        { toolName: circle, usage: 7 },
      ]) {
        hooks.emit(name, event, event);
        hooks.emit(name, event);
      }
    }
    tell([hooks.eventNames().length, (await hence.flush({ timeout: 30_000 })).spooled]);
  },

  async emitter() {
    hence.open({ agent: 'host' });
    const emitter = new TraceEmitter();
    const call = emitter.emitLLMCall('main', 'claude-sonnet-4-6', 1000, 200, 350, 's1');
    const read = emitter.emitToolCall(
      'main',
      'Read',
      { path: 'package.json' },
      'found vitest',
      45,
      's1',
    );
    const made = emitter.emitDecision(
      'main',
      'use vitest or jest',
      ['vitest', 'jest'],
      'vitest',
      'already a dependency',
      's1',
    );
    const given = emitter.emitDelegation('main', 'reviewer', 'code review', 'r2', 's1');
    const failed = emitter.emitError('reviewer', 'ENOENT: no such file', undefined, 's1');
    tell([call, read, made, given, failed]);
  },

  async bus() {
    hence.open();
    const bus = new EventBus();
    const heard = [];
    const stop = bus.on('ToolCallStarted', (event) => heard.push(event.toolName));
    bus.subscribe(() => {
      throw new Error('a handler of the host');
    });
    const taskId = 'run-debrief-test';
    const publish = (_tag, more) => bus.publish({ _tag, taskId, timestamp: Date.now(), ...more });
    publish('AgentStarted', {
      agentId: 'analyst',
      provider: 'p',
      model: 'm',
      task: 'find current price of AAPL stock',
    });
    publish('LLMExchangeEmitted', {
      iteration: 1,
      provider: 'p',
      model: 'm',
      requestKind: 'complete',
      messages: [{ role: 'user', content: 'AAPL?' }],
      response: {
        content: 'I search.',
        tokensIn: 900,
        tokensOut: 100,
        durationMs: 12,
        stopReason: 'tool_use',
      },
    });
    publish('ToolCallStarted', {
      iteration: 1,
      toolName: 'web_search',
      callId: 'c1',
      rationale: { why: 'needs fresh price data', refs: ['scratch:goal'] },
    });
    publish('ToolCallCompleted', {
      toolName: 'web_search',
      callId: 'c1',
      durationMs: 6,
      success: true,
      result: '182.50',
    });
    publish('LLMRequestStarted', { requestId: 'q2', model: 'm', provider: 'p' });
    publish('LLMRequestCompleted', {
      iteration: 2,
      requestId: 'q2',
      model: 'm',
      provider: 'p',
      durationMs: 3,
      tokensUsed: 500,
    });
    publish('AssumptionRecordedEmitted', {
      iteration: 2,
      assumption: 'user means USD',
      rationale: { why: 'no currency specified', confidence: 0.6 },
    });
    publish('CuratorDecisionEmitted', {
      iteration: 2,
      action: 'marked-untrusted',
      targetRef: 'obs:1',
      rationale: { why: 'no audit trail' },
    });
    publish('ToolCallStarted', {
      iteration: 2,
      toolName: 'calculator',
      callId: 'c2',
      rationale: { why: 'verify cited number', refs: ['obs:1'] },
    });
    publish('ToolCallCompleted', {
      toolName: 'calculator',
      callId: 'c2',
      durationMs: 1,
      success: false,
      error: 'overflow',
    });
    publish('AlternativesConsideredEmitted', {
      iteration: 2,
      chosen: 'calculator',
      alternatives: [{ option: 'ask-human', rejectedBecause: 'no human in loop' }],
    });
    publish('StrategySwitched', { from: 'reactive', to: 'plan-execute', reason: 'stuck' });
    publish('ReactiveDecision', {
      iteration: 3,
      decision: 'early-stop',
      reason: 'converged',
      entropyBefore: 0.5,
    });
    publish('EntropyScored', { iteration: 3, composite: 0.5 });
    publish('KernelStateSnapshotEmitted', {
      iteration: 3,
      status: 'done',
      terminatedBy: 'quality_threshold',
      terminationRationale: { why: 'quality 0.92 ≥ threshold 0.90' },
    });
    publish('AgentCompleted', {
      agentId: 'analyst',
      success: true,
      totalIterations: 3,
      totalTokens: 1500,
      durationMs: 2500,
    });
    stop();
    publish('ToolCallStarted', { toolName: 'late', callId: 'c3' });
    tell(heard);
  },

  async oddBus() {
    hence.open();
    const record = busRecorder();
    const traps = new Proxy(
      {},
      {
        get() {
          throw new Error('trap');
        },
      },
    );
    for (const event of [undefined, null, 3, {}, traps, { _tag: 7 }, { _tag: '' }]) {
      record(event);
    }
    for (const _tag of [
      'ToolCallCompleted',
      'AgentCompleted',
      'AgentStarted',
      'StrategySwitched',
      'Custom',
      '__proto__',
      'constructor',
      'AssumptionRecordedEmitted',
      'CuratorDecisionEmitted',
      'AlternativesConsideredEmitted',
      'LLMExchangeEmitted',
      'TaskFailed',
    ]) {
      record({ _tag });
      record({
        _tag,
        taskId: 't',
        rationale: 7,
        response: 'x',
        alternatives: 'x',
        iteration: 'many',
      });
    }
    // Tasks that never end cost no memory for ever.
    for (let n = 0; n < 30_000; n += 1) {
      record({ _tag: 'ToolCallStarted', taskId: `t${n}`, toolName: 'x', callId: 'c' });
    }
    tell((await hence.flush({ timeout: 60_000 })).dropped);
  },
};

await scenes[scene]();
