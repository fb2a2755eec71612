/** What stands in the transcript: events, with what ended a call folded into the call. */
import type * as api from '../../api/types';
import { textIn } from './fields';
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
};

/** `from_start`: nothing was left out above, so that a first model call has none before it. */
export function itemsOf(rows: readonly Row[], from_start: boolean): readonly Item[] {
  const results = resultsOf(rows);
  const folded = new Set([...results.values()].map((row) => row.seq));
  const said = new Map<string, readonly api.Json[] | null | undefined>();
  const items: Item[] = [];
  for (const row of rows) {
    if (folded.has(row.seq)) continue;
    let before: Item['before'];
    if (row.kind === 'llm_call') {
      const who = JSON.stringify([row.agent, row.run]);
      before = said.has(who) ? said.get(who) : from_start ? null : undefined;
      said.set(who, row.fields === null ? undefined : messagesIn(row.fields));
    }
    items.push({
      row,
      result: results.get(row.seq) ?? null,
      new_agent: row.agent !== null && row.agent !== items.at(-1)?.row.agent,
      before,
    });
  }
  return items;
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

/** The item that shows an event, be it folded into another. */
export function itemOf(items: readonly Item[], event: api.EventId): Item | null {
  return items.find(({ row, result }) => row.id === event || result?.id === event) ?? null;
}

/** The last item that is there when the playhead stands at `ordinal`. */
export function itemAt(items: readonly Item[], ordinal: number): Item | null {
  return items.findLast(({ row }) => row.ordinal <= ordinal) ?? null;
}
