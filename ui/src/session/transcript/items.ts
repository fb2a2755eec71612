/** What stands in the transcript: events, with what ended a call folded into the call. */
import type * as api from '../../api/types';
import { textIn } from '../state/fields';
import { messagesIn } from './messages';
import type { Row } from './window';

export type Item = {
  readonly row: Row;
  /** The observation that ended this call. */
  readonly result: Row | null;
  /** Another agent than the one above: it is named. */
  readonly new_agent: boolean;
  /** The messages of the call before, of a model call; undefined when they are not in the page. */
  readonly before: readonly api.Json[] | null | undefined;
  /** Of a model call: texts that stand above as a prompt or an output, and need not be read again. */
  readonly said: ReadonlySet<string>;
  /** Of an end: its output is a text that stands above. */
  readonly repeats: boolean;
  /** The sub-agent that begins here, of whom all stands in this item while it is closed. */
  readonly group: Group | null;
};

/** Events of a sub-agent, one behind the other. */
export type Group = {
  readonly key: string;
  readonly agent: string | null;
  readonly open: boolean;
  readonly events: number;
  readonly failed: number;
  /** The ids of what is folded. */
  readonly inside: ReadonlySet<api.EventId>;
};

const ends: ReadonlySet<string> = new Set(['termination', 'session_end']);
const nothing_said: ReadonlySet<string> = new Set();

/** `from_start`: nothing was left out above, so that a first model call has none before it. */
export function itemsOf(rows: readonly Row[], from_start: boolean): readonly Item[] {
  const results = resultsOf(rows);
  const folded = new Set([...results.values()].map((row) => row.seq));
  const told = new Map<string, readonly api.Json[] | null | undefined>();
  const items: Item[] = [];
  let said = new Set<string>();
  for (const row of rows) {
    const repeats = ends.has(row.kind) && said.has(textIn(row.fields, 'output')?.trim() ?? '');
    noteSaid(row, said);
    if (folded.has(row.seq)) continue;
    let before: Item['before'];
    if (row.kind === 'llm_call') {
      const who = JSON.stringify([row.agent, row.run]);
      before = told.has(who) ? told.get(who) : from_start ? null : undefined;
      told.set(who, row.fields === null ? undefined : messagesIn(row.fields));
    }
    items.push({
      row,
      result: results.get(row.seq) ?? null,
      new_agent: row.agent !== null && row.agent !== items.at(-1)?.row.agent,
      before,
      said: row.kind === 'llm_call' ? said : nothing_said,
      repeats,
      group: null,
    });
    if (row.kind === 'llm_call') said = new Set(said);
  }
  return items;
}

const said_names = ['goal', 'text', 'output', 'content', 'completion', 'error'];

function noteSaid(row: Row, said: Set<string>): void {
  for (const name of said_names) {
    const text = textIn(row.fields, name)?.trim();
    if (text) said.add(text);
  }
}

/** Observations by the call that they end: the same call_id, and the call stands above. */
function resultsOf(rows: readonly Row[]): ReadonlyMap<number, Row> {
  const calls = new Map<string, Row>();
  const results = new Map<number, Row>();
  for (const row of rows) {
    const call_id = textIn(row.fields, 'call_id');
    if (call_id === null) continue;
    if (row.kind === 'tool_call') calls.set(call_id, row);
    const call = row.kind === 'observation' ? calls.get(call_id) : undefined;
    if (call && !results.has(call.seq)) results.set(call.seq, row);
  }
  return results;
}

/** Whose events are folded, and which of them are open. */
export type Folding = {
  /** Runs and agents that work was delegated to. */
  readonly delegated: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
};

/** A sub-agent's events stand in one item until somebody opens it; so does what is selected in it. */
export function foldAgents(
  items: readonly Item[],
  { delegated, open }: Folding,
  event: api.EventId | null,
): readonly Item[] {
  if (delegated.size === 0) return items;
  const folded: Item[] = [];
  for (let at = 0; at < items.length;) {
    const first = items[at] as Item;
    const key = keyOf(first.row, delegated);
    let end = at + 1;
    while (key !== null && end < items.length && keyOf((items[end] as Item).row, delegated) === key)
      ++end;
    const inside = items.slice(at, end);
    if (key === null) folded.push(first);
    else folded.push(...groupOf(key, inside, open.has(key), event));
    at = end;
  }
  return folded;
}

function keyOf(row: Row, delegated: ReadonlySet<string>): string | null {
  if (row.run !== null && delegated.has(row.run)) return row.run;
  return row.agent !== null && delegated.has(row.agent) ? row.agent : null;
}

function groupOf(
  key: string,
  inside: readonly Item[],
  opened: boolean,
  event: api.EventId | null,
): readonly Item[] {
  const ids = inside.flatMap(({ row, result }) => (result ? [row.id, result.id] : [row.id]));
  const rows = inside.map(({ row }) => row);
  const open = opened || (event !== null && ids.includes(event));
  const group: Group = {
    ...{ key, open, agent: rows[0]?.agent ?? null, events: ids.length },
    failed: rows.filter(({ status }) => status === 'error').length,
    inside: new Set(ids),
  };
  const [first, ...others] = inside as [Item, ...Item[]];
  return open ? [{ ...first, group }, ...others] : [{ ...first, group }];
}

/** The item that shows an event, be it folded into another. */
export function itemOf(items: readonly Item[], event: api.EventId): Item | null {
  const found = items.find(({ row, result }) => row.id === event || result?.id === event);
  return found ?? items.find(({ group }) => group?.inside.has(event)) ?? null;
}

/** The last item that is there when the playhead stands at `ordinal`. */
export function itemAt(items: readonly Item[], ordinal: number): Item | null {
  return items.findLast(({ row }) => row.ordinal <= ordinal) ?? null;
}
