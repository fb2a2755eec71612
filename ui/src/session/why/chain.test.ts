import { expect, test } from 'vitest';

import type * as api from '../../api/types';
import { causeOf, effects_max, effectsOf, isCut, lacksBeside, stepsDown, stepsUp } from './chain';
import { explanation, link } from './sample';

const up = explanation('c', 'up', [link('a'), link('b', 'a'), link('c', 'b')], {
  complete: false,
  missing_parents: [{ event: 'a', parent: 'x' }],
  unresolved_refs: [{ event: 'b', ref: 'obs:9' }],
});
const down = explanation('c', 'down', [
  ...[link('c'), link('d', 'c'), link('e', 'c'), link('f', 'd')],
]);

test('upwards the oldest comes first and the event last', () => {
  const steps = stepsUp(up);
  expect(steps.map(({ link: { event_id } }) => event_id)).toEqual(['a', 'b', 'c']);
  expect(steps.map(({ distance }) => distance)).toEqual([2, 1, 0]);
});

test('each step says what it lacks itself', () => {
  const [first, second, third] = stepsUp(up);
  expect(first?.missing_parents).toEqual(['x']);
  expect(second?.unresolved_refs).toEqual(['obs:9']);
  expect(third).toMatchObject({ missing_parents: [], unresolved_refs: [] });
});

test('downwards the event itself is left out, and distances count the links', () => {
  expect(stepsDown(down).map(({ link: { event_id }, distance }) => [event_id, distance])).toEqual([
    ...[
      ['d', 1],
      ['e', 1],
      ['f', 2],
    ],
  ]);
});

test('one walks to what an event hangs on, and to what hangs on it', () => {
  expect(causeOf(up, 'c')).toBe('b');
  expect(causeOf(up, 'a')).toBeNull();
  expect(causeOf(null, 'a')).toBeNull();
  expect(effectsOf(down, 'c')).toEqual(['d', 'e']);
});

test('an id that is a name of objects is an id like any other', () => {
  const chain = [link('__proto__'), link('constructor', '__proto__')];
  const steps = stepsDown(explanation('__proto__', 'down', chain));
  expect(steps.map(({ link: { event_id } }) => event_id)).toEqual(['constructor']);
  expect(steps[0]?.missing_parents).toEqual([]);
});

test('a walk over effects says where it stopped', () => {
  expect(isCut(down)).toBe(false);
  const long = { ...down.completeness, truncated: effects_max };
  expect(isCut({ ...down, completeness: long })).toBe(true);
});

test('what the steps have said is not said again', () => {
  const said: api.Completeness = lacksBeside({ ...up.completeness, truncated: 3 });
  expect(said).toMatchObject({ complete: false, missing_parents: [], truncated: 3 });
  expect(lacksBeside(up.completeness).complete).toBe(true);
});
