/** Small graphs for tests. */
import { complete } from '../../../api/sample';
import type * as api from '../../../api/types';

export function mapNode(
  node: Partial<api.MapNode> & Pick<api.MapNode, 'id' | 'type'>,
): api.MapNode {
  return {
    label: node.id,
    time: null,
    duration_ms: null,
    tokens: null,
    status: null,
    event: node.id,
    run: 'r1',
    agent: 'coder',
    synthesized: false,
    ordinal: null,
    last_ordinal: null,
    parent: null,
    members: 1,
    errors: 0,
    hidden: 0,
    level: 1,
    kind: null,
    summary: null,
    ...node,
  };
}

export function mapEdge(from: string, to: string, label = 'leads to'): api.MapEdge {
  return { from, to, label, provenance: 'explicit', count: 1 };
}

/** An incident, `turns` thoughts with two calls each, and an action; every third turn a sub-agent's. */
export function sessionMap(turns: number): api.SessionMap {
  const nodes = [mapNode({ id: 'incident', type: 'INCIDENT', ordinal: 1 })];
  const edges: api.MapEdge[] = [];
  let main = 'incident';
  const add = (node: Parameters<typeof mapNode>[0]) =>
    nodes.push(mapNode({ ...node, ordinal: nodes.length + 1 }));
  for (let turn = 1; turn <= turns; ++turn) {
    const thought = `t${turn}`;
    const sub = turn % 3 === 0;
    const own = sub ? { agent: 'scout', run: thought } : {};
    add({ id: thought, type: 'THOUGHT', parent: sub ? main : null, ...own });
    edges.push(mapEdge(main, thought, sub ? 'delegates' : 'leads to'));
    for (const call of [`${thought}a`, `${thought}b`]) {
      add({ id: call, type: 'TOOL_CALL', parent: thought, ...own });
      add({ id: `${call}!`, type: 'OBSERVATION', parent: call, ...own });
      edges.push(mapEdge(thought, call, 'calls'), mapEdge(call, `${call}!`, 'returns'));
      if (!sub && turn < turns && (turn + 1) % 3 !== 0) {
        edges.push(mapEdge(`${call}!`, `t${turn + 1}`, 'informs'));
      }
    }
    if (!sub) main = thought;
  }
  add({ id: 'action', type: 'ACTION' });
  edges.push(mapEdge(main, 'action', 'executes'));
  return {
    session: 's1',
    nodes_total: nodes.length,
    last_seq: nodes.length,
    shown: nodes.length,
    nodes,
    edges,
    completeness: complete,
  };
}
