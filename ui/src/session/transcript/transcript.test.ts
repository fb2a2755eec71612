import { expect, test } from 'vitest';

import type * as api from '../../api/types';
import { sampleOutline, sampleRow } from '../state/sampleRow';
import { foldAgents, itemAt, itemOf, itemsOf } from './items';
import { promptOf, textOf } from './messages';
import { sayingOf } from './saying';
import { logLine, titleOf } from './titles';
import { covers, rows_max, step_rows, stretchOf, withEarlier, withLater } from './window';

const rowsFrom = (first: number, number: number) =>
  Array.from({ length: number }, (_, at) => sampleRow(first + at));

test('a stretch grows at one end and is trimmed at the other', () => {
  let stretch = stretchOf(sampleOutline(rowsFrom(1, step_rows), { rows_total: 1000 }));
  expect(stretch).toMatchObject({ from_start: true, to_end: false });
  for (let last = step_rows; last < 400; last += step_rows) {
    stretch = withLater(stretch, rowsFrom(last + 1, step_rows));
    const ordinals = stretch.rows.map(({ ordinal }) => ordinal);
    expect(ordinals.length).toBeLessThanOrEqual(rows_max);
    expect(ordinals.at(-1)).toBe(last + step_rows);
    expect(ordinals).toEqual(ordinals.map((_, at) => (ordinals[0] ?? 0) + at));
  }
  expect(stretch.from_start).toBe(false);
  const first = stretch.rows[0]?.ordinal ?? 0;
  const back = withEarlier(stretch, rowsFrom(first - step_rows, step_rows));
  expect(back.rows[0]?.ordinal).toBe(first - step_rows);
  expect(back.rows).toHaveLength(rows_max);
  expect(back.to_end).toBe(false);
});

test('fewer rows than asked for are the end', () => {
  const stretch = stretchOf(sampleOutline(rowsFrom(50, 10), { offset: 49, rows_total: 70 }));
  expect(withLater(stretch, rowsFrom(60, 11)).to_end).toBe(true);
  expect(withEarlier(stretch, rowsFrom(40, 10)).from_start).toBe(true);
  expect(covers(stretch, 55)).toBe(true);
  expect(covers(stretch, 60)).toBe(false);
  expect(covers({ ...stretch, to_end: true }, 60)).toBe(true);
});

test('the observation that ends a call is folded into it, and no other', () => {
  const items = itemsOf(
    [
      sampleRow(1, { kind: 'observation', fields: { call_id: 'g1' } }),
      sampleRow(2, { kind: 'tool_call', fields: { call_id: 'g1' } }),
      sampleRow(3),
      sampleRow(4, { kind: 'observation', fields: { call_id: 'g1' } }),
      sampleRow(5, { kind: 'observation', fields: { call_id: 'g1' } }),
    ],
    true,
  );
  expect(items.map(({ row }) => row.ordinal)).toEqual([1, 2, 3, 5]);
  expect(items[1]?.result?.ordinal).toBe(4);
  expect(itemOf(items, 'e4')?.row.id).toBe('e2');
  expect(itemAt(items, 4)?.row.ordinal).toBe(3);
  expect(itemAt(items, 0)).toBeNull();
});

test('an end whose output stands above is told from one that says something new', () => {
  const items = itemsOf(
    [
      sampleRow(1, { kind: 'llm_call', fields: { completion: 'It links again. ' } }),
      sampleRow(2, {
        kind: 'termination',
        fields: { reason: 'end_turn', output: 'It links again.' },
      }),
      sampleRow(3, { kind: 'session_end', fields: { status: 'success', output: 'all done' } }),
      sampleRow(4, { kind: 'termination', fields: { reason: 'max_turns' } }),
    ],
    true,
  );
  expect(items.map(({ repeats }) => repeats)).toEqual([false, true, false, false]);
});

test('agents are named where they change', () => {
  const rows = ['ada', 'ada', 'bob', null, 'bob'].map((agent, at) => sampleRow(at + 1, { agent }));
  const named = itemsOf(rows, true).map(({ new_agent }) => new_agent);
  expect(named).toEqual([true, false, true, false, true]);
});

