import { expect, test } from 'vitest';

import { lineageText } from './lineage';

test('an event of a fork or a rewound session says so', () => {
  expect(lineageText({})).toBe('');
  expect(lineageText({ inherited: null, abandoned: false })).toBe('');
  expect(lineageText({ inherited: 's1', abandoned: false })).toBe('inherited from s1');
  expect(lineageText({ inherited: null, abandoned: true })).toBe('abandoned');
  expect(lineageText({ inherited: 's1', abandoned: true })).toBe('inherited from s1, abandoned');
});
