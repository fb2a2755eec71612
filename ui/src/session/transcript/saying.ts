/** Which recorded fields of a kind are read like text, which are facts, and what is left. */
import type * as api from '../../api/types';
import { textIn, valueIn, without } from '../state/fields';

export type Saying = {
  /** Short facts, said in a line. */
  readonly facts: readonly { readonly name: string; readonly text: string }[];
  readonly texts: readonly {
    readonly name: string;
    readonly text: string;
    readonly mono: boolean;
  }[];
  /** Values that are looked into. */
  readonly blocks: readonly { readonly name: string; readonly value: api.Json }[];
  readonly rest: api.JsonObject | null;
  /** No field of the kind is known: all that it has stands in the rest. */
  readonly unknown: boolean;
};

/** Of a kind that nobody knows, so many fields open by themselves. */
const open_max = 6;

type Reading = {
  readonly facts?: readonly string[];
  readonly prose?: readonly string[];
  readonly mono?: readonly string[];
  readonly blocks?: readonly string[];
};

const readings = new Map<string, Reading>([
  ['thought', { prose: ['text'] }],
  ['prompt', { prose: ['text'] }],
  ['tool_result', {}],
  ['observation', { mono: ['content', 'error'] }],
  ['assumption', { prose: ['assumption'] }],
  ['log', { facts: ['severity'], mono: ['body'] }],
  ['error', { prose: ['error', 'context'] }],
  ['termination', { prose: ['output'] }],
  ['session_start', { prose: ['goal'] }],
  ['session_end', { facts: ['total_tokens'], prose: ['output'] }],
  ['outcome', { facts: ['of'], prose: ['outcome'] }],
  ['curation', {}],
  ['strategy_switch', { prose: ['reason'] }],
  ['reactive', { facts: ['action'], prose: ['reason'] }],
  ['delegation', { facts: ['run_id'], prose: ['task'] }],
  ['message', { facts: ['subtype', 'status', 'route', 'message_id'], blocks: ['payload'] }],
  [
    'decision',
    { facts: ['decision_type', 'status'], prose: ['chosen', 'reasoning'], blocks: ['inputs'] },
  ],
  ['alternatives', { facts: ['chosen'], blocks: ['rejected'] }],
  ['llm_call', { facts: ['provider', 'cost_usd'] }],
  ['tool_call', {}],
]);

/** Fields that stand in the title, are shown in another way, or say nothing to a reader. */
const plumbing = new Map<string, readonly string[]>([
  ['observation', ['key', 'call_id', 'status']],
  ['llm_call', ['model', 'messages', 'completion', 'call_ids', ...tokenNames()]],
  ['tool_call', ['tool_name', 'input', 'output', 'call_id', 'status', 'error', 'exit_code']],
  ['tool_result', ['content', 'call_id', 'status', 'error', 'exit_code', 'key']],
  ['decision', ['description', 'alternatives']],
  ['curation', ['action', 'target']],
  ['strategy_switch', ['from', 'to']],
  ['termination', ['reason']],
  ['session_end', ['status']],
  ['outcome', ['correct']],
  ['delegation', ['parent_id', 'child_id']],
  ['message', ['from', 'to']],
]);

function tokenNames(): readonly string[] {
  const parts = ['prompt', 'completion', 'total', 'cache_read', 'cache_write', 'reasoning'];
  return parts.map((part) => `${part}_tokens`);
}

export function sayingOf(kind: string, fields: api.JsonObject): Saying {
  const { facts = [], prose = [], mono = [], blocks = [] } = readings.get(kind) ?? {};
  const taken = new Set(plumbing.get(kind) ?? []);
  const read = (names: readonly string[]) =>
    names.flatMap((name) => {
      const text = textIn(fields, name);
      if (text !== null) taken.add(name);
      return text === null || text === '' ? [] : [{ name, text }];
    });
  const said_facts = read(facts);
  const said_prose = read(prose).map((each) => ({ ...each, mono: false }));
  const said_mono = read(mono).map((each) => ({ ...each, mono: true }));
  const said_blocks = blocks.flatMap((name) => {
    const value = valueIn(fields, name);
    if (value === undefined) return [];
    taken.add(name);
    return [{ name, value }];
  });
  return {
    blocks: said_blocks,
    facts: said_facts,
    texts: [...said_prose, ...said_mono],
    rest: without(fields, taken),
    unknown: !readings.has(kind) && Object.keys(fields).length <= open_max,
  };
}
