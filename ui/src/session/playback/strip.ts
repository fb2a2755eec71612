/** The session in the order that one scrubs through: how fast it went, what kinds, what failed. */
import { momentAt, ordinalAt, type Picture } from '../timeline/picture';
import { lastAtMost } from '../timeline/scale';

export type StripColumn = {
  kind: string | null;
  /** How many failed. */
  errors: number;
  decision: boolean;
  /** From 0, slowest, to 1: how many events there were in a time. */
  rate: number;
};

/** The ordinal at a share of the strip, and the other way. */
export function ordinalOf(share: number, events: number): number {
  return Math.max(1, Math.min(events, Math.round(1 + share * (events - 1))));
}

export function shareOf(ordinal: number, events: number): number {
  if (events <= 1 || ordinal >= events) return 1;
  return Math.max(0, (ordinal - 1) / (events - 1));
}

export function stripOf(
  picture: Picture,
  events: number,
  width: number,
  decisions: readonly number[] = [],
): readonly StripColumn[] {
  const columns: StripColumn[] = Array.from({ length: Math.max(0, Math.floor(width)) }, () => ({
    ...{ kind: null, errors: 0, decision: false, rate: 0 },
  }));
  const columnOf = (ordinal: number) =>
    Math.min(columns.length - 1, Math.floor(shareOf(ordinal, events) * columns.length));
  fillKinds(picture, columns, columnOf);
  const marked = picture.bucketed
    ? decisions
    : picture.marks.filter(({ kind }) => kind === 'decision').map(({ ordinal }) => ordinal);
  for (const ordinal of marked) {
    const column = columns[columnOf(ordinal)];
    if (column) column.decision = true;
  }
  fillRates(picture, columns, events);
  return columns;
}

function fillKinds(
  picture: Picture,
  columns: StripColumn[],
  columnOf: (ordinal: number) => number,
): void {
  const most = new Float64Array(columns.length);
  for (const mark of picture.marks) {
    // A long event is in many buckets: what counts here is which events began in this one.
    const first = mark.bucket ? ordinalAt(picture, mark.from) : mark.ordinal;
    const from = columnOf(Math.min(first, mark.ordinal));
    const to = columnOf(mark.ordinal);
    const errors = mark.bucket ? mark.bucket.errors : Number(mark.failed);
    for (let at = from; at <= to; ++at) {
      const column = columns[at];
      if (!column) continue;
      column.errors += errors / (to - from + 1);
      if (mark.events > (most[at] ?? 0)) {
        most[at] = mark.events;
        column.kind = mark.kind;
      }
    }
  }
  // With fewer events than columns, an event reaches to the next.
  columns.forEach((column, at) => (column.kind ??= columns[at - 1]?.kind ?? null));
}

/** Over how many columns the rate is taken, so that it says more than the gap of two events. */
const smooth_columns = 6;

function fillRates(picture: Picture, columns: StripColumn[], events: number): void {
  const { knots } = picture;
  const moment = (ordinal: number): number => {
    const known = momentAt(picture, ordinal);
    if (known !== null) return known;
    const at = lastAtMost(knots.length, (each) => knots[each]?.ordinal ?? 0, ordinal);
    return knots[Math.max(0, at)]?.moment ?? 0;
  };
  const rates = columns.map((_, at) => {
    const from = ordinalOf((at - smooth_columns / 2) / columns.length, events);
    const to = ordinalOf((at + smooth_columns / 2) / columns.length, events);
    const passed = moment(Math.max(to, from + 1)) - moment(from);
    return Math.log((Math.max(to, from + 1) - from) / Math.max(passed, 0.01));
  });
  const least = Math.min(...rates);
  const most = Math.max(...rates);
  columns.forEach((column, at) => {
    column.rate = most > least ? ((rates[at] ?? least) - least) / (most - least) : 0.5;
  });
}
