import { expect, test } from 'vitest';

import { sampleRow } from '../../state/sampleRow';
import { withDecisions } from './decisions';
import { complete, mapNode } from './graphs';

const map = {
  ...{ session: 's', nodes_total: 3, last_seq: 9, shown: 3, edges: [], completeness: complete },
  nodes: [
    mapNode({ id: 't1', type: 'THOUGHT', ordinal: 1 }),
    mapNode({ id: 'd1', type: 'THOUGHT', ordinal: 2 }),
    mapNode({ id: 's1', type: 'STACK', event: null, ordinal: 5, last_ordinal: 9 }),
  ],
};
const decision = (ordinal: number, id: string) => sampleRow(ordinal, { kind: 'decision', id });

test('a decision that names a turn is one, another hangs on its turn, and an outcome on what it judges', () => {
  const rows = [
    decision(2, 'd1'),
    decision(3, 'd2'),
    sampleRow(4, {
      kind: 'outcome',
      id: 'o',
      summary: 'Outcome: incorrect (x)',
      fields: { of: 'd1' },
    }),
  ];
  const { nodes, edges } = withDecisions(map, rows, []);
  expect(nodes.find(({ id }) => id === 'd1')?.type).toBe('DECISION');
  expect(nodes.find(({ id }) => id === 'd2')).toMatchObject({ type: 'DECISION', parent: 'd1' });
  expect(nodes.find(({ id }) => id === 'o')).toMatchObject({
    type: 'OUTCOME',
    label: 'incorrect (x)',
  });
  expect(edges.map(({ from, to, label }) => [from, to, label])).toContainEqual([
    'd1',
    'o',
    'judged',
  ]);
  expect(nodes.every(({ status }) => status !== 'error')).toBe(true);
});

test('what lies in a stack, or under a closed node, stays there', () => {
  expect(withDecisions(map, [decision(7, 'd3')], []).nodes).toHaveLength(3);
  expect(withDecisions(map, [decision(3, 'd2')], ['d1']).nodes).toHaveLength(3);
});
