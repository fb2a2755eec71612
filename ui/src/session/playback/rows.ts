/** The session's events in order, a page at a time: what playing and scrubbing read. */
import { address, ask } from '../../api/client';
import type * as api from '../../api/types';
import { milliseconds } from '../../parts/format';

export const page_rows = 500;
/** A page takes some hundred kilobytes; the ones not used for longest go. */
const pages_max = 12;

/** A page that did not come is asked for again after this. */
const retry_ms = 2000;

export type Rows = {
  /** Null while it is not there: want it. */
  readonly get: (ordinal: number) => api.OutlineRow | null;
  readonly timeOf: (ordinal: number) => number | null;
  /** Asks for the page of an ordinal, unless it is there or on its way; resolves when it came. */
  readonly want: (ordinal: number) => Promise<void>;
  /** Why the page of an ordinal did not come. */
  readonly error: (ordinal: number) => unknown;
};

type Page = {
  rows: readonly api.OutlineRow[];
  times: readonly number[];
  error: unknown;
  retry_at: number;
  coming: Promise<void>;
};

export type AskForRows = (offset: number, limit: number) => Promise<readonly api.OutlineRow[]>;

export function rowsOf(session: string): AskForRows {
  return async (offset, limit) => {
    const target = address(['sessions', session, 'outline'], { order: 'time', offset, limit });
    return (await ask<api.Outline>(target)).rows;
  };
}

export function makeRows(load: AskForRows, now: () => number = () => performance.now()): Rows {
  const pages = new Map<number, Page>();
  const pageOf = (ordinal: number) => Math.floor((ordinal - 1) / page_rows);
  const placeIn = (ordinal: number) => (ordinal - 1) % page_rows;
  const fetchPage = (number: number): Page => {
    const page: Page = { rows: [], times: [], error: null, retry_at: Infinity, coming: never };
    page.coming = load(number * page_rows, page_rows).then(
      (rows) => {
        page.rows = rows;
        page.times = rows.map(({ time }) => milliseconds(time));
      },
      (error: unknown) => {
        page.error = error;
        page.retry_at = now() + retry_ms;
      },
    );
    return page;
  };
  return {
    get: (ordinal) => pages.get(pageOf(ordinal))?.rows[placeIn(ordinal)] ?? null,
    timeOf: (ordinal) => pages.get(pageOf(ordinal))?.times[placeIn(ordinal)] ?? null,
    error: (ordinal) => pages.get(pageOf(ordinal))?.error ?? null,
    want: (ordinal) => {
      const number = pageOf(ordinal);
      const known = pages.get(number);
      const page = known && now() < known.retry_at ? known : fetchPage(number);
      pages.delete(number);
      pages.set(number, page);
      for (const oldest of pages.keys()) {
        if (pages.size <= pages_max) break;
        pages.delete(oldest);
      }
      return page.coming;
    },
  };
}

const never = new Promise<void>(() => {});
