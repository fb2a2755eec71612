/** An answer of the server as things to draw: moments as numbers, and where playback is in time. */
import type * as api from '../../api/types';
import { milliseconds } from '../../parts/format';
import { foldsOf, lastAtMost, type Fold, type Stretch } from './scale';

/** An event, or the events of one stretch of time. */
export type Mark = Stretch & {
  readonly lane: number;
  readonly row: number;
  readonly kind: string;
  readonly failed: boolean;
  /** Of the newest event that it stands for. */
  readonly ordinal: number;
  readonly events: number;
  readonly span: api.TimelineSpan | null;
  readonly bucket: api.TimelineBucket | null;
};

export type Segment = Stretch & { readonly lane: number; readonly event: api.EventId };

/** Where in time the session's order has come to. */
export type Knot = { readonly ordinal: number; readonly moment: number };

export type Picture = {
  /** When the session begins, in milliseconds since 1970; moments count from there. */
  readonly origin_ms: number;
  readonly whole: Stretch;
  /** What this picture is of. */
  readonly shown: Stretch;
  readonly bucketed: boolean;
  readonly events: number;
  readonly lanes: readonly api.TimelineLane[];
  readonly marks: readonly Mark[];
  /** The most events of one mark. */
  readonly busiest: number;
  readonly knots: readonly Knot[];
  /** From which ordinals on marks are there, rising. */
  readonly begins: Float64Array;
  /** In which row of its lane an event is drawn. */
  readonly rows: ReadonlyMap<api.EventId, number>;
  readonly segments: readonly Segment[];
  readonly critical: { readonly duration_ms: number; readonly steps: number };
};

export function pictureOf(answer: api.Timeline): Picture {
  const origin_ms = milliseconds(answer.first);
  const moment = (time: string) => milliseconds(time) - origin_ms;
  const spans = answer.spans.map((span) => spanMark(span, moment));
  const buckets = answer.buckets.map((bucket) => bucketMark(bucket, moment));
  const marks = spans.length > 0 ? spans : buckets;
  const last = marks.reduce((latest, mark) => Math.max(latest, mark.to), moment(answer.last));
  return {
    origin_ms,
    whole: { from: 0, to: Math.max(last, 0) },
    shown: { from: moment(answer.from), to: moment(answer.to) },
    bucketed: buckets.length > 0,
    events: answer.events,
    lanes: answer.lanes,
    marks,
    busiest: marks.reduce((most, { events }) => Math.max(most, events), 1),
    knots: buckets.length > 0 ? bucketKnots(buckets) : spanKnots(spans),
    begins: Float64Array.from(marks, beginOf).sort(),
    rows: new Map(answer.spans.map(({ id, row }) => [id, row])),
    segments: answer.critical.segments.map((segment) => ({
      lane: segment.lane,
      event: segment.event,
      from: moment(segment.from),
      to: moment(segment.to),
    })),
    critical: { duration_ms: answer.critical.duration_ms, steps: answer.critical.steps },
  };
}

/** The oldest event that a mark stands for: from there on, it is no longer to come. */
export function beginOf(mark: Mark): number {
  return mark.bucket ? mark.bucket.first_ordinal : mark.ordinal;
}

function spanMark(span: api.TimelineSpan, moment: (time: string) => number): Mark {
  const from = moment(span.time);
  return {
    lane: span.lane,
    row: span.row,
    from,
    to: from + Math.max(0, span.duration_ms ?? 0),
    kind: span.kind,
    failed: span.status === 'error',
    ordinal: span.ordinal,
    events: 1,
    span,
    bucket: null,
  };
}

function bucketMark(bucket: api.TimelineBucket, moment: (time: string) => number): Mark {
  return {
    lane: bucket.lane,
    row: 0,
    from: moment(bucket.from),
    to: moment(bucket.to),
    kind: bucket.kind,
    failed: bucket.errors > 0,
    ordinal: bucket.last_ordinal,
    events: bucket.events,
    span: null,
    bucket,
  };
}

function spanKnots(marks: readonly Mark[]): readonly Knot[] {
  return marks
    .map(({ ordinal, from }) => ({ ordinal, moment: from }))
    .sort((a, b) => a.ordinal - b.ordinal);
}

/** A long event is in many buckets, but the newest event of a bucket began in it or before. */
function bucketKnots(marks: readonly Mark[]): readonly Knot[] {
  const sorted = [...marks].sort((a, b) => a.to - b.to);
  const first = sorted[0];
  const knots: Knot[] = [];
  // Where the session begins, nothing was before; elsewhere the first to begin is not known.
  if (first && first.from <= 0) knots.push({ ordinal: 0, moment: first.from });
  for (const { ordinal, to } of sorted) {
    const last = knots.at(-1);
    if (last && ordinal <= last.ordinal) continue;
    if (last && last.moment === to) knots.pop();
    knots.push({ ordinal, moment: to });
  }
  return knots;
}

/** The moment at which the session's order has come to an ordinal; null when it is not in it. */
export function momentAt(picture: Picture, ordinal: number): number | null {
  const { knots } = picture;
  const at = lastAtMost(knots.length, (each) => knots[each]?.ordinal ?? 0, ordinal);
  const before = knots[at];
  if (!before) return null;
  if (ordinal === before.ordinal) return before.moment;
  const after = knots[at + 1];
  // Of single events, all are in the picture, or the one looked for is not in it.
  if (!picture.bucketed || !after) return null;
  const share = (ordinal - before.ordinal) / (after.ordinal - before.ordinal);
  return before.moment + share * (after.moment - before.moment);
}

/** The newest ordinal at a moment: what playback shows when one points there. */
export function ordinalAt(picture: Picture, moment: number): number {
  const { knots } = picture;
  const at = lastAtMost(knots.length, (each) => knots[each]?.moment ?? 0, moment);
  const before = knots[at];
  if (!before) return Math.max(1, knots[0]?.ordinal ?? 1);
  const after = knots[at + 1];
  if (!picture.bucketed || !after) return Math.max(1, before.ordinal);
  const share = (moment - before.moment) / (after.moment - before.moment);
  return Math.max(1, Math.floor(before.ordinal + share * (after.ordinal - before.ordinal)));
}

export function foldsIn(picture: Picture): readonly Fold[] {
  return foldsOf(picture.marks, picture.bucketed);
}
