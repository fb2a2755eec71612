import {
  Background,
  Controls,
  Handle,
  MarkerType,
  MiniMap,
  Position,
  ReactFlow,
  ReactFlowProvider,
  type Edge,
  type Node,
  type NodeProps,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { memo, useEffect, useMemo, useRef } from 'react';

import type * as api from '../../api/types';
import { useTheme } from '../../ground/theme';
import { layOut } from '../../layout/layout';
import { DecisionCard, type DecisionCardProps } from './DecisionCard';

import '@xyflow/react/dist/style.css';

type FlowNode = Node<DecisionCardProps, 'decision'>;
const size = { width: 220, height: 84 };

const DecisionNode = memo(function DecisionNode({ data }: NodeProps<FlowNode>) {
  return (
    <>
      <Handle type="target" position={Position.Left} />
      <DecisionCard {...data} />
      <Handle type="source" position={Position.Right} />
    </>
  );
});

const node_types = { decision: DecisionNode };

export type DecisionFlowProps = {
  readonly part: api.GraphDocument;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
};

/** Goals on the left, what came of them on the right. */
export function DecisionFlow({ part, selected, onSelect }: DecisionFlowProps) {
  const boxes = useMemo(() => placesOf(part), [part]);
  const nodes: FlowNode[] = part.nodes.map((node, at) => ({
    id: String(at),
    type: 'decision',
    position: { x: boxes[at]?.x ?? 0, y: boxes[at]?.y ?? 0 },
    data: { node, isSelected: node.id === selected },
    ...size,
    ariaLabel: nameOf(node),
    draggable: false,
  }));
  const edges = useMemo(() => edgesOf(part), [part]);
  const theme = useTheme();
  return (
    <ReactFlowProvider>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={node_types}
        colorMode={theme}
        onNodeClick={(_event, node) => onSelect(node.data.node.id)}
        onSelectionChange={({ nodes: [node] }) => node && onSelect(node.data.node.id)}
        nodesConnectable={false}
        onlyRenderVisibleElements
        minZoom={0.1}
        fitView
        fitViewOptions={{ maxZoom: 1 }}
      >
        <Background />
        <Fit count={nodes.length} chosen={nodes.find((node) => node.data.isSelected)?.id ?? null} />
        <Keep place={nodes.find((node) => node.data.isSelected)?.position ?? null} />
        <Controls showInteractive={false} />
        <MiniMap pannable zoomable ariaLabel="Overview of the graph" />
      </ReactFlow>
    </ReactFlowProvider>
  );
}

/** A picture has its place and size after so long. */
const settled_ms = 80;

/** The smallest words have 13 pixels, and 11 so: drawn any smaller they could not be read. */
const readable_zoom = 0.85;
/** Left of the first card. */
const margin = 40;

/**
 * Another number of nodes is another picture: all of it, or where that is too small what is chosen
 * or else its beginning.
 */
function Fit({ count, chosen }: { readonly count: number; readonly chosen: string | null }) {
  const { fitView, getZoom, getNodes, setViewport } = useReactFlow();
  const store = useStoreApi();
  const shown = useRef(chosen);
  shown.current = chosen;
  useEffect(() => {
    const show = async () => {
      await fitView({ maxZoom: 1 });
      const nodes = getNodes();
      const chosen_one = nodes.find(({ id }) => id === shown.current);
      if (getZoom() >= readable_zoom || !nodes[0]) return;
      const zooms = { minZoom: readable_zoom, maxZoom: readable_zoom };
      if (chosen_one) return void (await fitView({ nodes: [chosen_one], ...zooms }));
      // What follows from the first stands to its right.
      const { x, y } = nodes[0].position;
      const middle = store.getState().height / 2;
      await setViewport({ x: margin - x, y: middle - y - size.height / 2, zoom: readable_zoom });
    };
    const timer = setTimeout(() => void show(), settled_ms);
    return () => clearTimeout(timer);
  }, [count, fitView, getZoom, getNodes, setViewport, store]);
  return null;
}

/** The panel that opens beside the picture takes a part of it: what was chosen stays in sight. */
function Keep({ place }: { readonly place: { readonly x: number; readonly y: number } | null }) {
  const { setCenter, getZoom } = useReactFlow();
  const [x, y] = [place?.x ?? null, place?.y ?? null];
  useEffect(() => {
    if (x === null || y === null) return;
    const timer = setTimeout(() => {
      void setCenter(x + size.width / 2, y + size.height / 2, { zoom: getZoom() });
    }, settled_ms);
    return () => clearTimeout(timer);
  }, [x, y, setCenter, getZoom]);
  return null;
}

function nameOf({ type, label, status }: api.Node): string {
  return `${type}: ${label}, ${status}`;
}

function placeById(part: api.GraphDocument): ReadonlyMap<string, number> {
  return new Map(part.nodes.map((node, at) => [node.id, at]));
}

/** What supersedes stands behind what it superseded, so its edge is turned round for the layout. */
function placesOf(part: api.GraphDocument) {
  const at = placeById(part);
  return layOut({
    direction: 'horizontal',
    nodes: part.nodes.map(() => ({ ...size, main: false, cluster: -1 })),
    edges: part.edges.map(({ from_id, to_id, edge_type }) => {
      const [from, to] = [at.get(from_id) ?? 0, at.get(to_id) ?? 0];
      return edge_type === 'supersedes' ? { from: to, to: from } : { from, to };
    }),
    clusters: 0,
  }).boxes;
}

/** An edge runs from left to right; that of a supersede points back at what it ended. */
function edgesOf(part: api.GraphDocument): Edge[] {
  const at = placeById(part);
  const arrow = { type: MarkerType.ArrowClosed };
  return part.edges.map((edge, index) => {
    const [from, to] = [String(at.get(edge.from_id)), String(at.get(edge.to_id))];
    const common = {
      id: String(index),
      label: edge.edge_type.replaceAll('_', ' '),
      focusable: false,
    };
    return edge.edge_type === 'supersedes'
      ? {
          ...common,
          source: to,
          target: from,
          markerStart: arrow,
          className: 'decision-edge--supersedes',
        }
      : { ...common, source: from, target: to, markerEnd: arrow };
  });
}
