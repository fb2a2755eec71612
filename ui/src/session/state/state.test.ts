import { expect, test } from 'vitest';

import { failureKinds } from './failures';
import { firstView } from './firstView';
import { growing_ms, isGrowing } from './growing';
import { sampleOutline, sampleRow } from './sampleRow';

const from = (source: string, events = 1) => ({
  ...sampleOutline([sampleRow(1, { source })]),
  events,
});

test('a transcript opens as one, a trace as a graph, a very long trace as a tree', () => {
  expect(firstView(from('claude-code'))).toBe('transcript');
  expect(firstView(from('codex', 900_000))).toBe('transcript');
  expect(firstView(from('native'))).toBe('graph');
  expect(firstView(from('otlp', 900_000))).toBe('tree');
  expect(firstView(null)).toBe('graph');
});

test('a session is live while something of it arrives or has just happened, and not otherwise', () => {
  const now = Date.parse('2026-11-16T12:00:00Z');
  expect(isGrowing('2026-11-16T11:59:30Z', -Infinity, now)).toBe(true);
  expect(isGrowing('2026-02-16T12:00:00Z', -Infinity, now)).toBe(false);
  expect(isGrowing('2026-02-16T12:00:00Z', now - 1000, now)).toBe(true);
  expect(isGrowing(null, now - growing_ms - 1, now)).toBe(false);
});

test('a call and the observation that ended it are one failure', () => {
  expect(failureKinds({ tool_call: 2, observation: 2, error: 1 })).toBe('tool_call,error');
  expect(failureKinds({ observation: 2 })).toBeNull();
  expect(failureKinds(undefined)).toBeNull();
});
