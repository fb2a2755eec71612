/** Small timelines for tests. */
import type * as api from '../../api/types';
import { milliseconds } from '../../parts/format';
import { instant } from './view';

const first = '2026-02-23T10:00:00.000Z';
const origin_ms = milliseconds(first);

/** A moment as the server writes it. */
export function time(moment: number): string {
  return instant(origin_ms, moment);
}

export function span(
  ordinal: number,
  from: number,
  duration_ms: number | null,
  more: Partial<api.TimelineSpan> = {},
): api.TimelineSpan {
  return {
    ...{ seq: ordinal, id: `e${ordinal}`, ordinal, lane: 0, row: 0, kind: 'tool_call' },
    ...{ time: time(from), duration_ms, summary: `step ${ordinal}`, status: 'ok', critical: false },
    ...more,
  };
}

export function bucket(
  lane: number,
  [from, to]: readonly [number, number],
  [first_ordinal, last_ordinal]: readonly [number, number],
  more: Partial<api.TimelineBucket> = {},
): api.TimelineBucket {
  const events = last_ordinal - first_ordinal + 1;
  return {
    ...{ lane, from: time(from), to: time(to), events, errors: 0, first_ordinal, last_ordinal },
    ...{ kind: 'tool_call', critical: false, ...more },
  };
}

export function timeline(
  spans: readonly api.TimelineSpan[],
  last: number,
  more: Partial<api.Timeline> = {},
): api.Timeline {
  return {
    ...{ session: 's', first, last: time(last), from: first, to: time(last) },
    ...{
      events: spans.length,
      lanes: [{ name: 'ada', events: spans.length, errors: 0, others: 0 }],
      spans,
    },
    ...{ buckets: [], critical: { duration_ms: 0, steps: 0, segments: [] }, ...more },
  };
}
