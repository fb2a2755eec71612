import { expect, test } from 'vitest';

import { milliseconds } from '../../parts/format';
import { scaleOf } from './scale';
import {
  askedFor,
  bounded,
  covers,
  exactness,
  instant,
  panned,
  revealing,
  wholeView,
  zoomed,
} from './view';

const scale = scaleOf({ from: 0, to: 1000 });
const folded = scaleOf({ from: 0, to: 10_000 }, [{ from: 400, to: 9_400, drawn: 100 }]);

test('the whole has some room on both sides, also when it is one moment', () => {
  const whole = wholeView(scale);
  expect(whole.from).toBeLessThan(0);
  expect(whole.to).toBeGreaterThan(1000);
  const moment = wholeView(scaleOf({ from: 0, to: 0 }));
  expect(moment.to - moment.from).toBeGreaterThan(0);
});

test('zooming keeps the moment under the pointer', () => {
  const view = { from: 200, to: 600 };
  const near = zoomed(view, scale, 0.5, 0.25);
  expect(near.from + (near.to - near.from) * 0.25).toBeCloseTo(300);
  expect(near.to - near.from).toBeCloseTo(200);
});

test('zooming ends at the whole and at what a number can tell', () => {
  expect(zoomed({ from: 10, to: 990 }, scale, 100)).toEqual(wholeView(scale));
  let view = { from: 0, to: 1000 };
  for (let times = 0; times < 100; ++times) view = zoomed(view, scale, 0.5);
  expect(view.to - view.from).toBeCloseTo(0.02);
});

test('panning stops at the ends and keeps the length', () => {
  const later = panned({ from: 800, to: 900 }, scale, 50);
  expect(later.to).toBeCloseTo(wholeView(scale).to);
  expect(later.to - later.from).toBeCloseTo(100);
  expect(panned({ from: 200, to: 300 }, scale, -0.5).from).toBeCloseTo(150);
});

test('panning over a fold takes its drawn length, not its hours', () => {
  const before = { from: 300, to: 400 };
  const after = panned(before, folded, 2);
  expect(after.from).toBeCloseTo(9_400);
  expect(after.to).toBeCloseTo(9_500);
});

test('a nonsensical view is made into a sensible one', () => {
  const view = bounded({ from: 500, to: 100 }, scale);
  expect(view.to).toBeGreaterThan(view.from);
});

test('a moment is brought into view only when it is not there', () => {
  const view = { from: 200, to: 300 };
  expect(revealing(view, scale, 250)).toBe(view);
  const moved = revealing(view, scale, 700);
  expect(moved.from).toBeCloseTo(650);
  expect(moved.to).toBeCloseTo(750);
});

test('what is asked for covers the view, and small moves ask for the same', () => {
  const whole = { from: 0, to: 1000 };
  const view = { from: 300, to: 400 };
  const asked = askedFor(view, whole);
  expect(asked && covers(asked, view)).toBe(true);
  expect(askedFor({ from: 305, to: 405 }, whole)).toEqual(asked);
  expect(askedFor(whole, whole)).toBeNull();
});

test('instants go to the server and back to the microsecond', () => {
  const origin = milliseconds('2026-02-23T10:00:00Z');
  expect(instant(origin, 1.25)).toBe('2026-02-23T10:00:00.00125Z');
  expect(instant(origin, 0.9999)).toBe('2026-02-23T10:00:00.001Z');
  expect(instant(origin, -0.5)).toBe('2026-02-23T09:59:59.9995Z');
  expect(milliseconds(instant(origin, 12.345)) - origin).toBeCloseTo(12.345, 3);
  expect(instant(origin, Infinity)).toBe('');
  expect(instant(origin, 0)).toBe('2026-02-23T10:00:00Z');
});

test('the address is as exact as the eye, and no more', () => {
  const origin = milliseconds('2026-02-23T10:00:00.123Z');
  const written = (from: number, to: number) => instant(origin, from, exactness({ from, to }));
  expect(written(12_345.678, 86_400_000 * 3)).toBe('2026-02-23T10:00:00Z');
  expect(written(12_345.678, 60_000)).toBe('2026-02-23T10:00:12.47Z');
  expect(written(12_345.678, 12_346)).toBe('2026-02-23T10:00:12.468678Z');
  expect(written(12_345.67, 12_445)).toBe('2026-02-23T10:00:12.46867Z');
});
