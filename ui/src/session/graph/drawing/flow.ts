/** The stage as React Flow takes it. */
import type { Edge, Node } from '@xyflow/react';

import type { Side } from '../../../layout/geometry';
import { atSide, middleOf, pathOf, reachOf } from '../../../layout/routes';
import type { PlacedEdge, PlacedGroup, PlacedNode, Stage } from '../scene/scene';
import { positionOf } from './sides';

export type CardNode = Node<
  { readonly placed: PlacedNode; readonly sides: readonly Side[] },
  'card'
>;
export type GroupNode = Node<{ readonly placed: PlacedGroup }, 'cluster'>;
export type LinkEdge = Edge<LinkDrawing, 'link'>;
export type LinkDrawing = {
  readonly placed: PlacedEdge;
  readonly path: string;
  readonly middle: { readonly x: number; readonly y: number };
  /** Whether it moves while it is lit. A line across the whole graph would cost most of the frames. */
  readonly pulses: boolean;
};

export type Flow = {
  readonly nodes: (CardNode | GroupNode)[];
  readonly edges: LinkEdge[];
};

export function flowOf(stage: Stage): Flow {
  const sides = sidesOfStage(stage);
  const groups = stage.groups.map((placed, at): GroupNode => ({
    id: `cluster-${at}`,
    type: 'cluster',
    ...frameOf(placed.box),
    zIndex: -1,
    data: { placed },
  }));
  const cards = stage.nodes.map((placed): CardNode => ({
    id: elementId(placed.node.id),
    type: 'card',
    ...frameOf(placed.box),
    handles: sides.map((side) => ({
      id: side,
      type: side === 'right' || side === 'bottom' ? ('source' as const) : ('target' as const),
      position: positionOf(side),
      ...handleAt(placed, side),
    })),
    data: { placed, sides },
  }));
  return { nodes: [...groups, ...cards], edges: stage.edges.map(linkOf) };
}

/** Recorded ids may hold anything: in the page they stand encoded. */
export function elementId(id: string): string {
  return `node-${id.replace(/[^A-Za-z0-9-]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}_`)}`;
}

/** Handles on the sides where edges leave and enter: all four where clusters face each other. */
function sidesOfStage(stage: Stage): readonly Side[] {
  switch (stage.scene.drawing.layout) {
    case 'horizontal':
      return ['left', 'right'];
    case 'vertical':
      return ['top', 'bottom'];
    case 'clustered':
      return ['left', 'right', 'top', 'bottom'];
  }
}

function frameOf(box: PlacedNode['box']) {
  const { x, y, width, height } = box;
  return {
    position: { x, y },
    width,
    height,
    measured: { width, height },
    draggable: false,
    connectable: false,
    selectable: false,
    domAttributes: { 'aria-roledescription': undefined, 'aria-describedby': undefined },
  };
}

function handleAt({ box }: PlacedNode, side: Side): { readonly x: number; readonly y: number } {
  const { x, y } = atSide({ ...box, x: 0, y: 0 }, side);
  return { x, y };
}

/** About the width of a screen. */
const pulse_max = 1500;

function linkOf(placed: PlacedEdge, at: number): LinkEdge {
  const { edge, route } = placed;
  return {
    id: `${elementId(edge.from)}>${elementId(edge.to)} ${at}`,
    type: 'link',
    source: elementId(edge.from),
    target: elementId(edge.to),
    // What leads where is said by the nodes and walked by the keyboard: lines are for the eye.
    domAttributes: { 'aria-hidden': true },
    focusable: false,
    selectable: false,
    data: {
      placed,
      path: pathOf(route),
      middle: middleOf(route),
      pulses: reachOf(route) <= pulse_max,
    },
  };
}
