// What the answer of a model tells: its words, its tokens, the calls it asks for. Answers are read
// by their members: OpenAI's chat completions and responses, and Anthropic's messages.

type Told = Record<string, unknown>;

function member(value: unknown, ...names: string[]): unknown {
  let at = value;
  for (const name of names) {
    if (at === null || typeof at !== 'object') {
      return undefined;
    }
    at = (at as Record<string, unknown>)[name];
  }
  return at ?? undefined;
}

const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

interface Call {
  id: unknown;
  name: unknown;
  arguments: unknown;
}

export function toldBy(answer: unknown): Told {
  if (typeof answer === 'string') {
    return { completion: answer };
  }
  let told: Told = {};
  if (member(answer, 'choices') !== undefined) {
    told = chat(answer);
  } else if (member(answer, 'output') !== undefined) {
    told = response(answer);
  } else if (member(answer, 'content') !== undefined) {
    told = message(answer);
  }
  return known({
    ...told,
    model: member(answer, 'model'),
    response_id: member(answer, 'id'),
    ...usage(member(answer, 'usage')),
  });
}

const known = (told: Told): Told =>
  Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));

function chat(answer: unknown): Told {
  const words: string[] = [];
  const calls: Call[] = [];
  let finish: unknown;
  for (const choice of items(member(answer, 'choices'))) {
    finish ??= member(choice, 'finish_reason');
    const text = member(choice, 'message', 'content') ?? member(choice, 'message', 'refusal');
    if (typeof text === 'string') {
      words.push(text);
    }
    for (const call of items(member(choice, 'message', 'tool_calls'))) {
      calls.push({
        id: member(call, 'id'),
        name: member(call, 'function', 'name') ?? member(call, 'custom', 'name'),
        arguments: member(call, 'function', 'arguments') ?? member(call, 'custom', 'input'),
      });
    }
  }
  return spoken(words, calls, finish);
}

function response(answer: unknown): Told {
  const words: string[] = [];
  const calls: Call[] = [];
  for (const item of items(member(answer, 'output'))) {
    const type = member(item, 'type');
    if (type === 'message') {
      for (const part of items(member(item, 'content'))) {
        const text = member(part, 'text') ?? member(part, 'refusal');
        if (typeof text === 'string') {
          words.push(text);
        }
      }
    } else if (type === 'function_call' || type === 'custom_tool_call') {
      calls.push({
        id: member(item, 'call_id'),
        name: member(item, 'name'),
        arguments: member(item, 'arguments') ?? member(item, 'input'),
      });
    }
  }
  return spoken(words, calls, member(answer, 'status'));
}

function message(answer: unknown): Told {
  const words: string[] = [];
  const calls: Call[] = [];
  for (const part of items(member(answer, 'content'))) {
    const type = member(part, 'type');
    if (type === 'text') {
      words.push(String(member(part, 'text') ?? ''));
    } else if (type === 'tool_use') {
      calls.push({
        id: member(part, 'id'),
        name: member(part, 'name'),
        arguments: member(part, 'input'),
      });
    }
  }
  return spoken(words, calls, member(answer, 'stop_reason'));
}

function spoken(words: string[], calls: Call[], finish: unknown): Told {
  const told: Told = { completion: words.join('\n') || undefined, finish_reason: finish };
  if (calls.length > 0) {
    told['call_ids'] = calls.map((call) => call.id).filter(Boolean);
    told['tool_calls'] = calls;
  }
  return told;
}

function usage(used: unknown): Told {
  const first = (...counts: unknown[]): unknown =>
    counts.find((count) => typeof count === 'number');
  return {
    prompt_tokens: first(member(used, 'prompt_tokens'), member(used, 'input_tokens')),
    completion_tokens: first(member(used, 'completion_tokens'), member(used, 'output_tokens')),
    total_tokens: first(member(used, 'total_tokens')),
    cache_read_tokens: first(
      member(used, 'cache_read_input_tokens'),
      member(used, 'prompt_tokens_details', 'cached_tokens'),
      member(used, 'input_tokens_details', 'cached_tokens'),
    ),
    cache_write_tokens: first(member(used, 'cache_creation_input_tokens')),
    reasoning_tokens: first(
      member(used, 'completion_tokens_details', 'reasoning_tokens'),
      member(used, 'output_tokens_details', 'reasoning_tokens'),
    ),
  };
}

/** An answer that comes in pieces: OpenAI's chunks and events, and Anthropic's events. */
export class Gathered {
  #told: Told = {};
  #words: string[] = [];
  #calls = new Map<number, { id: unknown; name: unknown; arguments: string }>();

  add(piece: unknown): void {
    const type = member(piece, 'type');
    if (member(piece, 'choices') !== undefined) {
      this.#addChunk(piece);
    } else if (typeof type === 'string' && /^response\.(completed|incomplete|failed)$/.test(type)) {
      Object.assign(this.#told, toldBy(member(piece, 'response')));
    } else if (type === 'message_start') {
      const begun = member(piece, 'message');
      this.#tell({ model: member(begun, 'model'), response_id: member(begun, 'id') });
      this.#tell(usage(member(begun, 'usage')));
    } else if (type === 'content_block_start') {
      const block = member(piece, 'content_block');
      if (member(block, 'type') === 'tool_use') {
        this.#call(piece, member(block, 'id'), member(block, 'name'));
      }
    } else if (type === 'content_block_delta') {
      const text = member(piece, 'delta', 'text');
      if (typeof text === 'string') {
        this.#words.push(text);
      }
      const part = member(piece, 'delta', 'partial_json');
      if (typeof part === 'string') {
        this.#call(piece, undefined, undefined).arguments += part;
      }
    } else if (type === 'message_delta') {
      this.#tell({ finish_reason: member(piece, 'delta', 'stop_reason') });
      this.#tell(usage(member(piece, 'usage')));
    }
  }
  fields(): Told {
    const calls = [...this.#calls.entries()].sort(([a], [b]) => a - b).map(([, call]) => call);
    return { ...known(spoken([this.#words.join('')], calls, undefined)), ...this.#told };
  }
  #tell(told: Told): void {
    Object.assign(this.#told, known(told));
  }
  #call(
    piece: unknown,
    id: unknown,
    name: unknown,
  ): { id: unknown; name: unknown; arguments: string } {
    const at = Number(member(piece, 'index') ?? 0);
    const call = this.#calls.get(at) ?? { id: undefined, name: undefined, arguments: '' };
    call.id ??= id;
    call.name ??= name;
    this.#calls.set(at, call);
    return call;
  }
  #addChunk(piece: unknown): void {
    this.#tell({ model: member(piece, 'model'), response_id: member(piece, 'id') });
    this.#tell(usage(member(piece, 'usage')));
    for (const choice of items(member(piece, 'choices'))) {
      this.#tell({ finish_reason: member(choice, 'finish_reason') });
      const text = member(choice, 'delta', 'content');
      if (typeof text === 'string') {
        this.#words.push(text);
      }
      for (const part of items(member(choice, 'delta', 'tool_calls'))) {
        const call = this.#call(part, member(part, 'id'), member(part, 'function', 'name'));
        call.arguments += String(member(part, 'function', 'arguments') ?? '');
      }
    }
  }
}
