/** The rows of a long list that are known: some of many, asked for page by page. */
import type * as api from '../../api/types';

export const page_size = 200;
/** More than this is let go of, the farthest from what is looked at first. */
const rows_max = 30 * page_size;

export type Row = api.OutlineRow;
export type Span = { readonly from: number; readonly to: number };

export type Pages = {
  /** How many rows there are; null until an answer says so. */
  readonly total: number | null;
  readonly rows: ReadonlyMap<number, Row>;
};

export const no_pages: Pages = { total: null, rows: new Map() };

export function withRows(pages: Pages, answer: api.Outline, looked_at: Span): Pages {
  const rows = new Map(pages.rows);
  answer.rows.forEach((row, at) => rows.set(answer.offset + at, row));
  if (rows.size > rows_max) {
    for (const at of rows.keys()) {
      const far = at < looked_at.from - rows_max / 3 || at > looked_at.to + rows_max / 3;
      if (far) rows.delete(at);
    }
  }
  return { total: answer.rows_total, rows };
}

/** The offsets to ask for, so that each row of the span is known. */
export function missingPages(pages: Pages, span: Span): readonly number[] {
  const end = Math.min(span.to, pages.total ?? span.to);
  const offsets: number[] = [];
  for (let at = Math.max(0, span.from); at < end; ++at) {
    const offset = Math.floor(at / page_size) * page_size;
    if (pages.rows.has(at) || offsets.at(-1) === offset) continue;
    offsets.push(offset);
  }
  return offsets;
}

export function placeOf(pages: Pages, test: (row: Row) => boolean): number | null {
  for (const [at, row] of pages.rows) {
    if (test(row)) return at;
  }
  return null;
}

/** How many shown rows hang below this one, or null when the end of them is not known. */
export function shownBelow(pages: Pages, at: number): number | null {
  const level = pages.rows.get(at)?.level;
  if (level === undefined || pages.total === null) return null;
  for (let next = at + 1; next < pages.total; ++next) {
    const row = pages.rows.get(next);
    if (!row) return null;
    if (row.level <= level) return next - at - 1;
  }
  return pages.total - at - 1;
}

/**
 * The list as it will be when the row at `at` is closed; null when that cannot be said yet. When
 * nothing is hidden or filtered (`whole`), a row knows itself how many are below it.
 */
export function closedAt(pages: Pages, at: number, whole = false): Pages | null {
  const row = pages.rows.get(at);
  const below = whole && row ? row.descendants : shownBelow(pages, at);
  if (!row || below === null || pages.total === null) return null;
  const rows = new Map<number, Row>();
  for (const [place, each] of pages.rows) {
    if (place < at) rows.set(place, each);
    else if (place > at + below) rows.set(place - below, each);
  }
  rows.set(at, { ...row, closed: true });
  return { total: pages.total - below, rows };
}

/** The list with the row at `at` shown as open, while what is below it is on its way. */
export function openedAt(pages: Pages, at: number): Pages {
  const row = pages.rows.get(at);
  if (!row) return pages;
  return { total: pages.total, rows: new Map(pages.rows).set(at, { ...row, closed: false }) };
}

/** The nearest row above with a smaller level: null when there is none, undefined when unknown. */
export function parentPlace(pages: Pages, at: number): number | null | undefined {
  const row = pages.rows.get(at);
  if (!row) return undefined;
  if (row.level === 1) return null;
  for (let above = at - 1; above >= 0; --above) {
    const other = pages.rows.get(above);
    if (!other) return undefined;
    if (other.level < row.level) return above;
  }
  return null;
}

const siblings_sought = 400;

/** Which of its siblings a row is, where what is known tells. */
export function amongSiblings(
  pages: Pages,
  at: number,
): { readonly place: number; readonly size: number } | null {
  const row = pages.rows.get(at);
  if (!row) return null;
  let place = 1;
  for (let above = at - 1; above >= Math.max(0, at - siblings_sought); --above) {
    const other = pages.rows.get(above);
    if (!other) return null;
    if (other.level === row.level) ++place;
    if (other.level < row.level) return { place, size: Math.max(place, other.children) };
  }
  return null;
}

/** How far the row in the middle of the screen went; 0 when it is not known any more. */
export function moved(before: Pages, after: Pages, span: Span): number {
  const middle = Math.floor((span.from + span.to) / 2);
  const row = before.rows.get(middle);
  if (!row) return 0;
  const place = placeOf(after, (each) => each.seq === row.seq);
  return place === null ? 0 : place - middle;
}

/** The rows that the one at `at` hangs on, nearest first; null when not all of them are there. */
export function aboveByLevel(rows: readonly Row[], at: number): readonly Row[] | null {
  const found: Row[] = [];
  let level = rows[at]?.level ?? 1;
  for (let above = at - 1; above >= 0 && level > 1; --above) {
    const row = rows[above];
    if (!row || row.level >= level) continue;
    found.push(row);
    level = row.level;
  }
  return level > 1 ? null : found;
}

/** The rows above an event, from its parent on, and the first of them that is not known. */
export function aboveIn(
  known: ReadonlyMap<api.EventId, Row>,
  event: api.EventId,
): { readonly found: readonly Row[]; readonly missing: api.EventId | null } {
  const found: Row[] = [];
  let row = known.get(event);
  while (row && row.level > 1 && row.parent !== null) {
    const parent = known.get(row.parent);
    if (!parent) return { found, missing: row.parent };
    found.push(parent);
    row = parent;
  }
  return { found, missing: row ? null : event };
}
