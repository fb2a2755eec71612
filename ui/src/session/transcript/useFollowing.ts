import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

import type * as api from '../../api/types';
import { useSession } from '../state/session';
import { itemAt, itemOf, type Item } from './items';
import type { KeptPlace } from './useKeptPlace';
import type { Shown, Transcript } from './useTranscript';
import { covers } from './window';

type Target = { readonly event: api.EventId } | { readonly ordinal: number };

export type Following = {
  /** Whether the playhead is followed: not after the reader has scrolled away. */
  readonly following: boolean;
  readonly setFollowing: (following: boolean) => void;
  /** Goes to a place in the session's order. */
  readonly goTo: (ordinal: number) => void;
  /** Selects an event of the transcript itself, which stays where it is. */
  readonly choose: (event: api.EventId) => void;
};

/** Goes where the selection and the playhead go. */
export function useFollowing(
  transcript: Transcript,
  items: readonly Item[],
  { bring }: KeptPlace,
): Following {
  const { event, at, select, growing, head } = useSession();
  const [following, setFollowing] = useState(true);
  const target = useRef<Target | null>(null);
  const own = useRef<api.EventId | null>(null);
  const now = useRef({ transcript, items, at, chasing: false });
  Object.assign(now.current, { transcript, items, at });

  // Declared behind what keeps the place, so that a place that was asked for wins.
  useLayoutEffect(() => {
    const wanted = target.current;
    if (!wanted) return;
    const item = 'event' in wanted ? itemOf(items, wanted.event) : itemAt(items, wanted.ordinal);
    const first = item ?? ('ordinal' in wanted ? items[0] : undefined);
    if (first && bring(first.row.seq, 'third')) target.current = null;
  }, [items, bring]);

  const goTo = useCallback((ordinal: number) => {
    target.current = { ordinal };
    void now.current.transcript.openAt(ordinal);
  }, []);

  const { openAt, openAtEvent } = transcript;
  useEffect(() => {
    const mine = event === own.current;
    own.current = null;
    if (event === null || mine) {
      // What goes on is read at its end, what is over from its beginning.
      const start = growing ? (head?.events ?? 1) : 1;
      if (now.current.items.length === 0) goTo(Number.isFinite(at) ? at : start);
      return;
    }
    const shown = itemOf(now.current.items, event);
    if (shown && bring(shown.row.seq, 'third')) return;
    target.current = { event };
    void openAtEvent(event).then((shown_now) => {
      if (shown_now === 'not there' && now.current.items.length === 0) void openAt(1);
    });
    // With another filter the transcript itself looks for the same surroundings anew.
  }, [event]);

  const chase = useCallback(async () => {
    if (now.current.chasing) return;
    now.current.chasing = true;
    let shown: Shown = 'shown';
    while (shown === 'shown' && !covers(now.current.transcript.stretch, now.current.at)) {
      target.current = { ordinal: now.current.at };
      shown = await now.current.transcript.openAt(now.current.at);
      await new Promise(requestAnimationFrame);
    }
    now.current.chasing = false;
    const item = itemAt(now.current.items, now.current.at);
    if (item) bring(item.row.seq, 'third');
  }, [bring]);
  useEffect(() => {
    if (!Number.isFinite(at)) setFollowing(true);
    else if (following && now.current.items.length > 0) void chase();
  }, [at, following, chase]);

  const choose = useCallback(
    (id: api.EventId) => {
      own.current = id;
      select(id);
    },
    [select],
  );
  return { following, setFollowing, goTo, choose };
}
