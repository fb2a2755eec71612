import { expect, test } from 'vitest';

import { pictureOf } from '../timeline/picture';
import { bucket, span, timeline } from '../timeline/sample';
import { ordinalOf, shareOf, stripOf } from './strip';

test('every ordinal has its place, and the ends are the ends', () => {
  for (const events of [1, 2, 3, 310, 1_000_000]) {
    for (const ordinal of [1, Math.ceil(events / 3), events]) {
      expect(ordinalOf(shareOf(ordinal, events), events)).toBe(ordinal);
    }
  }
  expect(ordinalOf(-1, 10)).toBe(1);
  expect(ordinalOf(2, 10)).toBe(10);
  expect(shareOf(Infinity, 10)).toBe(1);
});

test('kinds, failures and decisions stand where they are in the order', () => {
  const spans = [
    span(1, 0, null, { kind: 'llm_call' }),
    span(2, 10, null, { kind: 'decision' }),
    span(3, 20, null, { status: 'error' }),
    span(4, 30, null),
  ];
  const strip = stripOf(pictureOf(timeline(spans, 30)), 4, 40);
  expect(strip[0]?.kind).toBe('llm_call');
  expect(strip.findIndex(({ decision }) => decision)).toBe(13);
  expect(strip.findIndex(({ errors }) => errors > 0)).toBe(26);
  expect(strip.filter(({ kind }) => kind === null)).toEqual([]);
});

test('buckets fill the strip, with decisions told apart', () => {
  const answer = timeline([], 1000, {
    events: 1000,
    buckets: [
      bucket(0, [0, 100], [1, 900]),
      bucket(0, [900, 1000], [901, 1000], { kind: 'observation', errors: 2 }),
    ],
  });
  const strip = stripOf(pictureOf(answer), 1000, 100, [500]);
  expect(strip[10]?.kind).toBe('tool_call');
  expect(strip[99]).toMatchObject({ kind: 'observation' });
  expect(strip[10]?.errors).toBe(0);
  expect(strip.reduce((sum, { errors }) => sum + errors, 0)).toBeCloseTo(2);
  expect(strip[49]?.decision).toBe(true);
  // Nine hundred events in a hundred milliseconds, then a hundred in nine hundred.
  expect(strip[20]?.rate).toBeGreaterThan(strip[95]?.rate ?? 1);
});

test('a strip without width or events is empty or even', () => {
  const none = pictureOf(timeline([], 0));
  expect(stripOf(none, 0, 0)).toEqual([]);
  expect(stripOf(none, 0, 3).map(({ rate }) => rate)).toEqual([0.5, 0.5, 0.5]);
});
