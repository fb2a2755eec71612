// A host program for typescript_test.py: `node host.mjs CLIENT SCENE [ARGUMENT...]`.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const [client, scene, ...words] = process.argv.slice(2);
const hence = await import(pathToFileURL(client).href);
const tell = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

function assert(holds, what = 'it does not hold') {
  if (!holds) {
    throw new Error(what);
  }
}

// A stream and a promise as the clients of OpenAI and Anthropic have them.
class Stream {
  constructor(pieces) {
    this.pieces = pieces;
  }
  async *[Symbol.asyncIterator]() {
    yield* this.pieces;
  }
}
class LazyPromise extends Promise {
  static get [Symbol.species]() {
    return Promise;
  }
  constructor(make) {
    super((resolve) => resolve(undefined));
    this.make = make;
    this.parses = 0;
  }
  parse() {
    this.parses += 1;
    this.parsed ??= Promise.resolve().then(this.make);
    return this.parsed;
  }
  then(done, failed) {
    return this.parse().then(done, failed);
  }
  catch(failed) {
    return this.parse().catch(failed);
  }
}
const chunks = [
  { id: 'c1', model: 'gpt-x', choices: [{ delta: { content: 'Hel' } }] },
  {
    choices: [
      {
        delta: {
          content: 'lo',
          tool_calls: [{ index: 0, id: 't1', function: { name: 'read', arguments: '{}' } }],
        },
        finish_reason: 'stop',
      },
    ],
  },
  { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
];

const scenes = {
  // Each thread has a client of its own, and all of them the same process.
  async workers() {
    hence.open({ agent: 'main' });
    hence.thought('main');
    const file = new URL(import.meta.url);
    const ended = Array.from({ length: 8 }, (_, n) => {
      const worker = new Worker(file, { argv: [client, 'inWorker', String(n)] });
      return new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject));
    });
    tell([await Promise.all(ended), await hence.flush({ timeout: 60_000 })]);
  },
  inWorker() {
    hence.open({ agent: `worker ${words[0]}` });
    for (let n = 0; n < 500; n += 1) {
      hence.thought(`${words[0]} ${n}`);
    }
  },
  async story() {
    hence.open({ agent: 'coder' });
    const read = hence.tool('read', (path) => `data of ${path}`);
    await hence.session('s1', { goal: 'ship it', run: 'r1' }, async (s) => {
      s.prompt('which test runner?');
      const call = s.llmCall({
        model: 'claude-sonnet-4-6',
        messages: [{ role: 'user', content: 'which?' }],
      });
      await pause(1);
      call.result({
        id: 'm1',
        content: [{ type: 'text', text: 'I look.' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 10, output_tokens: 5 },
      });
      const made = s.decision('vitest or jest', {
        chosen: 'vitest',
        why: 'shares the build',
        confidence: 0.9,
        alternatives: { jest: 'a second configuration' },
        refs: [call.id],
      });
      await made.run(async () => {
        await pause(1);
        return read('package.json');
      });
      const child = made.delegate('reviewer', 'review it');
      child.run(() => hence.thought('fine'));
      s.outcome(made.id, { correct: true, text: 'tests pass' });
    });
    tell(await hence.flush({ timeout: 60_000 }));
  },

  async odd() {
    hence.open({});
    const circle = [];
    circle.push(circle);
    let deep = 'end';
    for (let i = 0; i < 5000; ++i) {
      deep = [deep];
    }
    const thrower = {
      get a() {
        throw new Error('no');
      },
    };
    const values = [
      NaN,
      10n ** 400n,
      circle,
      deep,
      '\ud800',
      thrower,
      new Map([[1, 2]]),
      Symbol('x'),
      () => 0,
      undefined,
      null,
      new Date(0),
      'x'.repeat(20 << 20),
      new Error('e'),
      '\0',
    ];
    values.forEach((value, at) => {
      assert(hence.record('thought', { text: 'odd', value }).recorded, `value ${at}`);
    });
    const nothing = Object.create(null);
    for (const odd of [null, 5, nothing, thrower]) {
      hence.decision(odd, odd);
      hence.toolCall(odd, odd, odd).result(odd);
      hence.llmCall(odd).result(odd);
      hence.outcome(odd, odd);
      hence.record('thought', { text: 'x' }, odd);
      hence.delegate(odd, odd, odd);
      hence.error(odd);
    }
    hence.record('Not A Kind!');
    hence.decision('d', { confidence: 7, alternatives: { '': '', x: '' } });
    hence.decision('d', { alternatives: 5, refs: 5, causes: 7 });
    hence.session('s'.repeat(5000), {}, () => 5);
  },

  async unsaid() {
    const heard = [];
    const keeper = hence.open({ agent: 'a', onError: (error) => heard.push(String(error)) });
    assert(hence.session('s', undefined, () => 5) === 5);
    hence.session('s', null, () => 5);
    hence.session('s', {}, (s) => {
      hence.decision('sure', { chosen: 'x', confidence: 0.9 });
      hence.decision('percent', { chosen: 'x', confidence: 90, why: 'said' });
      const third = s.iteration(3).iteration(-9).iteration(NaN).iteration('x').iteration(5n);
      third.decision('reasoned', { chosen: 'x', why: 'because' });
      hence.thought('long', { id: 'i'.repeat(2000), parent: 'p'.repeat(2000), causes: ['c'.repeat(2000), ''] });
      hence.llmCall({ model: 'm', parent: 'p'.repeat(2000) }).result('x');
    });
    for (const odd of [null, undefined, {}, { timeout: NaN }, { timeout: 'x' }, { timeout: -1 }]) {
      const began = performance.now();
      await keeper.flush(odd?.timeout);
      await hence.flush(odd);
      assert(performance.now() - began < 30_000, 'it waited');
    }
    tell(heard);
  },

  async generators() {
    hence.open({ agent: 'a' });
    const numbers = hence.tool('numbers', function* (most) {
      for (let n = 0; n < most; ++n) {
        hence.thought(`in ${n}`);
        yield n;
      }
      return 'end';
    });
    assert(String(numbers(0)) === '[object Generator]');
    assert([...numbers(3)].join() === '0,1,2');
    const later = hence.tool('later', async function* () {
      yield 1;
      await pause(5);
      yield 2;
    });
    const seen = [];
    for await (const one of later()) {
      seen.push(one);
    }
    assert(seen.join() === '1,2');
    for (const one of numbers(9)) {
      if (one === 1) {
        break; // Nobody wants more of it.
      }
    }
    const failing = hence.tool('failing', function* () {
      yield 1;
      throw new Error('torn');
    })();
    failing.next();
    try {
      failing.next();
      assert(false);
    } catch (error) {
      assert(error.message === 'torn');
    }
    await pause(20);
  },

  async places() {
    hence.open({ agent: 'a' });
    await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        hence.session(`s${n}`, {}, async (s) => {
          await pause(n % 7);
          const made = hence.decision(String(n));
          await made.run(async () => {
            await pause(n % 5);
            hence.thought('in');
          });
          await new Promise((resolve) => setImmediate(resolve));
          hence.thought('out');
          assert(hence.current() === s);
        }),
      ),
    );
    let seen;
    const made = hence.decision('carried');
    made.run(() => (seen = hence.carry(() => hence.current().place.parent)));
    assert(seen() === made.id);
  },

  async functions() {
    hence.open({});
    let calls = 0;
    const plain = hence.tool('plain', (a, b) => (++calls, a + b));
    assert(plain(1, 2) === 3 && calls === 1);
    const later = hence.tool('later', async (a) => a);
    assert((await later(5)) === 5);
    const failure = new Error('why');
    const fails = hence.tool('fails', () => {
      throw failure;
    });
    try {
      fails();
      assert(false);
    } catch (error) {
      assert(error === failure);
    }
    const rejects = hence.tool('rejects', async () => {
      throw failure;
    });
    await rejects().then(
      () => assert(false),
      (error) => assert(error === failure),
    );
    const thing = {
      n: 9,
      method: hence.tool('method', function () {
        return this.n;
      }),
    };
    assert(thing.method() === 9);
  },

  async wrap() {
    hence.open({ agent: 'a' });
    let made = 0;
    const whole = {
      id: 'c1',
      model: 'gpt-x',
      usage: { prompt_tokens: 3, completion_tokens: 2 },
      choices: [
        {
          finish_reason: 'stop',
          message: {
            content: 'Hello',
            tool_calls: [{ id: 't1', function: { name: 'read', arguments: '{}' } }],
          },
        },
      ],
    };
    const client = {
      chat: {
        completions: {
          create(request) {
            made += 1;
            if (request.fail) {
              return new LazyPromise(() => Promise.reject(new Error('429')));
            }
            return new LazyPromise(() => (request.stream ? new Stream(chunks) : whole));
          },
        },
      },
    };
    assert(hence.wrap(client) === client && hence.wrap(client) === client);
    const ask = (more) => client.chat.completions.create({ model: 'gpt', messages: [], ...more });
    const promise = ask({});
    assert(promise instanceof LazyPromise && promise.parses === 0);
    assert((await promise) === whole);
    const stream = await ask({ stream: true });
    assert(stream instanceof Stream);
    const seen = [];
    for await (const piece of stream) {
      seen.push(piece);
    }
    assert(JSON.stringify(seen) === JSON.stringify(chunks));
    for await (const piece of await ask({ stream: true })) {
      assert(piece === chunks[0]);
      break;
    }
    await ask({ fail: true }).then(
      () => assert(false),
      (error) => assert(error.message === '429'),
    );
    assert(made === 4);
    assert(hence.wrap({}) !== undefined);
  },

  async telemetry() {
    hence.open({ agent: 'a' });
    const tracer = hence.tracer();
    await hence.session('s1', {}, async () => {
      await tracer.startActiveSpan(
        'ai.generateText',
        {
          attributes: { 'operation.name': 'ai.generateText', 'ai.operationId': 'ai.generateText' },
        },
        async (outer) => {
          await tracer.startActiveSpan(
            'ai.generateText.doGenerate',
            {
              attributes: {
                'operation.name': 'ai.generateText.doGenerate',
                'ai.operationId': 'ai.generateText.doGenerate',
                'ai.model.id': 'gpt-x',
                'gen_ai.request.model': 'gpt-x',
                'gen_ai.system': 'openai',
              },
            },
            async (inner) => {
              await pause(2);
              inner.setAttributes({
                'ai.response.text': 'Hello',
                'gen_ai.usage.input_tokens': 3,
                'gen_ai.usage.output_tokens': 2,
              });
              inner.end();
            },
          );
          outer.end();
        },
      );
    });
  },

  async write() {
    hence.open({ agent: 'a' });
    for (let n = 0; ; ++n) {
      fs.writeSync(1, `${hence.thought(`${n} ${'x'.repeat(n % 3000)}`).id}\n`);
    }
  },

  async server() {
    hence.open({ store: words[0] });
    const began = performance.now();
    for (let n = 0; n < 1000; ++n) {
      hence.thought(String(n));
    }
    const took = performance.now() - began;
    const flushed = performance.now();
    const done = await hence.flush({ timeout: Number(words[1]) });
    tell({ took, flush: performance.now() - flushed, ...done });
  },

  async nowhere() {
    const heard = [];
    hence.open({ store: '/dev/null/store', onError: (error) => heard.push(error) });
    const step = hence.decision('a or b');
    tell([step.recorded, heard.length > 0, await hence.flush({ timeout: 1000 })]);
  },

  async capped() {
    hence.open({ cap: 9_000_000 });
    let kept = 0;
    for (let n = 0; n < 20_000; ++n) {
      kept += hence.thought('x'.repeat(1000)).recorded ? 1 : 0;
    }
    tell([
      kept,
      hence.recorder().spool.dropped,
      fs.readdirSync(path.join(process.env.HENCE_STORE, 'spool')).length,
    ]);
  },

  async memory() {
    hence.open({ agent: 'a' });
    const grow = (n) => {
      for (let i = 0; i < n; ++i) {
        hence.thought('hello world');
      }
      globalThis.gc();
      return process.memoryUsage().heapUsed;
    };
    tell([grow(20_000), grow(Number(words[0]))]);
  },

  async questions() {
    hence.open({});
    const values = {};
    for (const [name, called, given] of JSON.parse(words[0])) {
      values[name] = (await hence[called](...given)).value;
    }
    values.sql = (await hence.sql('SELECT count(*) FROM events', { limit: 3 })).value;
    tell(values);
  },

  async ask() {
    hence.open({});
    const [made] = (await hence.events({ kinds: 'decision' })).value;
    const answers = await Promise.all([
      hence.sessions(),
      hence.tree('s1'),
      hence.why(made.id),
      hence.debrief('r1'),
    ]);
    const failed = await hence.why('nothing').catch((error) => error.name);
    tell([answers.map((one) => one.value), await answers[1].text(), failed]);
  },
};

await scenes[scene]();
