import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { address } from '../api/client';
import { listen, type LiveState } from '../api/live';
import type * as api from '../api/types';
import { forget, useAnswer } from '../api/useAnswer';
import { usePlace } from '../app/place';
import { Failure } from '../parts/Notice';
import { PlayheadContext, useAddressedPlayhead, usePaced } from './playhead';
import { SessionContext, type SessionState } from './state';
import { SessionLayout } from './SessionLayout';

export type SessionPageProps = { readonly session: string };

/** One element for good: only who uses the session's state is drawn anew when it changes. */
const layout = <SessionLayout />;

/** A chain may be as long as the session: the nearest links are asked for, and the rest counted. */
const chain_max = 500;

/** How often a session that grows is asked for again. */
const refresh_ms = 1000;

/** A session: four views of the same events, one selection, one playhead. */
export function SessionPage({ session }: SessionPageProps) {
  const { query, set } = usePlace();
  const { version, live } = useArrivals(session);
  const head = useAnswer<api.Outline>(
    address(['sessions', session, 'outline'], { order: 'time', limit: 1 }),
    version,
  );
  const event = query.get('event');
  const assumed = query.get('assumed') === '1';
  const explain = (direction: 'up' | 'down') =>
    event && address(['events', event, 'explain'], { direction, limit: chain_max, assumed });
  const up = useAnswer<api.Explanation>(explain('up'), version);
  const down = useAnswer<api.Explanation>(explain('down'), version);
  const playhead = useAddressedPlayhead();
  const at = usePaced(playhead);
  // Apart from the playhead, so that what hangs on these alone is not drawn anew with every frame.
  const lit = useMemo(() => {
    const chains = [up.data, down.data].filter((each) => each?.event === event);
    return new Set(chains.flatMap((each) => each?.chain.map((link) => link.event_id) ?? []));
  }, [event, up.data, down.data]);
  const select = useCallback((id: api.EventId | null) => set({ event: id }, 'push'), [set]);
  const setAt = useCallback(
    (ordinal: number | null) => playhead.move(ordinal ?? Infinity),
    [playhead],
  );
  const state: SessionState = useMemo(
    () => ({
      session: head.data?.session ?? session,
      head: head.data,
      event,
      select,
      up: event ? up.data : null,
      down: event ? down.data : null,
      lit,
      at,
      setAt,
      version,
      live,
    }),
    [session, head.data, event, select, up.data, down.data, lit, at, setAt, version, live],
  );
  if (head.error && !head.data) return <Failure error={head.error} />;
  return (
    <PlayheadContext value={playhead}>
      <SessionContext value={state}>{layout}</SessionContext>
    </PlayheadContext>
  );
}

/** Grows, at most once a second, when events of the session arrive. */
function useArrivals(session: string): { readonly version: number; readonly live: LiveState } {
  const [version, setVersion] = useState(0);
  const [live, setLive] = useState<LiveState>('waiting');
  const due = useRef(false);
  useEffect(() => {
    let there = true;
    const stop = listen(
      { session },
      () => {
        if (due.current) return;
        due.current = true;
        setTimeout(() => {
          due.current = false;
          if (!there) return;
          forget(address(['sessions', session]));
          forget(address(['gaps', session]));
          forget('events');
          setVersion((before) => before + 1);
        }, refresh_ms);
      },
      setLive,
    );
    return () => {
      there = false;
      stop();
    };
  }, [session]);
  return { version, live };
}
