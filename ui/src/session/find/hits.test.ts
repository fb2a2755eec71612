import { expect, test } from 'vitest';

import type * as api from '../../api/types';
import { hitsInWords, no_hits, stepTo, withPage, type Hits } from './hits';

const page = (ids: readonly string[], next: string | null): api.EventPage => ({
  events: ids.map((id) => ({ id }) as api.Event),
  next,
});
const some: Hits = withPage(no_hits, page(['a', 'b', 'c'], 'more'));
const all: Hits = withPage(some, page(['c', 'd'], null));

test('pages add up, and nothing is found twice', () => {
  expect(all).toEqual({ ids: ['a', 'b', 'c', 'd'], next: null });
});

test('steps go on, ask for more, and go round when all is known', () => {
  expect(stepTo(some, -1, 1)).toBe(0);
  expect(stepTo(some, 1, 1)).toBe(2);
  expect(stepTo(some, 2, 1)).toBe('more');
  expect(stepTo(all, 3, 1)).toBe(0);
  expect(stepTo(all, 0, -1)).toBe(3);
  expect(stepTo(some, 0, -1)).toBeNull();
  expect(stepTo(no_hits, -1, 1)).toBeNull();
});

test('the count says when there are more', () => {
  expect(hitsInWords(some, 2)).toBe('3 of 3+');
  expect(hitsInWords(all, -1)).toBe('4 found');
  expect(hitsInWords(no_hits, -1)).toBe('nothing found');
});
