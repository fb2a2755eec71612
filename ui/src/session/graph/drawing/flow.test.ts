import { expect, test } from 'vitest';

import { layOut } from '../../../layout/layout';
import { mapEdge, mapNode, sessionMap } from '../scene/graphs';
import { sceneOf, stageOf } from '../scene/scene';
import { flowOf } from './flow';

test('a line moves while it is lit only where it is no longer than a screen', () => {
  const steps = 20;
  const ids = Array.from({ length: steps }, (_, at) => `n${at}`);
  const map = {
    ...sessionMap(steps),
    nodes: ids.map((id) => mapNode({ id, type: 'THOUGHT', label: id })),
    edges: [
      ...ids.slice(1).map((id, at) => mapEdge(ids[at] ?? '', id, 'leads to')),
      mapEdge('n0', 'n7', 'informs'),
    ],
  };
  const scene = sceneOf(map, { layout: 'horizontal', cluster: 'agent' });
  const { edges } = flowOf(stageOf(scene, layOut(scene.input)));
  const pulses = (from: string, to: string) =>
    edges.find(({ data }) => data?.placed.edge.from === from && data.placed.edge.to === to)?.data
      ?.pulses;
  expect(pulses('n0', 'n1')).toBe(true);
  expect(pulses('n0', 'n7')).toBe(false);
});
