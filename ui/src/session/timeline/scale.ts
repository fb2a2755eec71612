/**
 * Where a moment stands on the time axis. All moments are milliseconds since the session began.
 * Idle stretches are folded: an outcome that came two weeks later must not squeeze the minute that
 * matters into one pixel.
 */

export type Stretch = { readonly from: number; readonly to: number };

/** A stretch in which nothing happens, drawn as if it took `drawn` milliseconds. */
export type Fold = Stretch & { readonly drawn: number };

export type Scale = {
  readonly whole: Stretch;
  readonly folds: readonly Fold[];
  /** From a moment to its place in drawn milliseconds, and back. */
  readonly place: (moment: number) => number;
  readonly moment: (place: number) => number;
};

/** What is idle for so many times the usual pause, or for this share of what is busy, is folded. */
const pauses_max = 20;
const busy_share = 0.04;
/** All folds together take at most this share of what is not folded. */
const folds_share = 0.2;
/** Folding that saves less than half of a pause is not worth the reader's doubt. */
const saving_min = 2;

export function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const sorted = [...stretches].sort((a, b) => a.from - b.from);
  const result: { from: number; to: number }[] = [];
  for (const each of sorted) {
    const last = result.at(-1);
    if (last && each.from <= last.to) last.to = Math.max(last.to, each.to);
    else result.push({ ...each });
  }
  return result;
}

/**
 * The pauses between what is busy that are long enough to be folded. Of coarse stretches, such as
 * buckets, only the long pauses are known: there is no usual one to compare them with.
 */
export function foldsOf(stretches: readonly Stretch[], coarse = false): readonly Fold[] {
  const busy = joined(stretches);
  const pauses = busy.slice(1).map((each, at) => ({ from: busy[at]?.to ?? 0, to: each.from }));
  if (pauses.length === 0) return [];
  const lengths = pauses.map(({ from, to }) => to - from).sort((a, b) => a - b);
  const usual = lengths[Math.floor((lengths.length - 1) / 2)] ?? 0;
  const busy_ms = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  // With few pauses, the usual one may be the long one itself.
  const by_pauses = lengths.length < 4 ? (lengths[0] ?? 0) : usual * pauses_max;
  const limit = coarse
    ? busy_ms / (pauses.length + 1) / 2
    : Math.max(by_pauses, busy_ms * busy_share);
  const idle = pauses.filter(({ from, to }) => limit > 0 && to - from > limit * saving_min);
  const first = busy[0]?.from ?? 0;
  const last = busy.at(-1)?.to ?? 0;
  const rest = last - first - idle.reduce((sum, { from, to }) => sum + to - from, 0);
  const drawn = Math.min(limit, (rest * folds_share) / idle.length);
  return drawn > 0 ? idle.map((pause) => ({ ...pause, drawn })) : [];
}

export function scaleOf(whole: Stretch, folds: readonly Fold[] = []): Scale {
  // The places where folds begin, so that either way is one search.
  const starts: number[] = [];
  let saved = 0;
  for (const fold of folds) {
    starts.push(fold.from - whole.from - saved);
    saved += fold.to - fold.from - fold.drawn;
  }
  const savedBefore = (at: number) => {
    const fold = folds[at];
    return fold === undefined ? saved : fold.from - whole.from - (starts[at] ?? 0);
  };
  const place = (moment: number) => {
    const at = lastAtMost(folds.length, (each) => folds[each]?.from ?? 0, moment);
    const fold = folds[at];
    if (fold === undefined) return moment - whole.from;
    const start = starts[at] ?? 0;
    if (moment >= fold.to) return moment - whole.from - savedBefore(at + 1);
    return start + ((moment - fold.from) / (fold.to - fold.from)) * fold.drawn;
  };
  const moment = (drawn: number) => {
    const at = lastAtMost(folds.length, (each) => starts[each] ?? 0, drawn);
    const fold = folds[at];
    if (fold === undefined) return drawn + whole.from;
    const into = drawn - (starts[at] ?? 0);
    if (into >= fold.drawn) return drawn + whole.from + savedBefore(at + 1);
    return fold.from + (into / fold.drawn) * (fold.to - fold.from);
  };
  return { whole, folds, place, moment };
}

/** The last of `count` rising values that is at most `limit`, or -1. */
export function lastAtMost(count: number, value: (at: number) => number, limit: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
