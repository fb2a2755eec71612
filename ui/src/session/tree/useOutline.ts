import { useCallback, useEffect, useRef, useState } from 'react';

import { address, ApiError, type Query } from '../../api/client';
import type * as api from '../../api/types';
import { askOnce } from '../../api/useAnswer';
import { missingPages, moved, no_pages, page_size, withRows, type Pages, type Span } from './pages';
import { asApiError, useLocate, type Found, type OutlineNow } from './useLocate';

export type OutlineList = {
  readonly pages: Pages;
  /** How deep the tree is when all of it is open; null until an answer says so. */
  readonly depth: number | null;
  readonly error: ApiError | null;
  /** Told which rows are on the screen. */
  readonly onRange: (span: Span) => void;
  /** Shows this until the answer to the next question is there. */
  readonly expect: (pages: Pages) => void;
  /** Asks where an event stands; null when it has no row. */
  readonly locate: (event: api.EventId) => Promise<Found | null>;
  /** By how many rows what is on the screen moved when rows arrived above it. */
  readonly shift: { readonly by: number; readonly version: number };
};

/** Scrolling asks at most this often. */
const ask_every_ms = 80;

/**
 * The rows of an outline, those on the screen and those around them. When `query` changes or events
 * arrive, what was there stays until the new rows are.
 */
export function useOutline(session: string, query: Query, version: number): OutlineList {
  const key = address(['sessions', session, 'outline'], query);
  const [pages, setPages] = useState<Pages>(no_pages);
  const [depth, setDepth] = useState<number | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [shift, setShift] = useState({ by: 0, version: 0 });
  const now = useRef<OutlineNow>({ key, pages, span: { from: 0, to: 50 }, old: true, asking: 0 });
  now.current.key = key;

  const ask = useCallback(
    (window: Query) =>
      askOnce<api.Outline>(address(['sessions', session, 'outline'], { ...query, ...window })),
    [key, session],
  );
  const expect = useCallback((next: Pages) => {
    now.current.pages = next;
    setPages(next);
  }, []);

  const take = useCallback((answers: readonly api.Outline[]) => {
    const { old, span, pages: before } = now.current;
    const start = old ? no_pages : before;
    const next = answers.reduce((known, answer) => withRows(known, answer, span), start);
    now.current.old = false;
    if (old) setShift((last) => ({ by: moved(before, next, span), version: last.version + 1 }));
    expect(next);
    setDepth(answers.at(-1)?.depth ?? null);
    setError(null);
  }, []);

  /** Asks for what is on the screen and not known, until all of it is. */
  const load = useCallback(async () => {
    let offsets: readonly number[] = [];
    ++now.current.asking;
    try {
      for (;;) {
        const known = now.current.old ? no_pages : now.current.pages;
        const missing = missingPages(known, now.current.span);
        // A server that gives less than it promised is not asked the same again.
        if (missing.every((offset) => offsets.includes(offset)) && !now.current.old) break;
        offsets = missing.length > 0 ? missing : [0];
        const answers = await Promise.all(
          offsets.map((offset) => ask({ offset, limit: page_size })),
        );
        if (now.current.key !== key) break;
        take(answers);
      }
    } catch (failed) {
      if (now.current.key === key) setError(asApiError(failed));
    }
    --now.current.asking;
  }, [ask, key]);

  useEffect(() => {
    now.current.old = true;
    void load();
  }, [load, version]);

  const onRange = useThrottled((span: Span) => {
    now.current.span = span;
    if (now.current.asking === 0) void load();
  });

  const locate = useLocate(ask, now, setError, query['order'] === 'turns');
  return { pages, depth, error, onRange, expect, locate, shift };
}

/** Calls at once, then at most every so often; the last value always arrives. */
function useThrottled<Value>(call: (value: Value) => void): (value: Value) => void {
  const state = useRef({ call, value: null as Value | null, due: false, at: -Infinity });
  state.current.call = call;
  return useCallback((value: Value) => {
    const mine = state.current;
    mine.value = value;
    if (mine.due) return;
    mine.due = true;
    const run = () => {
      mine.due = false;
      mine.at = performance.now();
      mine.call(mine.value as Value);
    };
    const wait = mine.at + ask_every_ms - performance.now();
    if (wait <= 0) run();
    else setTimeout(run, wait);
  }, []);
}
