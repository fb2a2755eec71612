/** The rows that were read so far, page by page, and what is known of newer ones. */
import type * as api from '../../api/types';

export type Row = api.Summary;

/** `cursor`: what the page was asked for with; empty for the first. */
export type Page = { readonly cursor: string; readonly rows: readonly Row[] };

export type Pages = {
  readonly pages: readonly Page[];
  readonly next: string | null;
  /** Rows that came since, and are not shown yet. */
  readonly fresh: ReadonlySet<string>;
};

export const no_pages: Pages = { pages: [], next: null, fresh: new Set() };

/** A run is (session, run): its name alone may stand in several rows. */
export function keyOf(row: Row): string {
  return JSON.stringify([row.id, row.session ?? null]);
}

export function firstPage(rows: readonly Row[], next: string | null): Pages {
  return { pages: [{ cursor: '', rows }], next, fresh: new Set() };
}

/** Rows that are there already are not taken twice: the list moves while one reads it. */
export function withPage(before: Pages, page: Page, next: string | null): Pages {
  const known = keysOf(before);
  const rows = page.rows.filter((row) => !known.has(keyOf(row)));
  return { ...before, pages: [...before.pages, { cursor: page.cursor, rows }], next };
}

/** Puts the newest figures into rows that are shown, and counts those that are not. */
export function refreshed(before: Pages, newest: readonly Row[]): Pages {
  const by_key = new Map(newest.map((row) => [keyOf(row), row]));
  const known = keysOf(before);
  const fresh = new Set(before.fresh);
  for (const key of by_key.keys()) {
    if (!known.has(key)) fresh.add(key);
  }
  const pages = before.pages.map((page) =>
    page.rows.some((row) => by_key.has(keyOf(row)))
      ? { ...page, rows: page.rows.map((row) => by_key.get(keyOf(row)) ?? row) }
      : page,
  );
  return { ...before, pages, fresh };
}

/** The cursors of the pages that have one of the rows from `from` to `to`; the first page always. */
export function cursorsOf({ pages }: Pages, from: number, to: number): readonly string[] {
  let at = 0;
  return pages
    .filter((page, index) => {
      const begin = at;
      at += page.rows.length;
      return index === 0 || (begin < to && at > from);
    })
    .map((page) => page.cursor);
}

function keysOf({ pages }: Pages): ReadonlySet<string> {
  return new Set(pages.flatMap((page) => page.rows.map(keyOf)));
}
