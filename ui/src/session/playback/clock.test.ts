import { expect, test } from 'vitest';

import { advance, gapPlayed, loopIn, loopText, withEnd, type Pace } from './clock';

const pace: Pace = { speed: 1, compressed: true };
const recorded: Pace = { speed: 1, compressed: false };

/** Ordinals count from 1. */
function timesOf(...times: readonly number[]): (ordinal: number) => number | null {
  return (ordinal) => times[ordinal - 1] ?? null;
}

test('a gap is played as it was, at most two seconds, and never not at all', () => {
  expect([0, 5, 100, 2000, 3_600_000].map((gap) => gapPlayed(gap, true))).toEqual([
    8, 8, 100, 2000, 2000,
  ]);
  expect(gapPlayed(3_600_000, false)).toBe(3_600_000);
  expect([-5, NaN].map((gap) => gapPlayed(gap, false))).toEqual([0, 0]);
});

test('an event is reached when its time has come, and not before', () => {
  const times = timesOf(0, 100, 250);
  const before = advance({ at: 1, spent_ms: 0 }, 99, 3, pace, times);
  expect(before).toEqual({ at: 1, spent_ms: 99, why: 'under way' });
  expect(advance(before, 1, 3, pace, times)).toEqual({ at: 2, spent_ms: 0, why: 'under way' });
  expect(advance(before, 400, 3, pace, times)).toEqual({ at: 3, spent_ms: 0, why: 'last' });
});

test('many small steps come as far as one large', () => {
  const times = timesOf(...Array.from({ length: 200 }, (_, at) => at * at));
  let steps = { at: 1, spent_ms: 0 };
  for (let step = 0; step < 1000; ++step) steps = advance(steps, 16, 200, pace, times);
  const once = advance({ at: 1, spent_ms: 0 }, 16_000, 200, pace, times);
  expect(steps.at).toBe(once.at);
  expect(steps.spent_ms).toBeCloseTo(once.spent_ms, 5);
});

test('the speed counts, also in the middle of a gap', () => {
  const times = timesOf(0, 1000, 2000);
  const half = advance({ at: 1, spent_ms: 0 }, 500, 3, recorded, times);
  expect(advance(half, 63, 3, { ...recorded, speed: 8 }, times).at).toBe(2);
  expect(advance(half, 499, 3, recorded, times).at).toBe(1);
});

test('an hour of nothing takes two seconds, or an hour as recorded', () => {
  const times = timesOf(0, 3_600_000);
  expect(advance({ at: 1, spent_ms: 0 }, 2000, 2, pace, times).at).toBe(2);
  expect(advance({ at: 1, spent_ms: 0 }, 3_599_999, 2, recorded, times).at).toBe(1);
});

test('waits for times that are not there yet', () => {
  const times = timesOf(0, 10, 20);
  const reached = advance({ at: 1, spent_ms: 0 }, 1000, 900, pace, times);
  expect(reached).toEqual({ at: 3, spent_ms: 0, why: 'unknown' });
});

test('events at the same time are all reached, at the end at the latest', () => {
  const same = timesOf(...Array.from({ length: 100 }, () => 5));
  expect(advance({ at: 1, spent_ms: 0 }, 0, 100, recorded, same).at).toBe(100);
  expect(advance({ at: 1, spent_ms: 0 }, 99 * 8, 100, pace, same).at).toBe(100);
});

test('loops in the address', () => {
  expect(loopIn('3-9')).toEqual({ first: 3, last: 9 });
  expect([null, '', '9-3', '0-4', '3-', 'x', '1-2-3'].map(loopIn)).toEqual(Array(7).fill(null));
  expect(loopText({ first: 3, last: 9 })).toBe('3-9');
  expect(loopText(null)).toBeNull();
});

test('an end of a loop moves, and the other gives way', () => {
  expect(withEnd(null, 'first', 10, 100)).toEqual({ first: 10, last: 100 });
  expect(withEnd({ first: 10, last: 100 }, 'last', 40, 100)).toEqual({ first: 10, last: 40 });
  expect(withEnd({ first: 10, last: 40 }, 'first', 60, 100)).toEqual({ first: 60, last: 100 });
  expect(withEnd({ first: 10, last: 40 }, 'last', 5, 100)).toEqual({ first: 1, last: 5 });
  expect(withEnd(null, 'first', 100, 100)).toEqual({ first: 99, last: 100 });
  expect(withEnd(null, 'first', 1, 1)).toBeNull();
});
