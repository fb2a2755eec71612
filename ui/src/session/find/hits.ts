/** The events that hold a text: those found so far, and whether there are more. */
import type * as api from '../../api/types';
import { count } from '../../parts/format';

export type Hits = {
  readonly ids: readonly api.EventId[];
  /** Where to look on; null when all is found. */
  readonly next: string | null;
};

export const no_hits: Hits = { ids: [], next: null };

export function withPage(hits: Hits, page: api.EventPage): Hits {
  const known = new Set(hits.ids);
  const fresh = page.events.map(({ id }) => id).filter((id) => !known.has(id));
  return { ids: [...hits.ids, ...fresh], next: page.next };
}

/** Where a step leads from the hit at `at` (-1: from none): to a hit, on to more, or nowhere. */
export function stepTo(hits: Hits, at: number, by: 1 | -1): number | 'more' | null {
  const to = at < 0 ? (by === 1 ? 0 : -1) : at + by;
  if (to >= 0 && to < hits.ids.length) return to;
  if (by === 1 && hits.next !== null) return 'more';
  if (hits.ids.length === 0) return null;
  // Around the end, once all is known; backwards only as far as is known.
  if (by === 1) return 0;
  return hits.next === null ? hits.ids.length - 1 : null;
}

/** `3 of 120+`. */
export function hitsInWords(hits: Hits, at: number): string {
  const total = `${count(hits.ids.length)}${hits.next === null ? '' : '+'}`;
  if (hits.ids.length === 0) return hits.next === null ? 'nothing found' : '';
  return at < 0 ? `${total} found` : `${count(at + 1)} of ${total}`;
}
