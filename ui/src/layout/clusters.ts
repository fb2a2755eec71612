/** Clusters: each is laid out for itself, then the clusters among each other. */
import type { Box, Graph, Layout, LayoutInput, Placed, Point } from './geometry';
import { across, runEdges } from './routes';

const cluster_padding = 24;
const cluster_title = 30;

type Place = (graph: Graph) => Placed;

/** `place` lays out one graph. Nodes of no cluster make one of their own, without a box. */
export function layOutClusters(input: LayoutInput, place: Place): Layout {
  const members: number[][] = Array.from({ length: input.clusters + 1 }, () => []);
  input.nodes.forEach(({ cluster }, node) => {
    (members[cluster < 0 ? input.clusters : cluster] as number[]).push(node);
  });
  const parts = membersPlaced(input, members, place);
  const filled = parts.map((_, at) => at).filter((at) => (members[at] as number[]).length > 0);
  const frames = clustersPlaced(input, filled, parts, place);
  const boxes: Box[] = new Array<Box>(input.nodes.length);
  const bends: (readonly Point[])[] = input.edges.map(() => []);
  const clusters: Box[] = new Array<Box>(input.clusters).fill({ x: 0, y: 0, width: 0, height: 0 });
  filled.forEach((cluster, i) => {
    const frame = frames[i] as Box;
    const part = parts[cluster] as Part;
    const dx = frame.x + cluster_padding;
    const dy = frame.y + cluster_padding + cluster_title;
    (members[cluster] as number[]).forEach((node, at) => {
      const box = part.placed.boxes[at] as Box;
      boxes[node] = { ...box, x: box.x + dx, y: box.y + dy };
    });
    part.edges.forEach((edge, at) => {
      const points = part.placed.bends[at] as readonly Point[];
      bends[edge] = points.map(({ x, y }) => ({ x: x + dx, y: y + dy }));
    });
    if (cluster < input.clusters) clusters[cluster] = frame;
  });
  return { boxes, clusters, routes: runEdges(input, boxes, bends) };
}

type Part = {
  readonly placed: Placed;
  /** Which of the graph's edges lie inside. */
  readonly edges: readonly number[];
  readonly width: number;
  readonly height: number;
};

function membersPlaced(
  input: LayoutInput,
  members: readonly (readonly number[])[],
  place: Place,
): readonly Part[] {
  const local = new Array<number>(input.nodes.length).fill(0);
  members.forEach((nodes) => nodes.forEach((node, at) => (local[node] = at)));
  const inside: number[][] = members.map(() => []);
  input.edges.forEach(({ from, to }, edge) => {
    const cluster = input.nodes[from]?.cluster ?? -1;
    if (cluster !== (input.nodes[to]?.cluster ?? -1)) return;
    (inside[cluster < 0 ? input.clusters : cluster] as number[]).push(edge);
  });
  return members.map((nodes, cluster) => {
    const edges = inside[cluster] as number[];
    const placed = place({
      direction: input.direction,
      nodes: nodes.map((node) => input.nodes[node] as LayoutInput['nodes'][number]),
      edges: edges.map((edge) => {
        const { from, to } = input.edges[edge] as { from: number; to: number };
        return { from: local[from] as number, to: local[to] as number };
      }),
    });
    const width = placed.boxes.reduce((most, box) => Math.max(most, box.x + box.width), 0);
    const height = placed.boxes.reduce((most, box) => Math.max(most, box.y + box.height), 0);
    return { placed, edges, width, height };
  });
}

/** Across the direction of what is inside: long strips lie under each other, not in a row. */
function clustersPlaced(
  input: LayoutInput,
  filled: readonly number[],
  parts: readonly Part[],
  place: Place,
): readonly Box[] {
  const placeOf = new Map(filled.map((cluster, at) => [cluster, at]));
  const seen = new Set<string>();
  const edges: { from: number; to: number }[] = [];
  for (const edge of input.edges) {
    const from = placeOf.get(clusterOf(input, edge.from)) as number;
    const to = placeOf.get(clusterOf(input, edge.to)) as number;
    const name = `${Math.min(from, to)} ${Math.max(from, to)}`;
    // Clusters that answer each other make a circle: the first that spoke stands first.
    if (from === to || seen.has(name)) continue;
    seen.add(name);
    edges.push({ from: Math.min(from, to), to: Math.max(from, to) });
  }
  return place({
    direction: across(input.direction),
    nodes: filled.map((cluster) => {
      const { width, height } = parts[cluster] as Part;
      return {
        main: false,
        width: width + 2 * cluster_padding,
        height: height + 2 * cluster_padding + cluster_title,
      };
    }),
    edges,
  }).boxes;
}

function clusterOf(input: LayoutInput, node: number): number {
  const cluster = input.nodes[node]?.cluster ?? -1;
  return cluster < 0 ? input.clusters : cluster;
}
