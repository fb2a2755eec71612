import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type * as api from '../../api/types';
import { usePlace } from '../../ground/place';
import type { Reveal } from '../../parts/windowed/WindowedRows';
import { useSession } from '../state/session';
import { all_open, foldChange, foldOf, openedAll, toggled, type Fold } from './fold';
import { closedAt, openedAt, parentPlace, placeOf, type Pages, type Row } from './pages';
import type { Found } from './useLocate';
import { useOutline } from './useOutline';

/** The row that has the keyboard. Its seq counts where it is known, since rows move. */
export type Cursor = { readonly at: number; readonly seq: number | null };

/** The tree of the session as the address has it, and everything that one can do to it. */
export function useTree() {
  const { session, version, select, event } = useSession();
  const { query, set } = usePlace();
  const fold = useMemo(() => foldOf(query), [query]);
  const filter = { kinds: query.get('kinds'), errors: query.get('errors') === '1' };
  const filtered = Boolean(filter.kinds) || filter.errors;
  const steps = query.get('steps') === '1';
  const order = steps ? 'tree' : 'turns';
  const list = useOutline(session, { order, ...foldChange(fold), ...filter }, version);
  const whole = fold.closed.size === 0 && fold.levels === null && !filtered;
  const { pages, expect, locate } = list;
  const [cursor, setCursor] = useState<Cursor>({ at: 0, seq: null });
  const [reveal, setReveal] = useState<Reveal>({ at: 0, version: 0 });
  const at = placeOfCursor(pages, cursor);
  const row = pages.rows.get(at);

  const moveTo = useCallback((place: number, nearest: boolean) => {
    setCursor({ at: place, seq: null });
    setReveal((last) => ({ at: place, version: last.version + 1, nearest }));
  }, []);
  const bring = useCallback((place: number) => {
    setReveal((last) => ({ at: place, version: last.version + 1 }));
  }, []);
  const move = (by: number) => {
    const last = (pages.total ?? 1) - 1;
    moveTo(Math.max(0, Math.min(at + by, last)), true);
  };
  const setFold = (next: Fold) => set(foldChange(next));
  // Levels mean something else in the other order.
  const setSteps = (next: boolean) => set({ ...foldChange(all_open), steps: next });

  const toggle = useCallback(
    (which: Row) => {
      const place = placeOf(pages, (each) => each.seq === which.seq);
      if (place === null || which.children === 0) return;
      setCursor({ at: place, seq: which.seq });
      const soon = which.closed ? openedAt(pages, place) : closedAt(pages, place, whole);
      if (soon) expect(soon);
      set(foldChange(toggled(fold, which)));
    },
    [pages, fold, whole, expect, set],
  );

  const own = useRef<api.EventId | null>(null);
  const choose = useCallback(
    (which: Row) => {
      own.current = which.id;
      const place = placeOf(pages, (each) => each.seq === which.seq);
      if (place !== null) setCursor({ at: place, seq: which.seq });
      select(which.id);
    },
    [pages, select],
  );

  const toParent = async () => {
    if (!row) return;
    const above = parentPlace(pages, at);
    if (above !== undefined) {
      if (above !== null) moveTo(above, true);
      return;
    }
    // Too far above to be known: the server says where it stands.
    const found = row.parent === null ? null : await locate(row.parent);
    if (found && !found.hidden) moveTo(found.at, false);
  };

  const placed = useSelection(event, own, locate, moveTo, ({ hidden }) =>
    // With filters a parent may not have a row; then all is opened.
    setFold(Array.isArray(hidden) ? openedAll(fold, hidden as readonly Row[]) : all_open),
  );
  const moves = { move, moveTo, bring, toggle, choose, toParent };
  return { list, steps, setSteps, fold, setFold, row, at, reveal, placed, ...moves };
}

export type Tree = ReturnType<typeof useTree>;

/** Follows what is selected elsewhere. Answers whether the first place is known. */
function useSelection(
  event: api.EventId | null,
  own: React.RefObject<api.EventId | null>,
  locate: (event: api.EventId) => Promise<Found | null>,
  moveTo: (at: number, nearest: boolean) => void,
  open: (found: Found) => void,
): boolean {
  const [placed, setPlaced] = useState(event === null);
  const wanted = useRef<api.EventId | null>(null);
  useEffect(() => {
    wanted.current = event !== null && event !== own.current ? event : null;
    own.current = null;
  }, [event]);
  useEffect(() => {
    if (wanted.current === null) return;
    let there = true;
    void locate(wanted.current).then((found) => {
      if (!there) return;
      setPlaced(true);
      if (found?.hidden) return open(found);
      wanted.current = null;
      if (found) moveTo(found.at, false);
    });
    return () => {
      there = false;
    };
  }, [event, locate]);
  return placed;
}

function placeOfCursor(pages: Pages, cursor: Cursor): number {
  const { at, seq } = cursor;
  if (seq === null || pages.rows.get(at)?.seq === seq) return Math.min(at, (pages.total ?? 1) - 1);
  return placeOf(pages, (row) => row.seq === seq) ?? at;
}
