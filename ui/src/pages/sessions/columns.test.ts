import { expect, test } from 'vitest';

import { newest_first, orderAfter, orderIn, orderQuery } from './columns';

test('the order stands in the address, and the usual one does not', () => {
  expect(orderQuery(newest_first)).toEqual({ sort: null, ascending: null });
  const order = { sort: 'tokens', ascending: false };
  expect(orderQuery(order)).toEqual({ sort: 'tokens', ascending: null });
  expect(orderIn(new URLSearchParams('sort=tokens'))).toEqual(order);
  expect(orderIn(new URLSearchParams('sort=first&ascending=1')).ascending).toBe(true);
});

test('an order that no column has is the usual one', () => {
  expect(orderIn(new URLSearchParams('sort=__proto__&ascending=1'))).toEqual(newest_first);
});

test('figures begin with the largest, names with A, and a second click turns round', () => {
  const events = { title: 'Events', sort: 'events', number: true };
  const once = orderAfter(newest_first, events);
  expect(once).toEqual({ sort: 'events', ascending: false });
  expect(orderAfter(once, events).ascending).toBe(true);
  expect(orderAfter(once, { title: 'Goal', sort: 'goal' }).ascending).toBe(true);
});
