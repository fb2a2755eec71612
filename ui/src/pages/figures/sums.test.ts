import { expect, test } from 'vitest';

import { sumOf, usd } from './sums';

test('what nobody stated is not zero', () => {
  expect(sumOf([{ usd: null }], (row) => row.usd)).toBeNull();
  expect(sumOf([{ usd: null }, { usd: 2 }], (row) => row.usd)).toBe(2);
});

test('small sums keep their digits', () => {
  expect(usd(0.0153)).toBe('$0.0153');
  expect(usd(0.000012)).toBe('$0.000012');
  expect(usd(12.5)).toBe('$12.50');
});
