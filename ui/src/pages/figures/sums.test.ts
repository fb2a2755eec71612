import { expect, test } from 'vitest';

import { sumOf } from './sums';

test('what nobody stated is not zero', () => {
  expect(sumOf([{ usd: null }], (row) => row.usd)).toBeNull();
  expect(sumOf([{ usd: null }, { usd: 2 }], (row) => row.usd)).toBe(2);
});
