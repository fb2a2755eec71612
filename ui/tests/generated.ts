/** Sessions of any size, the same for the same number: turns of a small team that fixes things. */

const tools = ['Read', 'Bash', 'Grep', 'Edit', 'WebFetch'];
const helpers = ['searcher', 'coder', 'reviewer'];
const start_ms = Date.parse('2026-03-01T08:00:00Z');

type Told = { [key: string]: unknown };

/** A turn: a model call, its thought now and then, two or three calls with what they returned. */
function* turn(session: string, number: number): Generator<Told> {
  const agent = number % 7 === 3 ? (helpers[number % helpers.length] ?? 'coder') : 'orchestrator';
  const run = `run-${Math.floor(number / 500)}`;
  let at_ms = start_ms + number * 4000 + (number % 50 === 49 ? 30_000 : 0);
  const time = () => new Date((at_ms += 137)).toISOString();
  const name = `${session}-${number}`;
  const common = { agent, session, run };
  const call_ids = tools.slice(0, 2 + (number % 2)).map((_, at) => `${name}-call-${at}`);
  yield {
    id: `${name}-model`,
    kind: 'llm_call',
    time: time(),
    ...common,
    parent: `${session}-start`,
    duration_ms: 900 + (number % 13) * 40,
    fields: {
      model: 'example-large',
      prompt_tokens: 900 + (number % 400),
      completion_tokens: 60,
      completion: `Step ${number}: look at the next file.`,
      call_ids,
    },
  };
  if (number % 5 === 0) {
    yield {
      id: `${name}-decision`,
      kind: 'decision',
      time: time(),
      ...common,
      parent: `${name}-model`,
      rationale: {
        why: `file ${number} fails its test`,
        alternatives: [{ option: 'ask', rejected_because: 'nobody is there' }],
        confidence: (number % 10) / 10,
      },
      fields: { description: `repair file ${number}`, decision_type: 'repair', chosen: 'repair' },
    };
  }
  for (const [at, call_id] of call_ids.entries()) {
    const tool_name = tools[(number + at) % tools.length];
    const failed = (number * 3 + at) % 97 === 0;
    yield {
      id: call_id,
      kind: 'tool_call',
      time: time(),
      ...common,
      parent: `${name}-model`,
      rationale: { why: `needs file ${number}` },
      fields: { tool_name, call_id, input: { path: `/src/file-${number}.ts` } },
    };
    yield {
      id: `${call_id}-result`,
      kind: 'observation',
      time: time(),
      ...common,
      parent: call_id,
      duration_ms: 120,
      fields: {
        call_id,
        status: failed ? 'error' : 'ok',
        content: failed ? 'ENOENT: no such file' : `line ${number} of the file`,
      },
    };
  }
}

/** Exactly `size` events of one session, as lines. */
export function* session(name: string, size: number): Generator<string> {
  let made = 0;
  yield JSON.stringify({
    id: `${name}-start`,
    kind: 'session_start',
    time: new Date(start_ms).toISOString(),
    agent: 'orchestrator',
    session: name,
    fields: { goal: `repair ${size} things` },
  });
  ++made;
  for (let number = 0; made < size; ++number) {
    for (const event of turn(name, number)) {
      if (made === size) return;
      yield JSON.stringify(event);
      ++made;
    }
  }
}
