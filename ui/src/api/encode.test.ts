import { expect, test } from 'vitest';

import { encoded, withoutDots } from './encode';

test('half a surrogate pair does not break an address', () => {
  expect(encoded('a\ud83d')).toBe('a%EF%BF%BD');
  expect(encoded('😀/')).toBe('%F0%9F%98%80%2F');
});

test('a name that looks like a directory is asked for by its id', () => {
  expect(withoutDots('sessions/../outline?limit=1')).toBe('sessions/outline?limit=1&id=..');
  expect(withoutDots('events/.')).toBe('events?id=.');
  expect(withoutDots('events/..a?text=..')).toBe('events/..a?text=..');
});
