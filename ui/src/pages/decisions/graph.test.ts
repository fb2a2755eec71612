import { expect, test } from 'vitest';

import type * as api from '../../api/types';
import { changesOf, drawn_max, partOf, placeOf } from './graph';

const node = (id: string, more: Partial<api.Node> = {}): api.Node => ({
  id,
  type: 'decision',
  label: id,
  status: 'active',
  confidence: null,
  rationale: null,
  metadata: {},
  event: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...more,
});
const edge = (from_id: string, to_id: string): api.Edge => ({
  id: `${from_id}-${to_id}`,
  from_id,
  to_id,
  edge_type: 'leads_to',
  metadata: {},
  created_at: '2026-01-01T00:00:00Z',
});
const chain: api.GraphDocument = {
  graph: 'default',
  nodes: ['a', 'b', '__proto__', 'd'].map((id) => node(id)),
  edges: [edge('a', 'b'), edge('b', '__proto__'), edge('__proto__', 'd')],
};
const all = { around: null, hops: 2, statuses: new Set<string>() };

test('the neighbourhood goes along edges in both directions', () => {
  const part = partOf(chain, { ...all, around: '__proto__', hops: 1 });
  expect(part.nodes.map(({ id }) => id)).toEqual(['b', '__proto__', 'd']);
  expect(part.edges).toHaveLength(2);
});

test('a status filter takes the edges of what it hides', () => {
  const mixed = { ...chain, nodes: [node('a'), node('b', { status: 'superseded' })] };
  const part = partOf(mixed, { ...all, statuses: new Set(['active']) });
  expect(part.nodes.map(({ id }) => id)).toEqual(['a']);
  expect(part.edges).toEqual([]);
});

test('what does not fit the picture is counted', () => {
  const many = {
    ...chain,
    nodes: Array.from({ length: drawn_max + 5 }, (_, at) => node(`n${at}`)),
  };
  expect(partOf(many, all).left_out).toBe(5);
});

test('the slider stands at the newest change that is not later', () => {
  const changes = changesOf(['2026-01-02', '2026-01-01', '2026-01-02', '2026-01-04']);
  expect(changes).toEqual(['2026-01-01', '2026-01-02', '2026-01-04']);
  expect(placeOf(changes, '2026-01-03')).toBe(1);
  expect(placeOf(changes, null)).toBe(2);
  expect(placeOf(changes, '2025-01-01')).toBe(-1);
});
