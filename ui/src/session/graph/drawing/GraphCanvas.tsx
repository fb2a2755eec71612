import { MiniMap, ReactFlow, useOnViewportChange, type Node } from '@xyflow/react';
import { memo, useCallback, useMemo, useRef } from 'react';

import { plural } from '../../../parts/format';
import { useDrawn } from '../../../parts/windowed/useDrawn';
import { smallMapOf } from '../scene/eye';
import { extentOf, type PlacedNode, type Stage } from '../scene/scene';
import { dotOf } from '../scene/shapes';
import { elementId, flowOf, type CardNode, type GroupNode, type LinkEdge } from './flow';
import { FlowEdge } from './FlowEdge';
import { FlowGroup } from './FlowGroup';
import { FlowNode } from './FlowNode';
import { zooms } from './useCamera';

import '@xyflow/react/dist/style.css';
import './GraphCanvas.css';

export type GraphCanvasProps = {
  readonly stage: Stage;
  readonly active: PlacedNode | null;
  readonly onPick: (placed: PlacedNode) => void;
  readonly onMoved: () => void;
};

const node_types = { card: FlowNode, cluster: FlowGroup };
const edge_types = { link: FlowEdge };

/** Below these zooms words are only noise, and cost time. */
const far = 0.55;
const very_far = 0.32;
const farthest = 0.12;

/** Nodes and edges on a plane that moves; only what is on the screen exists. */
export const GraphCanvas = memo(function GraphCanvas(props: GraphCanvasProps) {
  const { stage, active, onPick, onMoved } = props;
  const flow = useMemo(() => flowOf(stage), [stage]);
  const small = useMemo(() => smallMapOf(extentOf(stage)), [stage]);
  const box = useRef<HTMLDivElement>(null);
  const setDistance = useCallback(({ zoom }: { readonly zoom: number }) => {
    const distance = distanceAt(zoom);
    if (box.current && box.current.dataset['distance'] !== distance) {
      box.current.dataset['distance'] = distance;
    }
  }, []);
  useOnViewportChange({ onChange: setDistance });
  const named = useDrawn(box, active ? `card-${elementId(active.node.id)}` : null);
  const pick = useCallback(
    (_: unknown, node: Node) => {
      if (isCard(node)) onPick(node.data.placed);
    },
    [onPick],
  );
  return (
    <div ref={box} className="graph-canvas" data-distance="near">
      <ReactFlow<CardNode | GroupNode, LinkEdge>
        nodes={flow.nodes}
        edges={flow.edges}
        nodeTypes={node_types}
        edgeTypes={edge_types}
        onNodeClick={pick}
        onMoveEnd={(by) => by && onMoved()}
        onlyRenderVisibleElements
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        panActivationKeyCode={null}
        zoomActivationKeyCode={null}
        zoomOnDoubleClick={false}
        minZoom={zooms.min}
        maxZoom={zooms.max}
        tabIndex={0}
        aria-label={`Context graph, ${plural(stage.nodes.length, 'node')}`}
        aria-activedescendant={named ?? undefined}
      >
        <MiniMap<CardNode | GroupNode>
          pannable
          zoomable
          ariaLabel="Small map of the whole graph"
          nodeColor={colourOf}
          nodeStrokeColor={colourOf}
          nodeStrokeWidth={small.stroke}
          style={small.size}
        />
      </ReactFlow>
    </div>
  );
});

function distanceAt(zoom: number): string {
  if (zoom < farthest) return 'very-far farthest';
  return zoom < very_far ? 'very-far' : zoom < far ? 'far' : 'near';
}

function isCard(node: Node): node is CardNode {
  return node.type === 'card';
}

function colourOf(node: CardNode | GroupNode): string {
  if (node.type !== 'card') return 'var(--sunken)';
  return `var(--${dotOf(node.data.placed.node)})`;
}
