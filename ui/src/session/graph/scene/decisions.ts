/**
 * Decisions and their outcomes as nodes. A map tells turns, calls and results; a decision is named by
 * its turn at most, and a verdict nowhere. Both are events of the session: each hangs on the node that
 * it names, or else on the turn that it stands in.
 */
import type * as api from '../../../api/types';

/** So many are asked for; a picture with more of them says nothing. */
export const decisions_max = 300;

export function withDecisions(
  map: api.SessionMap,
  rows: readonly api.OutlineRow[],
  closed: readonly string[],
): api.SessionMap {
  if (rows.length === 0) return map;
  const decided = new Set(rows.filter(({ kind }) => kind === 'decision').map(({ id }) => id));
  const nodes: api.MapNode[] = map.nodes.map((node) =>
    node.type === 'THOUGHT' && node.event !== null && decided.has(node.event)
      ? { ...node, type: 'DECISION' }
      : node,
  );
  const ids = new Set(nodes.map(({ id }) => id));
  const drawn = new Map<string, api.MapNode>();
  for (const node of nodes) {
    if (node.event !== null && !drawn.has(node.event)) drawn.set(node.event, node);
  }
  const edges = [...map.edges];
  for (const row of rows) {
    if (drawn.has(row.id) || ids.has(row.id)) continue;
    const judged = row.kind === 'outcome' ? drawn.get(textOf(row, 'of')) : undefined;
    const holder = judged ?? holderOf(nodes, row.ordinal);
    if (!holder || holder.type === 'STACK' || closed.includes(holder.id)) continue;
    const node = nodeOf(row, holder);
    nodes.splice(nodes.indexOf(holder) + 1, 0, node);
    ids.add(node.id);
    drawn.set(row.id, node);
    edges.push({
      from: holder.id,
      to: node.id,
      label: row.kind === 'outcome' ? 'judged' : 'decides',
      provenance: judged || row.parent === holder.event ? 'explicit' : 'assumed',
      count: 1,
    });
  }
  return { ...map, nodes, edges };
}

/** The turn that an event stands in: the last node of the line at or before it. */
function holderOf(nodes: readonly api.MapNode[], ordinal: number): api.MapNode | null {
  let best: api.MapNode | null = null;
  for (const node of nodes) {
    if (node.ordinal === null || node.ordinal > ordinal) continue;
    if (node.type === 'OBSERVATION' || node.type === 'TOOL_CALL' || node.type === 'OUTCOME')
      continue;
    if (best === null || node.ordinal >= (best.ordinal ?? 0)) best = node;
  }
  return best;
}

function nodeOf(row: api.OutlineRow, holder: api.MapNode): api.MapNode {
  const decision = row.kind === 'decision';
  return {
    ...{ id: row.id, type: decision ? 'DECISION' : 'OUTCOME', time: row.time, event: row.id },
    label: row.summary.replace(/^(?:Decision|Outcome): /, ''),
    ...{ duration_ms: row.duration_ms, tokens: null, status: null, run: row.run },
    ...{ agent: row.agent, synthesized: false, ordinal: row.ordinal, last_ordinal: row.ordinal },
    ...{ parent: holder.id, members: 1, errors: 0, hidden: 0, level: holder.level + 1 },
    ...{ kind: row.kind, summary: row.summary },
  };
}

function textOf(row: api.OutlineRow, name: string): string {
  const value = row.fields?.[name];
  return typeof value === 'string' ? value : '';
}