const messages = (...texts: string[]): api.Json[] =>
  texts.map((content) => ({ role: 'user', content }));

test('each model call is compared with the one before of the same agent and run', () => {
  const call = (ordinal: number, agent: string, fields: api.JsonObject | null) =>
    sampleRow(ordinal, { kind: 'llm_call', agent, run: 'r', fields });
  const rows = [
    call(1, 'ada', { messages: messages('one') }),
    call(2, 'bob', { messages: messages('other') }),
    call(3, 'ada', { messages: messages('one', 'two') }),
    call(4, 'ada', null),
    call(5, 'ada', { messages: messages('one', 'two', 'three') }),
  ];
  const before = itemsOf(rows, true).map((item) => item.before);
  expect(before).toEqual([null, null, messages('one'), messages('one', 'two'), undefined]);
  expect(itemsOf(rows, false)[0]?.before).toBeUndefined();
});

test('messages that are sent again are counted, not shown', () => {
  const prompt = promptOf(messages('a', 'b', 'd'), messages('a', 'b', 'c'));
  expect(prompt).toMatchObject({ kept: 2, dropped: 1 });
  expect(prompt.added.map(({ index, role, text }) => [index, role, text])).toEqual([
    [2, 'user', 'd'],
  ]);
  expect(promptOf(messages('a'), null).kept).toBe(0);
});

test('a message may be anything', () => {
  expect(textOf('plain')).toBe('plain');
  expect(textOf({ content: [{ type: 'text', text: 'part' }, 'bare', { type: 'image' }] })).toBe(
    'part\nbare\n{"type":"image"}',
  );
  expect(textOf({ tool: 1 })).toBe('{"tool":1}');
  expect(textOf(null)).toBe('null');
  expect(promptOf([7, null], null).added.map(({ text }) => text)).toEqual(['7', 'null']);
});

test('known fields are read, unknown and misshapen ones are left as they are', () => {
  const fields = JSON.parse('{"text":"a","__proto__":"kept","severity":{}}') as api.JsonObject;
  const thought = sayingOf('thought', fields);
  expect(thought.texts).toEqual([{ name: 'text', text: 'a', mono: false }]);
  expect(Object.keys(thought.rest ?? {})).toEqual(['__proto__', 'severity']);
  expect(sayingOf('message', { payload: { a: 1 } })).toMatchObject({
    blocks: [{ name: 'payload', value: { a: 1 } }],
    rest: null,
  });
  expect(sayingOf('log', { severity: {} }).rest).toEqual({ severity: {} });
  expect(sayingOf('constructor', { a: 1 })).toMatchObject({ facts: [], texts: [], rest: { a: 1 } });
});

test('a card is titled by what it is about', () => {
  expect(titleOf(sampleRow(1, { kind: 'tool_call', fields: { tool_name: 'Read' } }))).toBe('Read');
  expect(titleOf(sampleRow(1, { kind: 'tool_call', summary: 'Tool call: Read (1ms)' }))).toBe(
    'Read (1ms)',
  );
  expect(titleOf(sampleRow(1, { kind: 'outcome', fields: { correct: false } }))).toBe('incorrect');
  expect(titleOf(sampleRow(1))).toBeNull();
  expect(logLine(sampleRow(1, { kind: 'log', fields: { body: 'one\ntwo' } }))).toBeNull();
});

test('a sub-agent stands in one item until somebody opens it or selects in it', () => {
  const rows = ['main', 'sub', 'sub', 'main'].map((run, at) =>
    sampleRow(at + 1, { run, agent: run, status: at === 2 ? 'error' : null }),
  );
  const items = itemsOf(rows, true);
  const folding = { delegated: new Set(['sub']), open: new Set<string>() };
  const folded = foldAgents(items, folding, null);
  expect(folded.map(({ row }) => row.ordinal)).toEqual([1, 2, 4]);
  expect(folded[1]?.group).toMatchObject({ key: 'sub', open: false, events: 2, failed: 1 });
  expect(itemOf(folded, 'e3')?.row.id).toBe('e2');
  expect(foldAgents(items, { ...folding, open: new Set(['sub']) }, null)).toHaveLength(4);
  expect(foldAgents(items, folding, 'e3')).toHaveLength(4);
});
