import { expect, test } from 'vitest';

import { layOut } from '../../../layout/layout';
import { nodeAround, nodeLike, nodeNow, nodeOfEvent, stacksOn, thoughtBefore } from './find';
import { mapNode, sessionMap } from './graphs';
import { sceneOf, stageOf, type PlacedNode, type Stage } from './scene';
import { inOrder, step, type Arrow } from './walk';

function stageIn(layout: 'horizontal' | 'vertical', map = sessionMap(2)): Stage {
  const scene = sceneOf(map, { layout, cluster: 'agent' });
  return stageOf(scene, layOut(scene.input));
}

function walked(stage: Stage, from: string, ...arrows: readonly Arrow[]): string | null {
  let at: PlacedNode | null = stage.byId.get(from) ?? null;
  for (const arrow of arrows) at = at && step(stage, at, arrow);
  return at?.node.id ?? null;
}

test('arrows go along the edges and to what stands beside', () => {
  const stage = stageIn('horizontal');
  expect(walked(stage, 'incident', 'right')).toBe('t1');
  expect(walked(stage, 't1a', 'right')).toBe('t1a!');
  expect(walked(stage, 't1a', 'left')).toBe('t1');
  expect(walked(stage, 't1a', 'down')).toBe('t1b');
  expect(walked(stage, 't1b', 'up')).toBe('t1a');
  expect(walked(stage, 't1a!', 'right')).toBe('t2');
  expect(walked(stage, 'incident', 'left')).toBeNull();
});

test('in a vertical layout down is along the edges', () => {
  const stage = stageIn('vertical');
  expect(walked(stage, 'incident', 'down')).toBe('t1');
  expect(walked(stage, 't1a', 'up')).toBe('t1');
  expect(walked(stage, 't1a', 'right')).toBe('t1b');
});

test('every node can be reached by the keyboard', () => {
  const stage = stageIn('horizontal', sessionMap(6));
  const seen = new Set<string>(['incident']);
  const ahead = ['incident'];
  for (const id of ahead) {
    for (const arrow of ['left', 'right', 'up', 'down'] as const) {
      const next = walked(stage, id, arrow);
      if (next !== null && !seen.has(next)) {
        seen.add(next);
        ahead.push(next);
      }
    }
  }
  expect(seen.size).toBe(stage.nodes.length);
  expect(inOrder(stage, stage.nodes[0] as PlacedNode, -1)).toBeNull();
  expect(inOrder(stage, stage.nodes[0] as PlacedNode, 1)?.node.id).toBe('t1');
});

test('an event, an ordinal and a playhead have their nodes', () => {
  const map = sessionMap(1);
  const stack = mapNode({
    id: 'stack:1',
    type: 'STACK',
    event: null,
    members: 40,
    ordinal: 100,
    last_ordinal: 180,
  });
  const result = mapNode({ id: 'result:t1a', type: 'OBSERVATION', event: 't1a', ordinal: 3 });
  const stage = stageIn('horizontal', { ...map, nodes: [...map.nodes, result, stack] });
  expect(nodeOfEvent(stage, 't1a')?.node.id).toBe('t1a');
  expect(nodeOfEvent(stage, 'never')).toBeNull();
  expect(nodeAround(stage, 150)?.node.id).toBe('stack:1');
  expect(nodeAround(stage, 3)?.node.id).toBe('t1a');
  expect(nodeAround(stage, 50)).toBeNull();
  expect(thoughtBefore(stage, 50)?.node.id).toBe('action');
  expect(nodeNow(stage, 99)?.node.id).toBe('action');
  expect(nodeNow(stage, 120)?.node.id).toBe('stack:1');
  expect(nodeNow(stage, Infinity)).toBeNull();
  expect(nodeNow(stage, 0)).toBeNull();
});

test('what was opened stands where its stack stood', () => {
  const stage = stageIn('horizontal');
  const gone = mapNode({ id: 'stack:9', type: 'STACK', event: null, ordinal: 4, last_ordinal: 9 });
  expect(nodeLike(stage, gone)?.node.ordinal).toBe(4);
  expect(nodeLike(stage, mapNode({ id: 't1', type: 'THOUGHT' }))?.node.id).toBe('t1');
});

test('a chain goes through the stacks of its agent and time', () => {
  const stackAt = (id: string, second: number, agent: string | null) =>
    mapNode({
      ...{ id, type: 'STACK', event: null, agent, duration_ms: 10_000 },
      time: `2026-01-01T00:00:${second}.000Z`,
    });
  const one = sessionMap(1);
  const stacks = [
    stackAt('early', 10, 'coder'),
    stackAt('late', 18, null),
    stackAt('other', 10, 'scout'),
  ];
  const stage = stageIn('horizontal', { ...one, nodes: [...one.nodes, ...stacks] });
  const link = (event_id: string, second: number) => ({
    ...{ event_id, agent: 'coder', time: `2026-01-01T00:00:${second}.500Z` },
  });
  expect([...stacksOn(stage, [link('x', 12)])]).toEqual(['early']);
  expect([...stacksOn(stage, [link('x', 19)])]).toEqual(['late']);
  expect([...stacksOn(stage, [link('t1', 12), link('x', 50)])]).toEqual([]);
});
