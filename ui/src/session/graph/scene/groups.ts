/** Which nodes stand together in a box: of one run, one agent, or one sub-agent. */
import type * as api from '../../../api/types';
import type { Clustering } from './options';

export type Group = { readonly title: string; readonly nodes: number };

export type Groups = {
  readonly groups: readonly Group[];
  /** The place of each node's group. */
  readonly of: readonly number[];
};

/** In the order in which they first appear. */
export function groupsOf(nodes: readonly api.MapNode[], by: Clustering): Groups {
  const keys = by === 'subagent' ? subagentKeys(nodes) : nodes.map((node) => plainKey(node, by));
  const places = new Map<string, number>();
  const groups: { title: string; nodes: number }[] = [];
  const of = keys.map(({ key, title }) => {
    let place = places.get(key);
    if (place === undefined) {
      place = groups.length;
      places.set(key, place);
      groups.push({ title, nodes: 0 });
    }
    (groups[place] as { nodes: number }).nodes += 1;
    return place;
  });
  return { groups, of };
}

type Key = { readonly key: string; readonly title: string };

function plainKey(node: api.MapNode, by: 'run' | 'agent'): Key {
  const name = node[by];
  return { key: JSON.stringify(name), title: name === null ? `no ${by}` : `${by} ${name}` };
}

const main: Key = { key: 'main', title: 'main' };

/**
 * A sub-agent is what one delegation began: its thoughts hang under the thought that delegated.
 * Everything else is of the session's main agents.
 */
function subagentKeys(nodes: readonly api.MapNode[]): readonly Key[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const known = new Map<api.MapNode, Key>();
  return nodes.map((node) => {
    const way = new Set<api.MapNode>();
    let key = main;
    for (let at: api.MapNode | undefined = node; at && !way.has(at);) {
      way.add(at);
      const parent: api.MapNode | undefined = at.parent === null ? undefined : byId.get(at.parent);
      const found: Key | undefined = known.get(at) ?? begunBy(at, parent);
      if (found) key = found;
      at = found ? undefined : parent;
    }
    way.forEach((each) => known.set(each, key));
    return key;
  });
}

function begunBy(node: api.MapNode, parent: api.MapNode | undefined): Key | undefined {
  const thinks = node.type === 'THOUGHT' || (node.type === 'STACK' && node.agent !== parent?.agent);
  if (!thinks || !parent || (parent.type !== 'THOUGHT' && parent.type !== 'STACK'))
    return undefined;
  return {
    key: JSON.stringify([parent.id, node.agent, node.run]),
    title: `sub-agent ${node.agent ?? node.run ?? ''}`.trim(),
  };
}
