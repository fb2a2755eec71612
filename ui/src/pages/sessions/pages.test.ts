import { expect, test } from 'vitest';

import { cursorsOf, firstPage, keyOf, refreshed, withPage, type Row } from './pages';

function row(id: string, events = 1, session?: string): Row {
  return {
    id,
    first: '2026-05-19T22:04:11Z',
    last: '2026-05-19T22:04:13Z',
    duration_ms: 2000,
    events,
    kinds: {},
    agents: [],
    tokens: 0,
    errors: 0,
    goal: null,
    ...(session === undefined ? {} : { session }),
  };
}

const two = withPage(
  firstPage([row('d'), row('c')], 'x'),
  { cursor: 'x', rows: [row('b'), row('a')] },
  null,
);
const ids = (pages: typeof two) => pages.pages.map((page) => page.rows.map((each) => each.id));

test('a row that moved to the next page is not shown twice', () => {
  const more = withPage(two, { cursor: 'y', rows: [row('a'), row('__proto__')] }, null);
  expect(ids(more)).toEqual([['d', 'c'], ['b', 'a'], ['__proto__']]);
});

test('rows take their newest figures where they stand, and new ones wait', () => {
  const after = refreshed(two, [row('e'), row('d'), row('b', 7)]);
  expect(ids(after)).toEqual(ids(two));
  expect(after.pages[1]?.rows[0]?.events).toBe(7);
  expect([...after.fresh]).toEqual([keyOf(row('e'))]);
  expect(refreshed(after, [row('e', 2)]).fresh.size).toBe(1);
  expect(after.pages[0]?.rows[1]).toBe(two.pages[0]?.rows[1]);
});

test('runs of one name in two sessions are two', () => {
  const runs = firstPage([row('r', 1, 's')], null);
  expect(refreshed(runs, [row('r', 1, 't')]).fresh.size).toBe(1);
  expect(keyOf(row('a', 1, 'b'))).not.toBe(keyOf(row('a","b', 1)));
});

test('only the pages on the screen are asked for again, and the first', () => {
  expect(cursorsOf(two, 0, 2)).toEqual(['']);
  expect(cursorsOf(two, 2, 4)).toEqual(['', 'x']);
  expect(cursorsOf(two, 1, 3)).toEqual(['', 'x']);
});
