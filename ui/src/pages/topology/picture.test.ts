import { expect, test } from 'vitest';

import type * as api from '../../api/types';
import { pictureOf } from './picture';

const edge = (type: api.TopologyEdge['type'], from: string, to: string, times = 1) => ({
  type,
  from,
  to,
  count: times,
  failures: 0,
  sessions: 1,
  latency: { mean_ms: null, p50_ms: null, p95_ms: null, max_ms: null },
  first_event: 'e',
});
const topology = (edges: api.TopologyEdge[]): api.Topology => ({
  from: null,
  to: null,
  nodes: [],
  edges,
});

test('work goes from left to right, tools stand last', () => {
  const picture = pictureOf(
    topology([
      edge('delegates', 'lead', 'coder'),
      edge('calls', 'coder', 'Bash'),
      edge('messages', 'coder', 'lead'),
    ]),
  );
  const x = (name: string) => picture.nodes.find((node) => node.name === name)?.x ?? -1;
  expect(x('lead')).toBeLessThan(x('coder'));
  expect(x('coder')).toBeLessThan(x('Bash'));
  expect(picture.edges).toHaveLength(3);
});

test('a ring of delegations ends, and names of tools and agents may be the same', () => {
  const picture = pictureOf(
    topology([
      edge('delegates', 'a', 'b'),
      edge('delegates', 'b', 'a'),
      edge('delegates', 'a', 'a'),
      edge('calls', 'a', 'a'),
    ]),
  );
  expect(picture.nodes).toHaveLength(3);
});

test('of very many links the most used are drawn, and the rest is counted', () => {
  const many = Array.from({ length: 200 }, (_, i) => edge('calls', 'a', `t${i}`, i));
  const picture = pictureOf(topology(many));
  expect(picture.edges).toHaveLength(120);
  expect(picture.left_out).toBe(80);
});
