import { expect, test } from 'vitest';

import { commandOf } from './SessionHead';

const told = (view: 'tree' | 'transcript' | 'timeline', query: string) =>
  commandOf('s', new URLSearchParams(query), view);

test('the command shows what the view shows', () => {
  expect(told('tree', 'levels=2&closed=3,4&errors=1')).toBe(
    'hence outline s --order turns --levels 2 --closed 3,4 --errors',
  );
  expect(told('tree', 'steps=1&kinds=error')).toBe('hence outline s --kinds error');
  expect(told('timeline', 'lanes=run')).toBe('hence timeline s --lanes run');
  expect(told('transcript', 'levels=2')).toBe('hence trajectory s');
});

test('a transcript of some events only is not the whole trajectory', () => {
  expect(told('transcript', 'kinds=tool_call,error&errors=1&levels=2')).toBe(
    'hence outline s --order time --kinds tool_call,error --errors',
  );
});
