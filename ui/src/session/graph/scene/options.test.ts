import { expect, test } from 'vitest';

import { changed } from '../../../ground/place';
import { eyeIn, eyeOver, eyeText, shows, smallMapOf } from './eye';
import { mapNode } from './graphs';
import { changeOf, mapAddress, mapCommand, optionsOf, toggled } from './options';

test('what is usual does not stand in the address, everything else survives it', () => {
  const usual = optionsOf(new URLSearchParams());
  expect(changed(new URLSearchParams(), changeOf(usual)).toString()).toBe('');
  const chosen = {
    layout: 'clustered',
    cluster: 'subagent',
    by: 'run',
    fan: 12,
    limit: 1000,
    follow: false,
    open: ['stack:turns:1.0:e,1', 'a&b=c#%'],
    closed: ['__proto__', 'ünï'],
  } as const;
  const query = changed(new URLSearchParams(), changeOf(chosen));
  expect(optionsOf(new URLSearchParams(query.toString()))).toEqual(chosen);
});

test('nonsense in the address is the usual', () => {
  const query = new URLSearchParams('layout=round&fan=-3&nodes=many&by=day&cluster=');
  expect(optionsOf(query)).toEqual(optionsOf(new URLSearchParams()));
});

test('the server is asked for what differs from the usual, and the command says the same', () => {
  const query = new URLSearchParams('by=run&fan=12&stack=s1&stack=s2&fold=e 1');
  expect(mapAddress('a/b', optionsOf(query))).toBe(
    'sessions/a%2Fb/map?by=run&fan=12&open=s1&open=s2&closed=e+1',
  );
  expect(mapCommand('a/b', query)).toBe(
    "hence map a/b --by run --fan 12 --open s1,s2 --closed 'e 1'",
  );
});

test('what hangs under a node is hidden and shown again', () => {
  const shown = mapNode({ id: 't', type: 'THOUGHT' });
  const folded = mapNode({ id: 't', type: 'THOUGHT', hidden: 3 });
  const stack = mapNode({ id: 's', type: 'STACK', hidden: 0 });
  expect(toggled({ open: ['t'], closed: [] }, shown)).toEqual({ open: [], closed: ['t'] });
  expect(toggled({ open: [], closed: ['t'] }, folded)).toEqual({ open: [], closed: [] });
  // The server folded it for want of room: nobody closed it, so it is opened.
  expect(toggled({ open: [], closed: [] }, folded)).toEqual({ open: ['t'], closed: [] });
  expect(toggled({ open: ['a'], closed: [] }, stack)).toEqual({ open: ['a', 's'], closed: [] });
});

test('where one looks survives the address', () => {
  const eye = { x: -120, y: 34, zoom: 0.75 };
  expect(eyeIn(eyeText(eye))).toEqual(eye);
  expect([null, '', '1,2', '1,2,0', '1,2,NaN', '1,2,3,4'].map(eyeIn)).toEqual(Array(6).fill(null));
});

test('a box in the middle of the screen shows, one beside it does not', () => {
  const screen = { width: 800, height: 600 };
  const box = { x: 5000, y: -300, width: 200, height: 80 };
  expect(shows(eyeOver(box, screen, 0.8), screen, box)).toBe(true);
  expect(shows({ x: 0, y: 0, zoom: 1 }, screen, box)).toBe(false);
});

test('the small map of a long strip is wide, and its nodes are dots at least', () => {
  const { size, stroke } = smallMapOf({ width: 200_000, height: 500 });
  expect(size.width).toBeGreaterThan(size.height * 3);
  expect(stroke).toBeGreaterThan(200_000 / size.width);
  expect(smallMapOf({ width: 1000, height: 800 }).stroke).toBe(0);
});
