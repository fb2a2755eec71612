/** A layout in one pass over nodes and edges, for when the good one takes too long. */
import { layOutClusters } from './clusters';
import type { Box, Graph, Layout, LayoutInput, Placed, Size } from './geometry';
import { runEdges } from './routes';
import { wrapped } from './wrap';

const gap = { along: 56, across: 26 };

export function layOutCoarsely(input: LayoutInput): Layout {
  if (input.clusters > 0) return layOutClusters(input, placeCoarsely);
  const { boxes, bends } = placeCoarsely(input);
  return { boxes, routes: runEdges(input, boxes, bends), clusters: [] };
}

/** Columns by the longest way from a beginning; in a column the main line, then the order of the list. */
export function placeCoarsely({ direction, nodes, edges }: Graph): Placed {
  const ranks = ranksOf(nodes.length, edges);
  const across = direction === 'horizontal';
  const thickness: number[] = [];
  ranks.forEach((rank, node) => {
    const { width, height } = nodes[node] as Size;
    thickness[rank] = Math.max(thickness[rank] ?? 0, across ? width : height);
  });
  const starts: number[] = [];
  thickness.reduce((start, size, rank) => {
    starts[rank] = start;
    return start + size + gap.along;
  }, 0);
  const used: number[] = [];
  const boxes = new Array<Box>(nodes.length);
  const put = (node: number) => {
    const { width, height } = nodes[node] as Size;
    const rank = ranks[node] as number;
    const at = used[rank] ?? 0;
    used[rank] = at + (across ? height : width) + gap.across;
    const start = starts[rank] as number;
    boxes[node] = across ? { x: start, y: at, width, height } : { x: at, y: start, width, height };
  };
  nodes.forEach(({ main }, node) => main && put(node));
  nodes.forEach(({ main }, node) => main || put(node));
  return wrapped({ direction, nodes, edges }, { boxes, bends: edges.map(() => []) });
}

/** Causes before effects. What lies on a circle comes behind what led into it, in its order. */
export function ranksOf(count: number, edges: Graph['edges']): readonly number[] {
  const ranks = new Array<number>(count).fill(0);
  const waits = new Array<number>(count).fill(0);
  const out: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) {
    if (from === to) continue;
    (out[from] as number[]).push(to);
    waits[to] = (waits[to] as number) + 1;
  }
  const done = new Uint8Array(count);
  const queue: number[] = [];
  waits.forEach((wait, node) => wait === 0 && queue.push(node));
  let next = 0;
  for (let at = 0; ; ++at) {
    if (at === queue.length) {
      while (next < count && done[next]) ++next;
      if (next === count) return ranks;
      queue.push(next);
    }
    const node = queue[at] as number;
    if (done[node]) continue;
    done[node] = 1;
    for (const to of out[node] as number[]) {
      if (done[to]) continue;
      ranks[to] = Math.max(ranks[to] as number, (ranks[node] as number) + 1);
      waits[to] = (waits[to] as number) - 1;
      if (waits[to] === 0) queue.push(to);
    }
  }
}
