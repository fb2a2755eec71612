import { expect, test, vi } from 'vitest';

import { mapNode } from './graphs';
import { edgeMarks, markStore, nodeMarks, unmarked } from './marks';

const [a, b, c] = ['a', 'b', 'c'].map((id, at) =>
  mapNode({ id, type: 'THOUGHT', ordinal: at + 1 }),
) as [ReturnType<typeof mapNode>, ReturnType<typeof mapNode>, ReturnType<typeof mapNode>];

const marking = {
  ...unmarked,
  event: 'b',
  lit: new Set(['a', 'b']),
  at: 2,
  active: 'b',
  now: 'b',
};

test('a node is selected, lit, to come, now', () => {
  expect(nodeMarks(marking, a)).toBe('is-lit');
  expect(nodeMarks(marking, b)).toBe('is-selected is-active is-now');
  expect(nodeMarks(marking, c)).toBe('is-to-come');
  expect(nodeMarks({ ...unmarked, holder: 'c' }, c)).toBe('is-holder');
});

test('an edge is lit where both of its ends are', () => {
  expect(edgeMarks(marking, a, b)).toBe('is-lit');
  expect(edgeMarks(marking, b, c)).toBe('is-beside is-to-come');
  expect(edgeMarks(unmarked, a, b)).toBe('');
});

test('a stack that the path goes through is lit, and so is the way to it', () => {
  const stack = mapNode({ id: 's', type: 'STACK', event: null, ordinal: 1 });
  const passing = { ...marking, passed: new Set(['s']) };
  expect(nodeMarks(passing, stack)).toBe('is-lit');
  expect(edgeMarks(passing, stack, a)).toBe('is-lit');
});

test('what another session did later than the playhead is to come, and so is its edge', () => {
  const other = (time: string) => mapNode({ id: time, type: 'TOOL_CALL', time, event: time });
  const earlier = other('2026-05-19T22:04:00.000Z');
  const later = other('2026-05-19T22:04:09.000Z');
  const playing = { ...unmarked, at: 2, until: Date.parse('2026-05-19T22:04:00.400Z') };
  expect(nodeMarks(playing, earlier)).toBe('');
  expect(nodeMarks(playing, later)).toBe('is-to-come');
  expect(edgeMarks(playing, earlier, later)).toBe('is-to-come');
  expect(nodeMarks(unmarked, later)).toBe('');
});

test('a synthesized node has no event: nothing selects it by accident', () => {
  const made_up = mapNode({ id: 'x', type: 'ACTION', event: null });
  expect(nodeMarks({ ...unmarked, event: null }, made_up)).toBe('');
});

test('who watches is told', () => {
  const store = markStore();
  const watcher = vi.fn();
  const stop = store.subscribe(watcher);
  store.set(marking);
  stop();
  store.set(unmarked);
  expect(watcher).toHaveBeenCalledOnce();
  expect(store.get()).toBe(unmarked);
});
