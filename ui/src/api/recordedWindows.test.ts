import { expect, test } from 'vitest';

import { timeWindow, treeWindow } from './recordedWindows';
import type * as api from './types';

function row(ordinal: number, level: number, more: Partial<api.OutlineRow> = {}): api.OutlineRow {
  return {
    seq: ordinal + 100,
    id: `e${ordinal}`,
    ordinal,
    kind: 'thought',
    agent: null,
    run: null,
    time: '2026-01-01T00:00:00Z',
    duration_ms: null,
    summary: '',
    status: null,
    level,
    parent: null,
    parent_missing: false,
    children: 0,
    descendants: 0,
    closed: false,
    last: false,
    why: null,
    confidence: null,
    tokens: null,
    synthesized: false,
    fields: null,
    size: 2,
    source: 'native',
    ...more,
  };
}

const rows = [
  row(1, 1, { children: 2, descendants: 3 }),
  row(2, 2, { parent: 'e1', children: 1, descendants: 1, kind: 'llm_call' }),
  row(3, 3, { parent: 'e2', kind: 'decision' }),
  row(4, 2, { parent: 'e1', status: 'error' }),
  row(5, 1),
];
const whole = { session: 's', rows_total: 5, offset: 0, rows } as unknown as api.Outline;
const ids = (outline: api.Outline) => outline.rows.map((each) => each.id);
const asked = (text: string) => new URLSearchParams(text);

test('a closed row hides what is below it', () => {
  const outline = treeWindow(whole, asked('closed=102'));
  expect(ids(outline)).toEqual(['e1', 'e2', 'e4', 'e5']);
  expect(outline.rows[1]?.closed).toBe(true);
  expect(outline.rows_total).toBe(4);
});

test('the event that is looked for is never hidden', () => {
  expect(ids(treeWindow(whole, asked('closed=101,102&at=e3&limit=10')))).toContain('e3');
});

test('levels hide what is deeper', () => {
  expect(ids(treeWindow(whole, asked('levels=1')))).toEqual(['e1', 'e5']);
});

test('of filtered rows the level counts what stays above', () => {
  const outline = treeWindow(whole, asked('kinds=decision,thought'));
  expect(outline.rows.map(({ id, level }) => [id, level])).toEqual([
    ['e1', 1],
    ['e3', 2],
    ['e4', 2],
    ['e5', 1],
  ]);
  expect(ids(treeWindow(whole, asked('errors=1')))).toEqual(['e4']);
});

test('steps in time', () => {
  expect(ids(timeWindow(whole, asked('order=time&after=2&limit=1')))).toEqual(['e3']);
  expect(ids(timeWindow(whole, asked('order=time&before=5&limit=1')))).toEqual(['e4']);
  expect(ids(timeWindow(whole, asked('order=time&kinds=decision&after=1&limit=1')))).toEqual([
    'e3',
  ]);
  expect(ids(timeWindow(whole, asked('order=time&offset=3')))).toEqual(['e4', 'e5']);
});
