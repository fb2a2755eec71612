/** How dagre is to rank and order a graph of causes: in one pass each, by the order of events. */
import type { EdgeLabel, Graph as DagreGraph, GraphLabel, NodeLabel } from '@dagrejs/dagre';

type Ranked = DagreGraph<GraphLabel, NodeLabel, EdgeLabel>;

/**
 * Everything stands right behind the last of its causes, and what has no cause right before the
 * first thing it led to. dagre made the graph one without circles before.
 */
export function rankByCauses(graph: Ranked): void {
  const order = causesFirst(graph);
  for (const name of order) {
    let rank = 0;
    for (const edge of graph.inEdges(name) ?? []) {
      rank = Math.max(rank, (graph.node(edge.v).rank ?? 0) + (graph.edge(edge).minlen ?? 1));
    }
    graph.node(name).rank = rank;
  }
  // dagre joins what hangs apart by a root of its own, which is no cause.
  const root = graph.graph().nestingRoot;
  for (const name of order.reverse()) {
    if (name === root) continue;
    if (!(graph.predecessors(name) ?? []).every((cause) => cause === root)) continue;
    let rank = Infinity;
    for (const edge of graph.outEdges(name) ?? []) {
      rank = Math.min(rank, (graph.node(edge.w).rank ?? 0) - (graph.edge(edge).minlen ?? 1));
    }
    if (rank !== Infinity) graph.node(name).rank = rank;
  }
}

function causesFirst(graph: Ranked): string[] {
  const waits = new Map<string, number>();
  const order: string[] = [];
  for (const name of graph.nodes()) {
    const causes = graph.inEdges(name)?.length ?? 0;
    waits.set(name, causes);
    if (causes === 0) order.push(name);
  }
  for (let at = 0; at < order.length; ++at) {
    for (const { w } of graph.outEdges(order[at] as string) ?? []) {
      const left = (waits.get(w) ?? 0) - 1;
      waits.set(w, left);
      if (left === 0) order.push(w);
    }
  }
  return order;
}

/**
 * In a rank, what was met first going along the edges stands first. The lists are in the order of
 * events, which says more than fewer crossings would.
 */
export function orderAsGiven(graph: Ranked): void {
  const rankOf = (name: string) => graph.node(name).rank ?? 0;
  const starts = graph.nodes().sort((a, b) => rankOf(a) - rankOf(b));
  const used: number[] = [];
  const seen = new Set<string>();
  for (const start of starts) {
    const ahead = [start];
    for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const rank = rankOf(name);
      graph.node(name).order = used[rank] ?? 0;
      used[rank] = (used[rank] ?? 0) + 1;
      ahead.push(...(graph.successors(name) ?? []).reverse());
    }
  }
}
