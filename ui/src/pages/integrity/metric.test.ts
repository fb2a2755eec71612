import { expect, test } from 'vitest';

import { metricIn } from './metric';

const text = '# TYPE a counter\na 12\na_bytes 4096\nb{x="1"} 3\n';

test('a series is found by its whole name', () => {
  expect(metricIn(text, 'a')).toBe(12);
  expect(metricIn(text, 'a_bytes')).toBe(4096);
  expect(metricIn(text, 'c')).toBeNull();
  expect(metricIn('', 'a')).toBeNull();
});
