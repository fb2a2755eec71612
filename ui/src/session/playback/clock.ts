/**
 * When which event is reached while a session is played. Time is counted in milliseconds of the
 * record; the speed says how many of them pass in one of the viewer's.
 */

export type Pace = {
  /** 1 plays as fast as it happened. */
  readonly speed: number;
  /** Whether idle gaps are shortened. */
  readonly compressed: boolean;
};

/** A longer gap is played as this. */
export const gap_max_ms = 2000;
/** A shorter one as this: half a frame at speed 1, so that a burst can be seen passing. */
export const gap_min_ms = 8;

export const speeds = [0.5, 1, 2, 4, 8, 16, 32, 64] as const;

/** How long the way from one event to the next is, as it is played at speed 1. */
export function gapPlayed(gap_ms: number, compressed: boolean): number {
  // Events that arrived late can stand before their time in no order: never play backwards.
  const gap = Number.isFinite(gap_ms) ? Math.max(0, gap_ms) : 0;
  return compressed ? Math.max(gap_min_ms, Math.min(gap, gap_max_ms)) : gap;
}

/** The event that was reached, and how much of the way to the next has been played. */
export type Position = { readonly at: number; readonly spent_ms: number };

export type Reached = Position & {
  /** `last` was reached, or the time of the next event is not known yet. */
  readonly why: 'under way' | 'last' | 'unknown';
};

/**
 * Where playing is after so many of the viewer's milliseconds. `timeOf` gives the time of an
 * ordinal, or null while it is on its way; then playing waits where it is.
 */
export function advance(
  from: Position,
  elapsed_ms: number,
  last: number,
  pace: Pace,
  timeOf: (ordinal: number) => number | null,
): Reached {
  let at = from.at;
  let spent_ms = from.spent_ms + elapsed_ms * pace.speed;
  while (at < last) {
    const here = timeOf(at);
    const next = timeOf(at + 1);
    if (here === null || next === null) return { at, spent_ms: 0, why: 'unknown' };
    const gap = gapPlayed(next - here, pace.compressed);
    if (spent_ms < gap) return { at, spent_ms, why: 'under way' };
    spent_ms -= gap;
    ++at;
  }
  return { at, spent_ms: 0, why: 'last' };
}

/** Events from `first` to `last`, both included, again and again. */
export type Loop = { readonly first: number; readonly last: number };

/** `12-40` of an address; null for what is no range. */
export function loopIn(text: string | null): Loop | null {
  const parts = /^(\d+)-(\d+)$/.exec(text ?? '');
  const first = Number(parts?.[1]);
  const last = Number(parts?.[2]);
  return parts && first >= 1 && last > first ? { first, last } : null;
}

export function loopText(loop: Loop | null): string | null {
  return loop && `${loop.first}-${loop.last}`;
}

/** The loop with another beginning or end; the other end gives way when it must. */
export function withEnd(
  loop: Loop | null,
  end: 'first' | 'last',
  at: number,
  events: number,
): Loop | null {
  if (events < 2) return null;
  const { first, last } = loop ?? { first: 1, last: events };
  if (end === 'first') {
    const begin = Math.min(at, events - 1);
    return { first: begin, last: last > begin ? last : events };
  }
  const stop = Math.max(at, 2);
  return { first: first < stop ? first : 1, last: stop };
}
