/** From an answer to what is laid out, and back to what is drawn. */
import type * as api from '../../../api/types';
import type { Box, Layout, LayoutInput, Route } from '../../../layout/geometry';
import { groupsOf, type Group } from './groups';
import type { GraphOptions } from './options';
import { sizeOf } from './shapes';

export type Drawing = Pick<GraphOptions, 'layout' | 'cluster'>;

/** A graph that is ready to be laid out. */
export type Scene = {
  readonly map: api.SessionMap;
  readonly drawing: Drawing;
  readonly groups: readonly Group[];
  /** The edges whose both ends are there. */
  readonly edges: readonly api.MapEdge[];
  /** Its edges are those above, and behind them some that only guide. */
  readonly input: LayoutInput;
};

/** A graph as it stands: what is drawn, exported and walked. */
export type Stage = {
  readonly scene: Scene;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly groups: readonly PlacedGroup[];
  readonly byId: ReadonlyMap<string, PlacedNode>;
};

export type PlacedNode = {
  readonly node: api.MapNode;
  readonly box: Box;
  /** Something hangs under it that can be hidden. */
  readonly holds: boolean;
};

export type PlacedEdge = {
  readonly edge: api.MapEdge;
  readonly from: PlacedNode;
  readonly to: PlacedNode;
  readonly route: Route;
};

export type PlacedGroup = { readonly group: Group; readonly box: Box };

export function sceneOf(map: api.SessionMap, drawing: Drawing): Scene {
  const places = new Map(map.nodes.map((node, at) => [node.id, at]));
  const main = new Set(map.nodes.filter(isMain).map(({ id }) => id));
  const onMain = ({ from, to }: api.MapEdge) => Number(main.has(from) && main.has(to));
  // The main line comes first, so that everything else hangs on one side of it.
  const edges = map.edges
    .filter(({ from, to }) => places.has(from) && places.has(to))
    .sort((a, b) => onMain(b) - onMain(a));
  const clustered = drawing.layout === 'clustered';
  const { groups, of } = clustered
    ? groupsOf(map.nodes, drawing.cluster)
    : { groups: [], of: map.nodes.map(() => -1) };
  return {
    map,
    drawing,
    groups,
    edges,
    input: {
      direction: drawing.layout === 'vertical' ? 'vertical' : 'horizontal',
      nodes: map.nodes.map((node, at) => ({
        ...sizeOf(node.type),
        main: isMain(node),
        cluster: of[at] as number,
      })),
      edges: [...edges, ...guidesOf(map.nodes, edges)].map(({ from, to }) => ({
        from: places.get(from) as number,
        to: places.get(to) as number,
      })),
      clusters: groups.length,
    },
  };
}

/** From the incident over the thoughts of the main agent to the action. */
function isMain({ parent, type }: api.MapNode): boolean {
  return parent === null && type !== 'OBSERVATION' && type !== 'TOOL_CALL';
}

/**
 * An action comes after all that its thought did, also where no edge says so: such edges guide the
 * layout and are not drawn.
 */
function guidesOf(
  nodes: readonly api.MapNode[],
  edges: readonly api.MapEdge[],
): readonly Pick<api.MapEdge, 'from' | 'to'>[] {
  const leads = new Set(edges.map(({ from }) => from));
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
  const actions = new Set(nodes.filter(({ type }) => type === 'ACTION').map(({ id }) => id));
  const executes = edges.filter(({ to }) => actions.has(to));
  return executes.flatMap(({ from, to }) =>
    nodes.flatMap(({ id, parent, type }) => {
      const above = parent === null ? null : (parents.get(parent) ?? null);
      const done = parent === from || above === from;
      return done && type !== 'ACTION' && !leads.has(id) ? [{ from: id, to }] : [];
    }),
  );
}

export function stageOf(scene: Scene, layout: Layout): Stage {
  const parents = new Set(scene.map.nodes.map(({ parent }) => parent));
  const nodes = scene.map.nodes.map((node, at) => ({
    node,
    box: layout.boxes[at] as Box,
    holds: node.type !== 'STACK' && (node.hidden > 0 || parents.has(node.id)),
  }));
  return {
    scene,
    nodes,
    byId: new Map(nodes.map((placed) => [placed.node.id, placed])),
    edges: scene.edges.map((edge, at) => {
      const { from, to } = scene.input.edges[at] as { from: number; to: number };
      return {
        edge,
        from: nodes[from] as PlacedNode,
        to: nodes[to] as PlacedNode,
        route: layout.routes[at] as Route,
      };
    }),
    groups: scene.groups.map((group, at) => ({ group, box: layout.clusters[at] as Box })),
  };
}

/** The box around everything. */
export function extentOf({ nodes, groups }: Pick<Stage, 'nodes' | 'groups'>): Box {
  const boxes = [...nodes, ...groups].map(({ box }) => box);
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
