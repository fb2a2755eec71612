import { expect, test } from 'vitest';

import { foldsOf, joined, lastAtMost, scaleOf } from './scale';

const day = 86_400_000;

test('what overlaps or touches is one', () => {
  const some = [
    { from: 5, to: 6 },
    { from: 0, to: 3 },
    { from: 2, to: 5 },
    { from: 8, to: 8 },
  ];
  expect(joined(some)).toEqual([
    { from: 0, to: 6 },
    { from: 8, to: 8 },
  ]);
});

test('an outcome two weeks later does not squeeze the minute before', () => {
  const busy = [
    { from: 0, to: 30_000 },
    { from: 31_000, to: 75_000 },
    { from: 14 * day, to: 14 * day },
  ];
  const folds = foldsOf(busy);
  expect(folds).toHaveLength(1);
  expect(folds[0]).toMatchObject({ from: 75_000, to: 14 * day });
  const scale = scaleOf({ from: 0, to: 14 * day }, folds);
  expect(scale.place(75_000) / scale.place(14 * day)).toBeGreaterThan(0.9);
});

test('events at an even pace are not folded', () => {
  const even = Array.from({ length: 50 }, (_, at) => ({ from: at * 100, to: at * 100 }));
  expect(foldsOf(even)).toEqual([]);
});

test('bursts far apart are drawn near each other', () => {
  const bursts = [0, 1, 2, 3].flatMap((hour) =>
    Array.from({ length: 20 }, (_, at) => {
      const from = hour * 3_600_000 + at * 50;
      return { from, to: from + 10 };
    }),
  );
  expect(foldsOf(bursts)).toHaveLength(3);
});

test('of buckets, what is idle for longer than it is busy is folded', () => {
  const hourly = Array.from({ length: 100 }, (_, at) => ({ from: at * 60, to: at * 60 + 10 }));
  const folds = foldsOf(hourly, true);
  expect(folds).toHaveLength(99);
  const drawn = folds.reduce((sum, fold) => sum + fold.drawn, 0);
  expect(drawn).toBeLessThanOrEqual(100 * 10 * 0.2 + 1e-6);
});

test('every moment has a place, in order, and back', () => {
  const folds = [
    { from: 10, to: 110, drawn: 5 },
    { from: 120, to: 1120, drawn: 5 },
  ];
  const scale = scaleOf({ from: 0, to: 1200 }, folds);
  let before = -1;
  for (let moment = 0; moment <= 1200; moment += 0.5) {
    const place = scale.place(moment);
    expect(place).toBeGreaterThan(before);
    expect(scale.moment(place)).toBeCloseTo(moment, 6);
    before = place;
  }
  expect(scale.place(1200)).toBe(1200 - 95 - 995);
  // Also outside of the session, since one can pan there.
  expect(scale.moment(scale.place(-40))).toBeCloseTo(-40);
  expect(scale.moment(scale.place(5000))).toBeCloseTo(5000);
});

test('searching: none, some, all', () => {
  const values = [1, 3, 3, 7];
  const found = [0, 1, 3, 6, 9].map((limit) => lastAtMost(4, (at) => values[at] ?? 0, limit));
  expect(found).toEqual([-1, 0, 2, 2, 3]);
});
