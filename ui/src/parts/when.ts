/** Times as people type and read them. Everything is UTC, as in every answer. */

export type TimeRange = { readonly from: string | null; readonly to: string | null };

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const units: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', second],
  ['m', minute],
  ['min', minute],
  ['h', hour],
  ['d', day],
  ['w', 7 * day],
]);

/**
 * `25m`, `1h 30m`, `7d` (until now), `today`, `2026-05`, `2026-05-19`, `2026-05-19 22:04`,
 * `2026-05-19..2026-05-21`, `2d..1d`, `2026-05-19..`; null when it is none of these.
 */
export function parseRange(text: string, now: number): TimeRange | null {
  const asked = text.trim().toLowerCase();
  if (asked === '') return { from: null, to: null };
  const ends = asked.split(/\s*(?:\.\.|…|\s+(?:to|until|–|—)\s+)\s*/);
  if (ends.length > 2) return null;
  const [begin = '', end] = ends;
  if (end === undefined) {
    const ago = parseSpan(begin.replace(/^(?:last|past)\s+/, ''));
    if (ago !== null) return written(now - ago, null);
  }
  const first = begin === '' ? null : parsePoint(begin, now);
  const last = end === undefined ? first : end === '' ? null : parsePoint(end, now);
  if ((begin !== '' && !first) || (end && !last) || (!first && !last)) return null;
  if (first && last && first.begin >= last.end) return null;
  return written(first?.begin ?? null, last?.end ?? null);
}

/** Milliseconds of `1h 30m`, or null. */
export function parseSpan(text: string): number | null {
  if (!/^(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/.test(text)) return null;
  let sum = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const size = units.get(unit ?? '');
    if (size === undefined) return null;
    sum += Number(number) * size;
  }
  return sum;
}

/** What a time names lasts as long as its last part: a day, a minute, a second. End exclusive. */
type Point = { readonly begin: number; readonly end: number };

function parsePoint(text: string, now: number): Point | null {
  const ago = parseSpan(text.replace(/\s+ago$/, ''));
  if (ago !== null) return { begin: now - ago, end: now - ago + 1 };
  const midnight = Math.floor(now / day) * day;
  if (text === 'now') return { begin: now, end: now + 1 };
  if (text === 'today') return { begin: midnight, end: midnight + day };
  if (text === 'yesterday') return { begin: midnight - day, end: midnight };
  const parts = /^(\d{4})-(\d\d)(?:-(\d\d)(?:[t ](\d\d):(\d\d)(?::(\d\d))?)?)?z?$/.exec(text);
  if (!parts) return exactPoint(text);
  const [year, month, date, hours, minutes, seconds] = parts
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const begin = new Date(
    Date.UTC(year ?? 0, (month ?? 1) - 1, date ?? 1, hours ?? 0, minutes ?? 0, seconds ?? 0),
  );
  // 31 February would be taken for a day in March.
  const same = begin.getUTCMonth() + 1 === month && (!date || begin.getUTCDate() === date);
  if (!same || (hours ?? 0) > 23 || (minutes ?? 0) > 59) return null;
  if (date === undefined) {
    return { begin: begin.getTime(), end: Date.UTC(year ?? 0, month ?? 1, 1) };
  }
  const lasts = hours === undefined ? day : seconds === undefined ? minute : second;
  return { begin: begin.getTime(), end: begin.getTime() + lasts };
}

/** With a fraction or an offset: as it stands in answers. */
function exactPoint(text: string): Point | null {
  if (!/^\d{4}-\d\d-\d\d[t ]\d\d:\d\d/.test(text)) return null;
  const time = Date.parse(text.replace(' ', 'T').toUpperCase());
  return Number.isNaN(time) ? null : { begin: time, end: time + 1 };
}

function written(from: number | null, end: number | null): TimeRange {
  return {
    from: from === null ? null : new Date(from).toISOString(),
    // The server's ends are inclusive, to the nanosecond.
    to: end === null ? null : new Date(end - 1).toISOString().replace('Z', '999999Z'),
  };
}

/** `3 min ago`; `in 2 h` where a clock is ahead. */
export function ago(time: number, now: number): string {
  const away = Math.abs(now - time);
  const said =
    away < minute
      ? `${Math.floor(away / second)} s`
      : away < hour
        ? `${Math.floor(away / minute)} min`
        : away < 2 * day
          ? `${Math.floor(away / hour)} h`
          : away < 730 * day
            ? `${Math.floor(away / day)} d`
            : `${Math.floor(away / (365.25 * day))} y`;
  return time > now ? `in ${said}` : `${said} ago`;
}

/** When an event was, in UTC; a time that only says its place in the order is none. */
export function timeIn(event: {
  readonly time: string;
  readonly flags?: readonly string[];
}): string {
  if (event.flags?.includes('time_derived')) return 'no time was recorded';
  return `${event.time.slice(0, 19).replace('T', ' ')} UTC`;
}
