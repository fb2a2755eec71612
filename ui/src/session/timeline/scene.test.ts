import { expect, test } from 'vitest';

import { momentAt, ordinalAt, pictureOf } from './picture';
import { bucket, span, timeline } from './sample';
import { scaleOf } from './scale';
import { across, boxOf, heightOf, hit, inView, neighbour, stackLanes } from './scene';

const two = [
  { name: 'ada', events: 3, errors: 0, others: 0 },
  { name: 'bob', events: 1, errors: 0, others: 0 },
];
const answer = timeline(
  [
    span(1, 0, 500),
    span(2, 100, 100, { row: 1 }),
    span(3, 600, null),
    span(4, 700, 300, { lane: 1 }),
  ],
  1000,
  { lanes: two },
);
const picture = pictureOf(answer);
const lanes = stackLanes(picture);
const over = across({ from: 0, to: 1000 }, scaleOf({ from: 0, to: 1000 }), 1000);

test('lanes stand under each other, as high as their rows', () => {
  expect(lanes[1]?.y).toBe(lanes[0]?.height);
  expect(lanes[0]?.height).toBeGreaterThan(lanes[1]?.height ?? 0);
  expect(heightOf(lanes)).toBe((lanes[0]?.height ?? 0) + (lanes[1]?.height ?? 0));
  expect(heightOf([])).toBe(0);
});

test('five hundred rows in a lane are low, and all there', () => {
  const many = Array.from({ length: 500 }, (_, at) => span(at + 1, 0, 10, { row: at }));
  const [lane] = stackLanes(pictureOf(timeline(many, 10)));
  expect(lane?.row_px).toBe(6);
  expect(lane?.height).toBeGreaterThanOrEqual(3000);
});

test('no two marks of different rows or lanes overlap', () => {
  const boxes = picture.marks.map((mark) => {
    const lane = lanes[mark.lane];
    if (!lane) throw new Error('no lane');
    return boxOf(mark, lane, over, picture.busiest);
  });
  boxes.forEach((a, at) => {
    for (const b of boxes.slice(at + 1)) {
      const apart = a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x;
      expect(apart).toBe(true);
    }
  });
});

test('the pointer finds what is under it, of several the shortest, and nothing where nothing is', () => {
  const found = (x: number, y: number) => hit(picture, lanes, over, { x, y })?.ordinal ?? null;
  expect(found(50, 12)).toBe(1);
  expect(found(150, 12)).toBe(1);
  expect(found(150, 34)).toBe(2);
  expect(found(602, 12)).toBe(3);
  expect(found(800, (lanes[1]?.y ?? 0) + 12)).toBe(4);
  expect(found(550, 12)).toBeNull();
  expect(found(50, 5000)).toBeNull();
});

test('what is in view, and who is next in the lane', () => {
  expect(inView(picture, { from: 550, to: 650 }).map(({ ordinal }) => ordinal)).toEqual([3]);
  expect(inView(picture, { from: 450, to: 550 }).map(({ ordinal }) => ordinal)).toEqual([1]);
  const [first, second, third, other] = picture.marks;
  if (!first || !second || !third || !other) throw new Error('marks are missing');
  expect(neighbour(picture, second, 1)).toBe(third);
  expect(neighbour(picture, first, -1)).toBeNull();
  expect(neighbour(picture, other, 1)).toBeNull();
});

test('playback knows where it is in time', () => {
  expect([1, 2, 3, 4].map((ordinal) => momentAt(picture, ordinal))).toEqual([0, 100, 600, 700]);
  expect(momentAt(picture, 5)).toBeNull();
  expect([-5, 0, 99, 100, 650, 9999].map((moment) => ordinalAt(picture, moment))).toEqual([
    1, 1, 1, 2, 3, 4,
  ]);
});

test('and between the buckets of a long session, too', () => {
  const coarse = pictureOf(
    timeline([], 1000, {
      events: 1000,
      lanes: two,
      buckets: [
        bucket(0, [0, 100], [1, 400]),
        // An event that began early reaches into this bucket.
        bucket(0, [100, 200], [1, 1000]),
        bucket(1, [0, 100], [5, 500]),
      ],
    }),
  );
  const order = [1, 250, 500, 750, 1000].map((ordinal) => momentAt(coarse, ordinal) ?? -1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(momentAt(coarse, 500)).toBeCloseTo(100);
  expect(momentAt(coarse, 750)).toBeCloseTo(150);
  expect(ordinalAt(coarse, 150)).toBe(750);
  for (const ordinal of [100, 499, 501, 900]) {
    const moment = momentAt(coarse, ordinal) ?? 0;
    expect(Math.abs(ordinalAt(coarse, moment + 1e-6) - ordinal)).toBeLessThanOrEqual(1);
  }
});
