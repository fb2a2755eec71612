import { expect, test } from 'vitest';

import { scaleOf } from './scale';
import { stepOf, ticksOf } from './ticks';

const origin_ms = Date.parse('2026-02-23T10:00:00.250Z');

function labels(from: number, to: number, axis: 'since' | 'clock', count = 6): string[] {
  const scale = scaleOf({ from, to });
  return ticksOf({ view: { from, to }, scale, count, axis, origin_ms }).map(({ label }) => label);
}

test('steps are round, and as small as the count allows', () => {
  expect([1000, 60_000, 3_600_000, 86_400_000 * 20].map((length) => stepOf(length, 10))).toEqual([
    100,
    10_000,
    600_000,
    86_400_000 * 2,
  ]);
  expect(stepOf(1e15, 10)).toBeGreaterThanOrEqual(1e14);
});

test('since the beginning', () => {
  expect(labels(0, 10_000, 'since')).toEqual(['0', '+2 s', '+4 s', '+6 s', '+8 s', '+10 s']);
  expect(labels(-5, 5, 'since', 4)).toEqual(['−5 ms', '0', '+5 ms']);
  expect(labels(60_000, 120_000, 'since', 4)).toEqual([
    '+1 min 0 s',
    '+1 min 15 s',
    '+1 min 30 s',
    '+1 min 45 s',
    '+2 min 0 s',
  ]);
  expect(labels(0, 0.1, 'since', 4)[1]).toBe('+0.05 ms');
});

test('by the clock, round by the clock', () => {
  expect(labels(0, 10_000, 'clock')[0]).toBe('10:00:02');
  expect(labels(0, 86_400_000 * 3, 'clock', 3)).toEqual(['2026-02-24', '2026-02-25', '2026-02-26']);
  expect(labels(0, 1, 'clock', 3)[1]).toBe('10:00:00.250500');
});

test('at most as many as fit, and none inside of a fold', () => {
  const scale = scaleOf({ from: 0, to: 100_000 }, [{ from: 1000, to: 99_000, drawn: 100 }]);
  const view = { from: 0, to: 100_000 };
  const ticks = ticksOf({ view, scale, count: 8, axis: 'since', origin_ms });
  expect(ticks.length).toBeGreaterThan(2);
  expect(ticks.length).toBeLessThanOrEqual(10);
  expect(ticks.filter(({ moment }) => moment > 1000 && moment < 99_000)).toEqual([]);
});
