import { expect, test } from 'vitest';

import { between, bytes, command, duration, milliseconds, shortId, timeOfDay, usd } from './format';

test('durations read like a person says them', () => {
  expect([0.25, 45, 1500, 61_000, 3_723_000].map(duration)).toEqual([
    '0.25 ms',
    '45 ms',
    '1.5 s',
    '1 min 1 s',
    '1 h 2 min',
  ]);
});

test('from when to when, with the date once where it is the same', () => {
  const first = '2026-02-23T10:00:00.000Z';
  expect(between(first, '2026-02-23T12:00:17.920Z')).toBe('2026-02-23 10:00:00 to 12:00:17');
  expect(between(first, '2026-02-24T00:00:00Z')).toBe('2026-02-23 10:00:00 to 2026-02-24 00:00:00');
  expect(between(first, '2026-02-23T10:00:00.900Z')).toBe('2026-02-23 10:00:00');
});

test('a nanosecond is not lost on the way to a number', () => {
  const whole = milliseconds('2026-02-23T10:00:01Z');
  expect(milliseconds('2026-02-23T10:00:01.000500Z') - whole).toBeCloseTo(0.5, 3);
  expect(milliseconds('2026-02-23T10:00:01.25Z') - whole).toBe(250);
});

test('a UUIDv7 is shown by its end, anything else by its beginning', () => {
  expect(shortId('018f3a5e-7b1c-7d2e-8f00-0123456789ab')).toBe('456789ab');
  expect(shortId('abcdefghij')).toBe('abcdefgh');
});

test('a command can be pasted into a shell', () => {
  expect(command('tree', "it's", false, '--flat')).toBe(`hence tree 'it'\\''s' --flat`);
});

test('sizes and times of day', () => {
  expect(bytes(1234)).toBe('1.2 kB');
  expect(timeOfDay('2026-02-23T10:00:01Z')).toBe('10:00:01');
  expect(timeOfDay('2026-02-23T10:00:01.1234Z')).toBe('10:00:01.123');
});

test('small sums keep their digits', () => {
  expect(usd(0.0153)).toBe('$0.0153');
  // What a sum of fractions may be.
  expect(usd(0.015300000000000001)).toBe('$0.0153');
  expect(usd(0.000012)).toBe('$0.000012');
  expect(usd(12.5)).toBe('$12.50');
});
