import { expect, test } from 'vitest';

import { columnsOf } from './density';
import { pictureOf } from './picture';
import { bucket, span, timeline } from './sample';
import { scaleOf } from './scale';
import { across } from './scene';

const over = across({ from: 0, to: 1000 }, scaleOf({ from: 0, to: 1000 }), 10);

test('an event counts for as long as it is at work, and failed where it began', () => {
  const failed = { status: 'error', kind: 'error' } as const;
  const columns = columnsOf(
    pictureOf(timeline([span(1, 0, 500), span(2, 200, 100), span(3, 850, 150, failed)], 1000)),
    over,
  );
  expect(columns).toHaveLength(10);
  expect(columns.map((column) => column?.events ?? 0)).toEqual([1, 1, 2, 1, 1, 0, 0, 0, 1, 1]);
  expect(columns.map((column) => column?.errors ?? 0)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
  expect(columns[9]?.kind).toBe('error');
});

test('the events of a bucket are spread over its columns', () => {
  const buckets = [bucket(0, [0, 400], [1, 40], { errors: 4 }), bucket(1, [0, 100], [41, 50])];
  const columns = columnsOf(pictureOf(timeline([], 1000, { events: 50, buckets })), over);
  expect(columns.map((column) => column?.events ?? 0)).toEqual([20, 10, 10, 10, 0, 0, 0, 0, 0, 0]);
  expect(columns[3]?.errors).toBe(1);
});
