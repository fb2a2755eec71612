/** How the graph is to be drawn, as it stands in the address of the page. */
import { address } from '../../../api/client';
import type * as api from '../../../api/types';
import type { Change } from '../../../ground/place';
import { command } from '../../../parts/format';

export const layouts = ['horizontal', 'vertical', 'clustered'] as const;
export type LayoutName = (typeof layouts)[number];

export const clusterings = ['run', 'agent', 'subagent'] as const;
export type Clustering = (typeof clusterings)[number];

export const fans = [3, 6, 12, 50] as const;
export const limits = [100, 300, 1000] as const;

export type GraphOptions = {
  readonly layout: LayoutName;
  readonly cluster: Clustering;
  readonly by: 'turn' | 'run';
  readonly fan: number;
  readonly limit: number;
  readonly follow: boolean;
  /** Stacks that show what they stand for, and nodes that show what hangs under them. */
  readonly open: readonly string[];
  /** Nodes that hide what hangs under them. */
  readonly closed: readonly string[];
};

const usual = { fan: 6, limit: 300 };

/** The tree has its own `closed`; the graph's names say what they are of. */
export function optionsOf(query: URLSearchParams): GraphOptions {
  return {
    layout: layouts.find((name) => name === query.get('layout')) ?? 'horizontal',
    cluster: clusterings.find((name) => name === query.get('cluster')) ?? 'agent',
    by: query.get('by') === 'run' ? 'run' : 'turn',
    fan: countOf(query.get('fan'), usual.fan),
    limit: countOf(query.get('nodes'), usual.limit),
    follow: query.get('follow') !== '0',
    open: query.getAll('stack'),
    closed: query.getAll('fold'),
  };
}

/** What of the address changes, so that what is usual does not stand in it. */
export function changeOf(change: Partial<GraphOptions>): Change {
  const names: { [name: string]: Change[string] } = {};
  if (change.layout) names['layout'] = change.layout === 'horizontal' ? null : change.layout;
  if (change.cluster) names['cluster'] = change.cluster === 'agent' ? null : change.cluster;
  if (change.by) names['by'] = change.by === 'turn' ? null : change.by;
  if (change.fan) names['fan'] = change.fan === usual.fan ? null : change.fan;
  if (change.limit) names['nodes'] = change.limit === usual.limit ? null : change.limit;
  if (change.follow !== undefined) names['follow'] = change.follow ? null : '0';
  if (change.open) names['stack'] = change.open;
  if (change.closed) names['fold'] = change.closed;
  return names;
}

/** What hangs under a node, shown or hidden: the server hides some for itself where room is short. */
export function toggled(
  { open, closed }: Pick<GraphOptions, 'open' | 'closed'>,
  node: api.MapNode,
): Pick<GraphOptions, 'open' | 'closed'> {
  const others = {
    open: open.filter((id) => id !== node.id),
    closed: closed.filter((id) => id !== node.id),
  };
  if (node.type !== 'STACK' && node.hidden === 0) {
    return { ...others, closed: [...others.closed, node.id] };
  }
  return closed.includes(node.id) ? others : { ...others, open: [...others.open, node.id] };
}

export function mapAddress(session: string, options: GraphOptions): string {
  return address(['sessions', session, 'map'], {
    by: options.by,
    fan: options.fan === usual.fan ? null : options.fan,
    limit: options.limit === usual.limit ? null : options.limit,
    open: options.open,
    closed: options.closed,
  });
}

/** The command that answers what is drawn. */
export function mapCommand(session: string, query: URLSearchParams): string {
  const options = optionsOf(query);
  return command(
    'map',
    session,
    ...(options.by === 'turn' ? [] : ['--by', options.by]),
    ...(options.fan === usual.fan ? [] : ['--fan', String(options.fan)]),
    ...(options.limit === usual.limit ? [] : ['--limit', String(options.limit)]),
    ...(options.open.length === 0 ? [] : ['--open', options.open.join(',')]),
    ...(options.closed.length === 0 ? [] : ['--closed', options.closed.join(',')]),
  );
}

function countOf(text: string | null, otherwise: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= 100_000 ? value : otherwise;
}
