import { expect, test } from 'vitest';

import { sortedBy } from './sorted';

const rows = [
  { name: 'a', ms: 3 },
  { name: 'b', ms: null },
  { name: 'c', ms: 10 },
  { name: 'd', ms: 3 },
];
const names = (ascending: boolean) =>
  sortedBy(rows, (row) => row.ms, ascending)
    .map((row) => row.name)
    .join('');

test('what has no value stands last, whichever way one sorts', () => {
  expect(names(true)).toBe('adcb');
  expect(names(false)).toBe('cadb');
});

test('texts sort as texts', () => {
  expect(sortedBy(rows, (row) => row.name, false)[0]?.name).toBe('d');
});
