import { expect, test } from 'vitest';

import type { Mark } from './model';
import { marksIn, partAround } from './rows';

const mark = (x: number, length = 0) => ({ x, length }) as Mark;

test('what is seen is always inside of what is drawn', () => {
  for (const left of [0, 1, 799, 800, 801, 12_345]) {
    const part = partAround(left, 1440);
    expect(part.from).toBeLessThanOrEqual(left - 1);
    expect(part.to).toBeGreaterThanOrEqual(left + 1440);
  }
});

test('a long call that began before is drawn, too', () => {
  const marks = [mark(0, 10), mark(0, 5000), mark(3000), mark(90_000)];
  expect(marksIn(marks, { from: 2000, to: 4000 })).toEqual([marks[1], marks[2]]);
});
