// Records the model calls of OpenAI's and Anthropic's clients. The methods of this one client are
// replaced, not those of its class; each call is made exactly once, and its result is the client's
// own object.
import { Gathered } from './answers.js';
import type { Recorder } from './recorder.js';
import type { ModelCall } from './scope.js';

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Holder = Record<string, unknown>;

const methods: readonly [path: readonly string[], provider: string][] = [
  [['chat', 'completions'], 'openai'],
  [['responses'], 'openai'],
  [['messages'], 'anthropic'],
  [['beta', 'messages'], 'anthropic'],
];
const wrapped = new WeakSet<object>();

export function wrapClient(client: object, keeper: () => Recorder): void {
  let found = false;
  for (const [where, provider] of methods) {
    let holder: unknown = client;
    for (const name of where) {
      holder = (holder as Holder | undefined)?.[name];
    }
    const create = (holder as Holder | undefined)?.['create'];
    if (typeof create !== 'function' || wrapped.has(holder as object)) {
      found ||= holder !== undefined && wrapped.has(holder as object);
      continue;
    }
    wrapped.add(holder as object);
    (holder as Holder)['create'] = recorded(create as Method, provider, keeper);
    found = true;
  }
  if (!found) {
    throw new TypeError('this is no client that can be wrapped');
  }
  wrapCopies(client as Holder, keeper);
}

// A client with other options is wrapped as the one that it was made of.
function wrapCopies(client: Holder, keeper: () => Recorder): void {
  const copy = client['withOptions'];
  if (typeof copy !== 'function' || wrapped.has(client)) {
    return;
  }
  wrapped.add(client);
  client['withOptions'] = function (this: unknown, ...args: unknown[]): unknown {
    const made: unknown = (copy as Method).apply(this, args);
    try {
      wrapClient(made as object, keeper);
    } catch (error) {
      keeper().fail(error);
    }
    return made;
  };
}

function recorded(create: Method, provider: string, keeper: () => Recorder): Method {
  return function (this: unknown, ...args: unknown[]): unknown {
    const call = begin(keeper, provider, args[0]);
    let answer: unknown;
    try {
      answer = call ? call.run(() => create.apply(this, args)) : create.apply(this, args);
    } catch (error) {
      call?.failed(error);
      throw error;
    }
    if (call !== undefined) {
      try {
        watch(answer, call);
      } catch (error) {
        call.recorder.fail(error);
      }
    }
    return answer;
  };
}

function begin(keeper: () => Recorder, provider: string, request: unknown): ModelCall | undefined {
  const recorder = keeper();
  try {
    const asked = (request ?? {}) as Holder;
    const fields: Holder = {};
    for (const name of ['system', 'instructions', 'temperature', 'max_tokens', 'tool_choice']) {
      if (asked[name] !== undefined) {
        fields[name] = asked[name];
      }
    }
    if (Array.isArray(asked['tools'])) {
      fields['tools'] = asked['tools'].map(
        (tool: Holder) => tool['name'] ?? (tool['function'] as Holder)?.['name'],
      );
    }
    return recorder.here().llmCall({
      model: String(asked['model'] ?? 'unknown'),
      messages: asked['messages'] ?? asked['input'],
      provider,
      fields,
    });
  } catch (error) {
    recorder.fail(error);
    return undefined;
  }
}

// The promise of a client parses the answer once, when somebody waits for it; a body that is asked
// for raw must not be read here.
function watch(answer: unknown, call: ModelCall): void {
  const lazy = answer as { parse?: unknown; then?: unknown; _thenUnwrap?: unknown };
  if (typeof lazy?._thenUnwrap === 'function') {
    // What `parse` of a client gives is another promise over the same answer.
    const derive = lazy._thenUnwrap as Method;
    lazy._thenUnwrap = function (this: unknown, ...args: unknown[]): unknown {
      const derived = derive.apply(this, args);
      watch(derived, call);
      return derived;
    };
  }
  if (typeof lazy?.parse === 'function') {
    const parse = lazy.parse as () => Promise<unknown>;
    let seen: Promise<unknown> | undefined;
    lazy.parse = function (this: unknown): Promise<unknown> {
      const parsed = parse.call(this);
      if (seen === undefined) {
        seen = parsed;
        observe(parsed, call);
      }
      return parsed;
    };
  } else if (typeof lazy?.then === 'function') {
    observe(answer as Promise<unknown>, call);
  } else {
    finish(answer, call);
  }
}

function observe(parsed: Promise<unknown>, call: ModelCall): void {
  parsed.then(
    (value) => finish(value, call),
    (error: unknown) => call.failed(error),
  );
}

function finish(value: unknown, call: ModelCall): void {
  try {
    const stream = value as { [Symbol.asyncIterator]?: () => AsyncIterator<unknown> };
    if (typeof stream?.[Symbol.asyncIterator] === 'function') {
      watchStream(stream as AsyncIterable<unknown>, call);
    } else {
      call.result(value);
    }
  } catch (error) {
    call.recorder.fail(error);
  }
}

function watchStream(stream: AsyncIterable<unknown>, call: ModelCall): void {
  const iterate = stream[Symbol.asyncIterator].bind(stream);
  const gathered = new Gathered();
  const end = (error?: unknown): void => {
    call.set(gathered.fields());
    if (error === undefined) {
      call.end();
    } else {
      call.failed(error);
    }
  };
  Object.defineProperty(stream, Symbol.asyncIterator, {
    configurable: true,
    value: (): AsyncIterator<unknown> => {
      const inner = iterate();
      const seen = async (next: Promise<IteratorResult<unknown>>) => {
        try {
          const piece = await next;
          if (piece.done) {
            end();
          } else {
            gathered.add(piece.value);
          }
          return piece;
        } catch (error) {
          end(error);
          throw error;
        }
      };
      const outer: AsyncIterator<unknown> & AsyncIterable<unknown> = {
        next: () => seen(inner.next()),
        return: async (value?: unknown) => {
          end(); // Nobody wants more of it.
          return (await inner.return?.(value)) ?? { done: true, value };
        },
        [Symbol.asyncIterator]: () => outer,
      };
      return outer;
    },
  });
}
