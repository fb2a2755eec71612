import { expect, test } from 'vitest';

import { mapNode } from './graphs';
import { groupsOf } from './groups';

const nodes = [
  mapNode({ id: 'i', type: 'INCIDENT' }),
  mapNode({ id: 't1', type: 'THOUGHT' }),
  mapNode({ id: 's1', type: 'THOUGHT', parent: 't1', agent: 'scout', run: 'sub' }),
  mapNode({ id: 's1c', type: 'TOOL_CALL', parent: 's1', agent: 'scout', run: 'sub' }),
  mapNode({ id: 's2', type: 'THOUGHT', parent: 't1', agent: 'scout', run: 'sub' }),
  mapNode({ id: 'd1', type: 'THOUGHT', parent: 's2', agent: 'deep', run: 'deeper' }),
  mapNode({ id: 't1c', type: 'TOOL_CALL', parent: 't1' }),
  mapNode({ id: 'n', type: 'THOUGHT', agent: null, run: null }),
];

test('by agent, in the order of appearance; without one is a group, too', () => {
  const { groups, of } = groupsOf(nodes, 'agent');
  expect(groups).toEqual([
    { title: 'agent coder', nodes: 3 },
    { title: 'agent scout', nodes: 3 },
    { title: 'agent deep', nodes: 1 },
    { title: 'no agent', nodes: 1 },
  ]);
  expect(of).toEqual([0, 0, 1, 1, 1, 2, 0, 3]);
});

test('what one delegation began stands together', () => {
  const { groups, of } = groupsOf(nodes, 'subagent');
  expect(groups.map(({ title }) => title)).toEqual(['main', 'sub-agent scout', 'sub-agent deep']);
  expect(of).toEqual([0, 0, 1, 1, 1, 2, 0, 0]);
});

test('parents in a circle, or that are not there, end nowhere else than in main', () => {
  const odd = [
    mapNode({ id: 'a', type: 'TOOL_CALL', parent: 'b' }),
    mapNode({ id: 'b', type: 'TOOL_CALL', parent: 'a' }),
    mapNode({ id: 'c', type: 'OBSERVATION', parent: 'gone' }),
    mapNode({ id: '__proto__', type: 'THOUGHT', agent: '__proto__' }),
  ];
  expect(groupsOf(odd, 'subagent').groups).toEqual([{ title: 'main', nodes: 4 }]);
  expect(groupsOf(odd, 'agent').groups).toHaveLength(2);
});
