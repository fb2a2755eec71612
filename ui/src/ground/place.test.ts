import { expect, test } from 'vitest';

import { changed, hashOf, parsePlace } from './place';

test('a session whose name has a slash and a question mark comes back whole', () => {
  const place = parsePlace(hashOf(['session', 'a/b?c#d'], { view: 'tree', event: 'x&y=1' }));
  expect(place.path).toEqual(['session', 'a/b?c#d']);
  expect(place.query.get('event')).toBe('x&y=1');
});

test('a broken escape is kept as it is', () => {
  expect(parsePlace('#/session/%zz').path).toEqual(['session', '%zz']);
});

test('an empty value takes its name away', () => {
  const query = changed(new URLSearchParams('view=tree&at=3'), { view: null, at: 4, lit: true });
  expect(query.toString()).toBe('at=4&lit=1');
});

test('__proto__ is a name like any other', () => {
  const place = parsePlace(hashOf(['session', '__proto__'], { event: 'constructor' }));
  expect(place.path[1]).toBe('__proto__');
  expect(place.query.get('event')).toBe('constructor');
});
