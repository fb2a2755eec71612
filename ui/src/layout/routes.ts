/** How an edge runs from the side of one box to the side of another. */
import type { Box, Direction, LayoutInput, Point, Route, Side } from './geometry';

/** `bends` are what a layout put between the ends; where it put nothing the curve is free. */
export function runEdges(
  input: Pick<LayoutInput, 'direction' | 'edges' | 'nodes'>,
  boxes: readonly Box[],
  bends: readonly (readonly Point[])[],
): readonly Route[] {
  return input.edges.map(({ from, to }, at) => {
    const source = boxes[from] as Box;
    const target = boxes[to] as Box;
    // Clusters lie across the direction of what is inside of them, and so do the ways between them.
    const within = input.nodes[from]?.cluster === input.nodes[to]?.cluster;
    const direction = within ? input.direction : across(input.direction);
    const { leaves, enters } = sidesOf(source, target, direction);
    const backwards = leaves !== forwards(input.direction);
    const between = backwards ? [] : (bends[at] ?? []);
    return { leaves, enters, points: [atSide(source, leaves), ...between, atSide(target, enters)] };
  });
}

export function across(direction: Direction): Direction {
  return direction === 'horizontal' ? 'vertical' : 'horizontal';
}

function forwards(direction: Direction): Side {
  return direction === 'horizontal' ? 'right' : 'bottom';
}

/** With the direction where the target lies that way; else where it lies. */
export function sidesOf(
  source: Box,
  target: Box,
  direction: Direction,
): { readonly leaves: Side; readonly enters: Side } {
  const right = target.x >= source.x + source.width;
  const below = target.y >= source.y + source.height;
  const left = target.x + target.width <= source.x;
  const above = target.y + target.height <= source.y;
  const horizontal = direction === 'horizontal';
  if (right && (horizontal || !(below || above))) return { leaves: 'right', enters: 'left' };
  if (below) return { leaves: 'bottom', enters: 'top' };
  if (above) return { leaves: 'top', enters: 'bottom' };
  if (left) return { leaves: 'left', enters: 'right' };
  return horizontal ? { leaves: 'right', enters: 'left' } : { leaves: 'bottom', enters: 'top' };
}

export function atSide(box: Box, side: Side): Point {
  switch (side) {
    case 'left':
      return { x: box.x, y: box.y + box.height / 2 };
    case 'right':
      return { x: box.x + box.width, y: box.y + box.height / 2 };
    case 'top':
      return { x: box.x + box.width / 2, y: box.y };
    case 'bottom':
      return { x: box.x + box.width / 2, y: box.y + box.height };
  }
}

/** A smooth SVG path through the points that leaves and enters its ends straight. */
export function pathOf({ points, leaves, enters }: Route): string {
  const first = points[0] as Point;
  let text = `M${at(first)}`;
  for (let i = 1; i < points.length; ++i) {
    const from = points[i - 1] as Point;
    const to = points[i] as Point;
    const out = i === 1 ? leaves : enters;
    const into = i === points.length - 1 ? enters : leaves;
    text += `C${at(pulled(from, to, out, i === 1 ? 1 : -1))} ${at(
      pulled(to, from, into, i === points.length - 1 ? 1 : -1),
    )} ${at(to)}`;
  }
  return text;
}

/** How far apart its ends are, across or down. */
export function reachOf({ points }: Route): number {
  const from = points[0] as Point;
  const to = points[points.length - 1] as Point;
  return Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
}

/** Where the label of the edge stands. */
export function middleOf({ points, leaves, enters }: Route): Point {
  const last = points.length - 1;
  if (last === 1) {
    const from = points[0] as Point;
    const to = points[1] as Point;
    const a = pulled(from, to, leaves, 1);
    const b = pulled(to, from, enters, 1);
    return {
      x: (from.x + 3 * a.x + 3 * b.x + to.x) / 8,
      y: (from.y + 3 * a.y + 3 * b.y + to.y) / 8,
    };
  }
  const middle = Math.floor(last / 2);
  const from = points[middle] as Point;
  if (last % 2 === 0) return from;
  const to = points[middle + 1] as Point;
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

const outwards: { readonly [side in Side]: Point } = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
};

/** The control point beside `from`: away from the box at an end, with the flow at a bend. */
function pulled(from: Point, other: Point, side: Side, sign: 1 | -1): Point {
  const { x, y } = outwards[side];
  const along = Math.abs(x !== 0 ? other.x - from.x : other.y - from.y);
  const across = Math.abs(x !== 0 ? other.y - from.y : other.x - from.x);
  const reach = Math.max(along / 2, Math.min(40, across / 4));
  return { x: from.x + sign * x * reach, y: from.y + sign * y * reach };
}

function at({ x, y }: Point): string {
  return `${rounded(x)} ${rounded(y)}`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The head of the arrow, where the edge enters. */
export function arrowOf({ points, enters }: Route): string {
  const { x, y } = points[points.length - 1] as Point;
  const out = outwards[enters];
  const [back, wide] = [8, 4];
  const left = { x: x + out.x * back + out.y * wide, y: y + out.y * back + out.x * wide };
  const right = { x: x + out.x * back - out.y * wide, y: y + out.y * back - out.x * wide };
  return `M${at({ x, y })}L${at(left)}L${at(right)}Z`;
}
