import { expect, test } from 'vitest';

import { marked } from './marked';

test('cuts a text at its marks, in characters', () => {
  expect(marked('🚀 rm -rf build', [[2, 14]])).toEqual([
    { text: '🚀 ', hit: false },
    { text: 'rm -rf build', hit: true },
  ]);
  expect(
    marked('a b a', [
      [0, 1],
      [4, 5],
    ]),
  ).toEqual([
    { text: 'a', hit: true },
    { text: ' b ', hit: false },
    { text: 'a', hit: true },
  ]);
  expect(marked('none', [])).toEqual([{ text: 'none', hit: false }]);
});
