/**
 * Where the nodes of a topology stand: agents in columns by how far work was handed on to them,
 * tools and models in the last column. The same topology always gives the same picture.
 */
import type * as api from '../../api/types';

const edges_max = 120;
export const box = { width: 170, height: 26 } as const;
const gap = { x: 110, y: 14 } as const;
// Room for lines between nodes of the first column.
const margin = 70;

export type PlacedNode = {
  readonly key: string;
  readonly name: string;
  readonly kind: 'agent' | 'tool' | 'model';
  readonly x: number;
  readonly y: number;
};

export type PlacedEdge = {
  readonly edge: api.TopologyEdge;
  readonly from: PlacedNode;
  readonly to: PlacedNode;
};

export type TopologyPicture = {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
  readonly left_out: number;
};

type Ends = { readonly edge: api.TopologyEdge; readonly from: string; readonly to: string };

/** Stands for a name that was not recorded. */
export const unnamed = { agent: 'nobody named', tool: 'tool not named', model: 'model not named' };
export const targetKind = {
  calls: 'tool',
  asks: 'model',
  delegates: 'agent',
  messages: 'agent',
} as const;
const keyOf = (kind: string, name: string | null) => `${kind} ${name ?? ''}`;

export function pictureOf(topology: api.Topology): TopologyPicture {
  const most_used = [...topology.edges].sort((a, b) => b.count - a.count).slice(0, edges_max);
  const ends: Ends[] = most_used.map((edge) => ({
    edge,
    from: keyOf('agent', edge.from),
    to: keyOf(targetKind[edge.type], edge.to),
  }));
  const columns = columnsOf(ends);
  const placed = new Map<string, PlacedNode>();
  columns.forEach((keys, column) =>
    keys.forEach((key, row) => {
      const space = key.indexOf(' ');
      const kind = key.slice(0, space) as PlacedNode['kind'];
      placed.set(key, {
        key,
        name: key.slice(space + 1) || unnamed[kind],
        kind,
        x: margin + column * (box.width + gap.x),
        y: 16 + row * (box.height + gap.y),
      });
    }),
  );
  const edges = ends.flatMap(({ edge, from, to }) => {
    const [a, b] = [placed.get(from), placed.get(to)];
    return a && b ? [{ edge, from: a, to: b }] : [];
  });
  return {
    nodes: [...placed.values()],
    edges,
    width: margin + 16 + columns.length * (box.width + gap.x) - gap.x,
    height: 32 + Math.max(1, ...columns.map((keys) => keys.length)) * (box.height + gap.y),
    left_out: topology.edges.length - edges.length,
  };
}

/** Agents level by level from those that nobody hands work to; what they use comes last. */
function columnsOf(ends: readonly Ends[]): readonly (readonly string[])[] {
  const agents = new Set<string>();
  const used = new Set<string>();
  const handed = new Map<string, Set<string>>();
  const receives = new Set<string>();
  for (const { edge, from, to } of ends) {
    agents.add(from);
    if (targetKind[edge.type] !== 'agent') used.add(to);
    else {
      agents.add(to);
      if (edge.type === 'delegates' && from !== to) {
        handed.set(from, (handed.get(from) ?? new Set()).add(to));
        receives.add(to);
      }
    }
  }
  const columns: string[][] = [];
  const seen = new Set<string>();
  let level = [...agents].filter((agent) => !receives.has(agent));
  while (seen.size < agents.size) {
    // In a ring of delegations nobody is first: begin with any of them.
    if (level.length === 0) level = [...agents].filter((agent) => !seen.has(agent)).slice(0, 1);
    level.forEach((agent) => seen.add(agent));
    columns.push([...level].sort());
    const next = new Set(level.flatMap((agent) => [...(handed.get(agent) ?? [])]));
    level = [...next].filter((agent) => !seen.has(agent));
  }
  return used.size > 0 ? [...columns, [...used].sort()] : columns;
}
