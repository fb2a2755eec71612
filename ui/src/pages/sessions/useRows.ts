import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';

import { ApiError, address, ask, type Query } from '../../api/client';
import type { LiveState } from '../../api/live';
import type * as api from '../../api/types';
import { useArrivals } from '../../api/useArrivals';
import type { Range } from '../../parts/windowed/WindowedRows';
import type { Listed } from './filters';
import { cursorsOf, firstPage, no_pages, refreshed, withPage, type Pages, type Row } from './pages';

const page_size = 200;

export type Rows = {
  readonly rows: readonly Row[];
  /** Of what was asked for last; while it is on its way the rows before stay. */
  readonly waiting: boolean;
  readonly more: boolean;
  readonly error: ApiError | null;
  readonly fresh: number;
  readonly live: LiveState;
  /** Which rows are on the screen: asks for more near the end. */
  readonly look: (range: Range) => void;
  /** Reads the list again from its top. */
  readonly reload: () => void;
};

type Answer = Partial<api.SessionPage & api.RunPage & api.CorrelationPage>;
type State = { readonly of: string; readonly pages: Pages; readonly error: ApiError | null };
type Read = (
  cursor: string,
) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>;

/** A list while it is read: `top` is its address, `setState` changes what is known of it. */
type Reading = {
  readonly top: string;
  readonly read: Read;
  readonly now: RefObject<{ state: State; range: Range; asking: boolean }>;
  readonly setState: Dispatch<SetStateAction<State>>;
};

/**
 * The rows of a list, as far as somebody looked, kept up to date while events arrive. New rows come
 * in by themselves only `atTop`, where nothing that one reads is shifted away.
 */
export function useRows(space: Listed, filters: Query, atTop: () => boolean): Rows {
  const top = address([space], { ...filters, limit: page_size });
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<State>({ of: '', pages: no_pages, error: null });
  const now = useRef({ state, range: { from: 0, to: 0 }, asking: false });
  now.current.state = state;

  const read: Read = useCallback(
    async (cursor: string) => {
      const target = cursor === '' ? top : `${top}&${new URLSearchParams({ cursor })}`;
      const answer = await ask<Answer>(target);
      return { rows: answer[space] ?? [], next: answer.next ?? null };
    },
    [top, space],
  );

  useEffect(() => {
    let wanted = true;
    read('').then(
      ({ rows, next }) =>
        wanted && setState({ of: top, pages: firstPage(rows, next), error: null }),
      (error: unknown) =>
        wanted && setState((before) => ({ ...before, of: top, error: known(error) })),
    );
    return () => {
      wanted = false;
    };
  }, [top, turn, read]);

  const reading = { top, read, now, setState };
  const readOn = useReadOn(reading);
  const live = useRefresh(reading, atTop);

  const rows = useMemo(() => state.pages.pages.flatMap((page) => page.rows), [state.pages.pages]);
  const look = useCallback(
    (range: Range) => {
      now.current.range = range;
      if (range.to >= rows.length) void readOn();
    },
    [rows.length, readOn],
  );
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return {
    rows,
    waiting: state.of !== top,
    more: state.pages.next !== null,
    error: state.error,
    fresh: state.pages.fresh.size,
    live,
    look,
    reload,
  };
}

/** Reads the next page. */
function useReadOn({ top, read, now, setState }: Reading): () => Promise<void> {
  return useCallback(async () => {
    const { pages, error } = now.current.state;
    if (now.current.asking || pages.next === null || error || now.current.state.of !== top) return;
    now.current.asking = true;
    const cursor = pages.next;
    try {
      const { rows, next } = await read(cursor);
      // Somebody may have asked for another list, or for this one again, in the meantime.
      setState((before) =>
        before.of === top && before.pages.next === cursor
          ? { ...before, pages: withPage(before.pages, { cursor, rows }, next) }
          : before,
      );
    } catch (error) {
      setState((before) => (before.of === top ? { ...before, error: known(error) } : before));
    } finally {
      now.current.asking = false;
    }
  }, [read, top]);
}

/** When events arrive, reads the pages on the screen again. */
function useRefresh({ top, read, now, setState }: Reading, atTop: () => boolean): LiveState {
  return useArrivals({}, async () => {
    const { range } = now.current;
    try {
      for (const cursor of cursorsOf(now.current.state.pages, range.from, range.to)) {
        const { rows, next } = await read(cursor);
        const at_top = cursor === '' && atTop();
        setState((before) => {
          if (before.of !== top) return before;
          const pages = refreshed(before.pages, rows);
          const come_in = at_top && pages.fresh.size > before.pages.fresh.size;
          return { ...before, pages: come_in ? firstPage(rows, next) : pages, error: null };
        });
      }
    } catch (error) {
      setState((before) => ({ ...before, error: known(error) }));
    }
  });
}

function known(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, 'io', String(error), '');
}
