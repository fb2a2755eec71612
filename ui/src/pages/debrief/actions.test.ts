import { expect, test } from 'vitest';

import { actionOf, kindOfAction, stretchesOf } from './actions';

test('an action has a type and a name, which may have colons itself', () => {
  expect(actionOf('tool:mcp:read')).toEqual({ type: 'tool', name: 'mcp:read' });
  expect(actionOf('odd')).toEqual({ type: '', name: 'odd' });
  expect(kindOfAction('tool')).toBe('tool_call');
  expect(kindOfAction('__proto__')).toBe('__proto__');
});

test('repeated steps stand together', () => {
  const path = ['tool:a', 'tool:a', 'tool:b', 'tool:a'].map((action) => ({ action }));
  expect(stretchesOf(path)).toEqual([
    { action: 'tool:a', from: 0, times: 2 },
    { action: 'tool:b', from: 2, times: 1 },
    { action: 'tool:a', from: 3, times: 1 },
  ]);
});
