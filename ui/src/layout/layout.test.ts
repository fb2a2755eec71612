import { describe, expect, test } from 'vitest';

import { layOutCoarsely, ranksOf } from './coarse';
import type { Box, Layout, LayoutInput } from './geometry';
import { layOut } from './layout';
import { sampleInput } from './sampleInput';

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function expectApart(boxes: readonly Box[]): void {
  const meeting = boxes.flatMap((box, at) =>
    boxes.slice(at + 1).filter((other) => overlap(box, other)),
  );
  expect(meeting).toEqual([]);
}

/** Every edge goes from left to right, or from top to bottom. */
function expectCausesFirst({ edges, direction }: LayoutInput, { boxes }: Layout): void {
  for (const { from, to } of edges) {
    const [cause, effect] = [boxes[from] as Box, boxes[to] as Box];
    if (direction === 'horizontal') expect(cause.x + cause.width).toBeLessThan(effect.x);
    else expect(cause.y + cause.height).toBeLessThan(effect.y);
  }
}

const engines = [
  ['dagre', layOut],
  ['coarse', layOutCoarsely],
] as const;

describe.each(engines)('%s', (_, lay) => {
  test.each(['horizontal', 'vertical'] as const)('%s: causes stand before effects', (layout) => {
    const input = sampleInput(7, layout);
    const placed = lay(input);
    expect(placed.boxes).toHaveLength(input.nodes.length);
    expect(placed.routes).toHaveLength(input.edges.length);
    expectCausesFirst(input, placed);
    expectApart(placed.boxes);
  });

  test.each(['two', 'each'] as const)('clusters (%s) do not overlap', (clusters) => {
    const input = sampleInput(9, 'horizontal', clusters);
    const placed = lay(input);
    expect(input.clusters).toBeGreaterThan(1);
    expect(placed.clusters).toHaveLength(input.clusters);
    expectApart(placed.clusters);
    expectApart(placed.boxes);
    input.nodes.forEach(({ cluster: at }, node) => {
      const [inside, around] = [placed.boxes[node] as Box, placed.clusters[at] as Box];
      expect(inside.x).toBeGreaterThanOrEqual(around.x);
      expect(inside.y).toBeGreaterThanOrEqual(around.y);
      expect(inside.x + inside.width).toBeLessThanOrEqual(around.x + around.width);
      expect(inside.y + inside.height).toBeLessThanOrEqual(around.y + around.height);
    });
  });

  test('the same graph is laid out the same', () => {
    const input = sampleInput(6, 'horizontal');
    expect(lay(input)).toEqual(lay(input));
  });

  test('edges begin and end at the sides of their boxes', () => {
    const input = sampleInput(4, 'vertical');
    const { boxes, routes } = lay(input);
    input.edges.forEach(({ from, to }, at) => {
      const points = routes[at]?.points ?? [];
      const [cause, effect] = [boxes[from] as Box, boxes[to] as Box];
      expect(points[0]).toEqual({ x: cause.x + cause.width / 2, y: cause.y + cause.height });
      expect(points.at(-1)).toEqual({ x: effect.x + effect.width / 2, y: effect.y });
      expect(routes[at]).toMatchObject({ leaves: 'bottom', enters: 'top' });
    });
  });

  test('circles, loops and lonely nodes are laid out, too', () => {
    const node = { width: 100, height: 40, cluster: -1, main: false };
    const placed = lay({
      direction: 'horizontal',
      clusters: 0,
      nodes: [node, node, node, node],
      edges: [
        { from: 0, to: 1 },
        { from: 1, to: 0 },
        { from: 2, to: 2 },
        { from: 0, to: 1 },
      ],
    });
    expect(placed.boxes.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
    expect(placed.routes.every(({ points }) => points.length >= 2)).toBe(true);
    expectApart(placed.boxes);
  });

  test('no node is no problem', () => {
    const placed = lay({ direction: 'vertical', clusters: 0, nodes: [], edges: [] });
    expect(placed).toEqual({ boxes: [], routes: [], clusters: [] });
  });
});

describe.each(engines)('a long session by %s', (_, lay) => {
  test.each(['horizontal', 'vertical'] as const)('%s: is broken into lines', (layout) => {
    const input = sampleInput(60, layout);
    const { boxes, routes } = lay(input);
    expect(boxes).toHaveLength(input.nodes.length);
    expect(routes).toHaveLength(input.edges.length);
    expectApart(boxes);
    const width = Math.max(...boxes.map((box) => box.x + box.width));
    const height = Math.max(...boxes.map((box) => box.y + box.height));
    expect(width / height).toBeGreaterThan(0.2);
    expect(width / height).toBeLessThan(5);
    const horizontal = layout === 'horizontal';
    let broken = 0;
    for (const { from, to } of input.edges) {
      const [cause, effect] = [boxes[from] as Box, boxes[to] as Box];
      const onward = horizontal ? effect.x > cause.x : effect.y > cause.y;
      // What does not go on in its line goes to a line behind it.
      if (onward) continue;
      broken += 1;
      expect(horizontal ? effect.y > cause.y : effect.x > cause.x).toBe(true);
    }
    if (horizontal) expect(broken).toBeGreaterThan(0);
    expect(broken).toBeLessThan(input.edges.length / 10);
  });
});

test.each(['horizontal', 'vertical'] as const)(
  '%s: what is there stays while more comes',
  (layout) => {
    const [now, later] = [61, 62].map((turns) =>
      layOut(sampleInput(turns, layout)).boxes.slice(0, 250),
    );
    expect(later).toEqual(now);
  },
);

test('the main line is straight', () => {
  const input = sampleInput(5, 'vertical');
  const { boxes } = layOut(input);
  const main = boxes.filter((_, at) => input.nodes[at]?.main);
  expect(new Set(main.map(({ x, width }) => x + width / 2)).size).toBe(1);
});

test('calls stand in the order of events', () => {
  const { boxes } = layOut(sampleInput(1, 'horizontal'));
  expect((boxes[2] as Box).y).toBeLessThan((boxes[4] as Box).y);
});

test('the coarse layout of a hundred thousand nodes is there at once, and whole', () => {
  const count = 100_000;
  const node = { width: 100, height: 40, cluster: -1, main: false };
  const input: LayoutInput = {
    direction: 'horizontal',
    clusters: 0,
    nodes: Array.from({ length: count }, () => node),
    edges: Array.from({ length: count - 1 }, (_, at) => ({ from: at, to: at + 1 })),
  };
  const { boxes } = layOutCoarsely(input);
  expect(boxes).toHaveLength(count);
  expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
});

test('a rank is the longest way from a beginning', () => {
  const edges = [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 0, to: 2 },
    { from: 2, to: 3 },
    { from: 3, to: 2 },
  ];
  expect(ranksOf(5, edges)).toEqual([0, 1, 2, 3, 0]);
});
