/** Where an arrow key leads: along the edges, or to what stands beside. */
import type { Box, Direction } from '../../../layout/geometry';
import type { PlacedNode, Stage } from './scene';

export type Arrow = 'left' | 'right' | 'up' | 'down';

/** The node to go to, or null: there is none that way. */
export function step(stage: Stage, from: PlacedNode, arrow: Arrow): PlacedNode | null {
  const direction = stage.scene.input.direction;
  const linked = alongEdges(stage, from, direction, arrow);
  const near = (nodes: readonly PlacedNode[]) => nearest(from.box, nodes, arrow);
  if (linked) return near(linked) ?? linked[0] ?? near(stage.nodes);
  const beside = stage.nodes.filter(({ box }) => overlaps(box, from.box, direction));
  return near(beside.filter(({ node }) => node.parent === from.node.parent)) ?? near(beside);
}

/** The next or previous in the order of events. */
export function inOrder(stage: Stage, from: PlacedNode, by: 1 | -1): PlacedNode | null {
  const at = stage.nodes.indexOf(from);
  return stage.nodes[at + by] ?? null;
}

/** With the direction: what it led to; against it: what led to it; across: null. */
function alongEdges(
  stage: Stage,
  from: PlacedNode,
  direction: Direction,
  arrow: Arrow,
): readonly PlacedNode[] | null {
  const [onward, back] = direction === 'horizontal' ? ['right', 'left'] : ['down', 'up'];
  if (arrow === onward) {
    return stage.edges.filter((edge) => edge.from === from).map((edge) => edge.to);
  }
  if (arrow === back) {
    return stage.edges.filter((edge) => edge.to === from).map((edge) => edge.from);
  }
  return null;
}

/** In the same column (or row, when it runs downwards). */
function overlaps(a: Box, b: Box, direction: Direction): boolean {
  return direction === 'horizontal'
    ? a.x < b.x + b.width && b.x < a.x + a.width
    : a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The nearest on that side; what lies aside counts as further away. */
function nearest(from: Box, nodes: readonly PlacedNode[], arrow: Arrow): PlacedNode | null {
  const [x, y] = middle(from);
  let best: PlacedNode | null = null;
  let best_cost = Infinity;
  for (const each of nodes) {
    const [to_x, to_y] = middle(each.box);
    const [dx, dy] = [to_x - x, to_y - y];
    const along = { left: -dx, right: dx, up: -dy, down: dy }[arrow];
    if (along < 1) continue;
    const aside = Math.abs(arrow === 'left' || arrow === 'right' ? dy : dx);
    const cost = along + 3 * aside;
    if (cost < best_cost) {
      best_cost = cost;
      best = each;
    }
  }
  return best;
}

function middle({ x, y, width, height }: Box): readonly [number, number] {
  return [x + width / 2, y + height / 2];
}
