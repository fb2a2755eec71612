import { expect, test } from 'vitest';

import { axisOf, idleMs, step_min, ticksOf } from './axis';

const times = [0, 100, 100, 900, 250_900, 251_000];

test('an idle gap takes no more room than a break', () => {
  const axis = axisOf(times);
  expect(axis.breaks.map((each) => each.ms)).toEqual([250_000]);
  expect((axis.x[4] ?? 0) - (axis.x[3] ?? 0)).toBeLessThan(120);
  expect(axis.breaks[0]?.x).toBeGreaterThan(axis.x[3] ?? 0);
});

test('what is later stands further right, and nothing on top of another', () => {
  const { x } = axisOf(times);
  x.slice(1).forEach((each, at) => expect(each - (x[at] ?? 0)).toBeGreaterThanOrEqual(step_min));
});

test('a longer gap is wider, as long as it is not idle', () => {
  const { x } = axisOf(times);
  expect((x[3] ?? 0) - (x[2] ?? 0)).toBeGreaterThan((x[1] ?? 0) - (x[0] ?? 0));
});

test('a time between two stands between them, and one beyond at the edge', () => {
  const axis = axisOf([0, 1000, 2000]);
  const [a = 0, b = 0, c = 0] = axis.x;
  expect(axis.at(500)).toBeCloseTo((a + b) / 2);
  expect(axis.at(1000)).toBe(b);
  expect(axis.at(-5)).toBe(a);
  expect(axis.at(9000)).toBe(c);
});

test('no events, one event, and events at one instant', () => {
  expect(axisOf([]).x).toEqual([]);
  expect(axisOf([]).at(5)).toBeGreaterThan(0);
  expect(axisOf([7]).x).toHaveLength(1);
  expect(axisOf([7, 7, 7]).breaks).toEqual([]);
  expect(idleMs([7, 7])).toBe(2000);
});

test('times are written where there is room, and behind a break', () => {
  const axis = axisOf(times);
  const ticks = ticksOf(axis, times.map(String));
  expect(ticks[0]?.time).toBe('0');
  expect(ticks.map((tick) => tick.time)).toContain('250900');
  ticks.slice(1).forEach((tick, at) => expect(tick.x - (ticks[at]?.x ?? 0)).toBeGreaterThan(70));
});
