/** A causal chain, ordered for reading and for walking. */
import type * as api from '../../api/types';

export type Step = {
  readonly link: api.ChainLink;
  /** How far from the event that was asked for. */
  readonly distance: number;
  /** Parents of it that were never recorded. */
  readonly missing_parents: readonly string[];
  /** Refs of its rationale that name nothing known. */
  readonly unresolved_refs: readonly string[];
};

/** What led to the event, the oldest first, the event itself last. */
export function stepsUp(up: api.Explanation): readonly Step[] {
  const lacks = lacksOf(up.completeness);
  return up.chain.map((link, at) => ({ link, distance: up.chain.length - 1 - at, ...lacks(link) }));
}

/** What the event led to, nearest first, without the event itself. */
export function stepsDown(down: api.Explanation): readonly Step[] {
  const lacks = lacksOf(down.completeness);
  const distances = new Map<api.EventId, number>();
  return down.chain
    .map((link) => {
      const distance = link.via ? (distances.get(link.via.from) ?? 0) + 1 : 0;
      distances.set(link.event_id, distance);
      return { link, distance, ...lacks(link) };
    })
    .filter(({ link }) => link.event_id !== down.event);
}

/** An event may lead to the rest of a session: so many effects are looked for, and no more. */
export const effects_max = 2000;

/** Whether the walk over the effects stopped there, so that more may follow. */
export function isCut(down: api.Explanation): boolean {
  return down.chain.length + down.completeness.truncated >= effects_max;
}

/** The event that this one hangs on, or null when nothing is known of one. */
export function causeOf(up: api.Explanation | null, event: api.EventId): api.EventId | null {
  return up?.chain.find((link) => link.event_id === event)?.via?.from ?? null;
}

/** What hangs on this event directly. */
export function effectsOf(
  down: api.Explanation | null,
  event: api.EventId,
): readonly api.EventId[] {
  const direct = down?.chain.filter((link) => link.via?.from === event) ?? [];
  return direct.map((link) => link.event_id);
}

/** What is left to say of an answer that lacks something, after each step has said its own. */
export function lacksBeside(completeness: api.Completeness): api.Completeness {
  const { cycles, truncated, gaps } = completeness;
  return {
    complete: cycles.length === 0 && truncated === 0 && gaps.length === 0,
    missing_parents: [],
    unresolved_refs: [],
    uncaused: [],
    cycles,
    truncated,
    gaps,
  };
}

function lacksOf(completeness: api.Completeness) {
  const parents = grouped(completeness.missing_parents, ({ parent }) => parent);
  const refs = grouped(completeness.unresolved_refs, ({ ref }) => ref);
  return ({ event_id }: api.ChainLink) => ({
    missing_parents: parents.get(event_id) ?? [],
    unresolved_refs: refs.get(event_id) ?? [],
  });
}

function grouped<Entry extends { readonly event: api.EventId }>(
  entries: readonly Entry[],
  name: (entry: Entry) => string,
): ReadonlyMap<api.EventId, readonly string[]> {
  const groups = new Map<api.EventId, string[]>();
  for (const entry of entries) {
    const group = groups.get(entry.event) ?? [];
    group.push(name(entry));
    groups.set(entry.event, group);
  }
  return groups;
}
