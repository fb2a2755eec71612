/** What of a decision graph is drawn, and in which order it came to be. */
import type * as api from '../../api/types';

export type Filter = {
  /** Only what is at most `hops` edges from here. */
  readonly around: string | null;
  readonly hops: number;
  readonly statuses: ReadonlySet<string>;
};

/** Beyond this a picture says less than a list. */
export const drawn_max = 400;

/** The part to draw; `left_out` counts the nodes that fit the filter and no longer the picture. */
export function partOf(
  whole: api.GraphDocument,
  filter: Filter,
): api.GraphDocument & { readonly left_out: number } {
  const near = filter.around === null ? null : withinHops(whole, filter.around, filter.hops);
  const fitting = whole.nodes.filter(
    (node) =>
      (near === null || near.has(node.id)) &&
      (filter.statuses.size === 0 || filter.statuses.has(node.status)),
  );
  // The newest stay: what is being decided matters more than what was settled long ago.
  const nodes = fitting.slice(-drawn_max);
  const shown = new Set(nodes.map((node) => node.id));
  const edges = whole.edges.filter((edge) => shown.has(edge.from_id) && shown.has(edge.to_id));
  return { graph: whole.graph, nodes, edges, left_out: fitting.length - nodes.length };
}

function withinHops(whole: api.GraphDocument, start: string, hops: number): ReadonlySet<string> {
  const beside = new Map<string, string[]>();
  const join = (from: string, to: string) => beside.set(from, [...(beside.get(from) ?? []), to]);
  for (const { from_id, to_id } of whole.edges) {
    join(from_id, to_id);
    join(to_id, from_id);
  }
  const seen = new Set([start]);
  let ring = [start];
  for (let hop = 0; hop < hops; ++hop) {
    ring = ring.flatMap((id) => beside.get(id) ?? []).filter((id) => !seen.has(id));
    ring.forEach((id) => seen.add(id));
  }
  return seen;
}

/** The instants at which the graph changed, each once, oldest first. */
export function changesOf(times: readonly string[]): readonly string[] {
  return [...new Set(times)].sort();
}

/** The place of the newest change that is not later than `as_of`; the last one for null. */
export function placeOf(changes: readonly string[], as_of: string | null): number {
  if (as_of === null) return changes.length - 1;
  let place = -1;
  for (const [at, time] of changes.entries()) if (time <= as_of) place = at;
  return place;
}
