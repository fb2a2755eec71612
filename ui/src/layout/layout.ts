/** Where the nodes of a graph stand and how its edges run: dagre, and nothing of React. */
import dagre, { type GraphLabel } from '@dagrejs/dagre';

import { layOutClusters } from './clusters';
import { orderAsGiven, rankByCauses } from './dagreRules';
import type { Graph, Layout, LayoutInput, Placed, Point } from './geometry';
import { runEdges } from './routes';
import { wrapped } from './wrap';

const spacing = { node: 26, rank: 84, edge: 12 };

export function layOut(input: LayoutInput): Layout {
  if (input.clusters > 0) return layOutClusters(input, place);
  const { boxes, bends } = place(input);
  return { boxes, routes: runEdges(input, boxes, bends), clusters: [] };
}

/** One graph by dagre. The order of the lists decides where dagre has a choice, so it is the same each time. */
export function place({ direction, nodes, edges }: Graph): Placed {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  const label: { [name: string]: unknown } = {
    rankdir: direction === 'horizontal' ? 'LR' : 'TB',
    nodesep: spacing.node,
    ranksep: spacing.rank,
    edgesep: spacing.edge,
    ranker: rankByCauses,
  };
  // dagre takes a function as ranker; its types only know the names of its own.
  graph.setGraph(label as GraphLabel);
  nodes.forEach(({ width, height }, at) => graph.setNode(String(at), { width, height }));
  edges.forEach(({ from, to }, at) => {
    if (from !== to) graph.setEdge(String(from), String(to), {}, String(at));
  });
  const main = nodes.flatMap((node, at) => (node.main ? [String(at)] : []));
  dagre.layout(graph, { customOrder: orderAsGiven, corePath: main });
  const boxes = nodes.map(({ width, height }, at) => {
    const { x, y } = graph.node(String(at)) as Point;
    return { x: x - width / 2, y: y - height / 2, width, height };
  });
  const bends = edges.map(({ from, to }, at) => {
    if (from === to) return [];
    const edge = graph.edge({ v: String(from), w: String(to), name: String(at) }) as {
      readonly points?: readonly Point[];
    };
    return edge.points?.slice(1, -1) ?? [];
  });
  return wrapped({ direction, nodes, edges }, { boxes, bends });
}
