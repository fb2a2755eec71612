import { useCallback, type RefObject } from 'react';

import { ApiError, type Query } from '../../api/client';
import type * as api from '../../api/types';
import {
  aboveByLevel,
  aboveIn,
  page_size,
  placeOf,
  type Pages,
  type Row,
  type Span,
} from './pages';

export type Found = {
  readonly at: number;
  /**
   * Whether something above it is closed: the place counts only once that is open. Then what stands
   * above it, if that could be told.
   */
  readonly hidden: false | 'somewhere' | readonly Row[];
};

/** The rows that are there, and the question that they answer. */
export type OutlineNow = {
  key: string;
  pages: Pages;
  /** What is on the screen. */
  span: Span;
  /** Whether the pages answer an earlier question, and stay only until this one is answered. */
  old: boolean;
  asking: number;
};

/** Rows above an event that are not in the window are asked for one by one, so many at most. */
const asked_above_max = 50;

/** Asks where an event stands in the list, be it closed away; null when it has no row. */
export function useLocate(
  ask: (window: Query) => Promise<api.Outline>,
  now: RefObject<OutlineNow>,
  fail: (error: ApiError) => void,
  by_turn: boolean,
): (event: api.EventId) => Promise<Found | null> {
  const above = useCallback(
    async (rows: readonly Row[], event: api.EventId): Promise<readonly Row[] | null> => {
      const known = new Map(rows.map((row) => [row.id, row]));
      for (let asked = 0; asked < asked_above_max; ++asked) {
        const { found, missing } = aboveIn(known, event);
        if (missing === null) return found;
        const row = (await ask({ at: missing, limit: 1 })).rows[0];
        // With a filter the parent may have no row: then the one before it is given.
        if (row?.id !== missing) return null;
        known.set(row.id, row);
      }
      return null;
    },
    [ask],
  );

  return useCallback(
    async (event: api.EventId): Promise<Found | null> => {
      const place = now.current.old ? null : placeOf(now.current.pages, (row) => row.id === event);
      if (place !== null) return { at: place, hidden: false };
      const { key } = now.current;
      try {
        const [answer, plain] = await Promise.all([
          ask({ at: event, limit: page_size }),
          ask({ limit: 1 }),
        ]);
        const at = answer.rows.findIndex((row) => row.id === event);
        if (now.current.key !== key || at < 0) return null;
        const place = answer.offset + at;
        if (answer.rows_total === plain.rows_total) return { at: place, hidden: false };
        // By turn a row may hang on another event than its parent.
        const hiding = by_turn ? aboveByLevel(answer.rows, at) : await above(answer.rows, event);
        return { at: place, hidden: hiding ?? 'somewhere' };
      } catch (failed) {
        if (!(failed instanceof ApiError && failed.status === 404)) fail(asApiError(failed));
        return null;
      }
    },
    [ask, by_turn],
  );
}

export function asApiError(failed: unknown): ApiError {
  return failed instanceof ApiError ? failed : new ApiError(0, 'io', String(failed), '');
}
