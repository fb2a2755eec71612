import { useCallback, useEffect, useRef, useState } from 'react';

import { address, ApiError } from '../../api/client';
import type * as api from '../../api/types';
import { askOnce } from '../../api/useAnswer';
import { useSession } from '../state/session';
import { no_hits, stepTo, withPage, type Hits } from './hits';

/** Whole events come back: few at a time, since each may be large. */
const page_events = 25;

export type Find = {
  readonly hits: Hits;
  /** Which hit is selected, or -1. */
  readonly at: number;
  readonly waiting: boolean;
  readonly error: ApiError | null;
  readonly step: (by: 1 | -1) => void;
};

/** Finds the events of the session whose JSON holds the text. */
export function useFind(text: string): Find {
  const { session, event, select } = useSession();
  const [hits, setHits] = useState(no_hits);
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const now = useRef({ hits, text, session });
  now.current.text = text;
  now.current.session = session;

  /** The hits with one page more, or null when something else is looked for by now. */
  const more = useCallback(async (before: Hits): Promise<Hits | null> => {
    const { text: asked, session: of } = now.current;
    const query = { session: of, text: asked, limit: page_events, cursor: before.next };
    setWaiting(true);
    try {
      const page = await askOnce<api.EventPage>(address(['events'], query));
      if (now.current.text !== asked) return null;
      now.current.hits = withPage(before, page);
      setHits(now.current.hits);
      setError(null);
      setWaiting(false);
      return now.current.hits;
    } catch (failed) {
      if (now.current.text !== asked) return null;
      setError(failed instanceof ApiError ? failed : new ApiError(0, 'io', String(failed), ''));
      setWaiting(false);
      return null;
    }
  }, []);

  useEffect(() => {
    now.current.hits = no_hits;
    setHits(no_hits);
    setError(null);
    setWaiting(false);
    if (text !== '') void more(no_hits);
  }, [text, session, more]);

  const at = event === null ? -1 : hits.ids.indexOf(event);
  const step = (by: 1 | -1) => {
    void (async () => {
      let known: Hits | null = now.current.hits;
      if (known.ids.length === 0 && known.next === null) known = await more(no_hits);
      let to = known && stepTo(known, at, by);
      while (known && to === 'more') {
        known = await more(known);
        to = known && stepTo(known, at, by);
      }
      const id = typeof to === 'number' ? known?.ids[to] : undefined;
      if (id !== undefined) select(id);
    })();
  };
  return { hits, at, waiting, error, step };
}
