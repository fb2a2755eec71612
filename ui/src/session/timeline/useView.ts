/** What is on the screen: in the address, at once here, and asked for when it rests. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { address } from '../../api/client';
import { recorded } from '../../api/recorded';
import type * as api from '../../api/types';
import { useAnswer, type Answer } from '../../api/useAnswer';
import { usePlace } from '../../ground/place';
import { milliseconds } from '../../parts/format';
import type { Picture } from './picture';
import type { Scale, Stretch } from './scale';
import { askedFor, bounded, exactness, instant, wholeView } from './view';

const write_ms = 300;
const ask_ms = 120;

/** Whether two views would be drawn alike. */
function alike(a: Stretch, b: Stretch): boolean {
  const slack = (a.to - a.from) * 1e-6;
  return Math.abs(a.from - b.from) <= slack && Math.abs(a.to - b.to) <= slack;
}

function viewIn(query: URLSearchParams, origin_ms: number): Stretch | null {
  const from = milliseconds(query.get('from') ?? '') - origin_ms;
  const to = milliseconds(query.get('to') ?? '') - origin_ms;
  return Number.isFinite(from) && Number.isFinite(to) && from < to ? { from, to } : null;
}

/** Another view, or how it follows from the one before; null shows the whole, also when it grows. */
export type SetView = (next: Stretch | null | ((before: Stretch) => Stretch)) => void;

/** The view, and a way to change it. */
export function useView(origin_ms: number, scale: Scale): readonly [Stretch, SetView] {
  const { query, set } = usePlace();
  const named = `${query.get('from') ?? ''} ${query.get('to') ?? ''}`;
  const written = useRef(named);
  const [own, setOwn] = useState(() => viewIn(query, origin_ms));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const view = useMemo(() => (own ? bounded(own, scale) : wholeView(scale)), [own, scale]);
  // Ahead of what is drawn: several turns of a wheel may come before the next frame.
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  }, [view]);
  useEffect(() => {
    if (named === written.current) return;
    written.current = named;
    setOwn(viewIn(query, origin_ms));
  }, [named, query, origin_ms]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change: SetView = useCallback(
    (next) => {
      const wanted = typeof next === 'function' ? next(latest.current) : next;
      if (wanted === latest.current) return;
      const changed = wanted === null || alike(wanted, wholeView(scale)) ? null : wanted;
      latest.current = changed ? bounded(changed, scale) : wholeView(scale);
      setOwn(changed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const from = changed && instant(origin_ms, changed.from, exactness(changed));
        const to = changed && instant(origin_ms, changed.to, exactness(changed));
        written.current = `${from ?? ''} ${to ?? ''}`;
        set({ from, to });
      }, write_ms);
    },
    [scale, origin_ms, set],
  );
  return [view, change];
}

/** Buckets of all lanes together; more would only make the answer longer. */
const buckets_all_max = 40_000;

/** A nearer answer than that of the whole session, when the view needs one. */
export function useNear(
  session: string,
  lanes: string | null,
  whole: Picture | null,
  view: Stretch,
  version: number,
): Answer<api.Timeline> {
  const asked = whole?.bucketed && !recorded ? askedFor(view, whole.whole) : null;
  const per_lane = Math.floor(buckets_all_max / Math.max(1, whole?.lanes.length ?? 1));
  const target =
    asked && whole
      ? address(['sessions', session, 'timeline'], {
          from: instant(whole.origin_ms, asked.from),
          to: instant(whole.origin_ms, asked.to),
          buckets: Math.min(1600, Math.max(200, per_lane)),
          limit: 2000,
          lanes,
        })
      : null;
  const [rested, setRested] = useState(target);
  useEffect(() => {
    const timer = setTimeout(() => setRested(target), target === null ? 0 : ask_ms);
    return () => clearTimeout(timer);
  }, [target]);
  return useAnswer<api.Timeline>(target === null ? null : rested, version);
}
