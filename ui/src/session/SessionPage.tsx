import { useCallback, useEffect, useMemo, useState } from 'react';

import { address, type ApiError } from '../api/client';
import type { LiveState } from '../api/live';
import type * as api from '../api/types';
import { allAnswered, forget, useAnswer } from '../api/useAnswer';
import { useArrivals } from '../api/useArrivals';
import { usePlace } from '../ground/place';
import { Failure } from '../parts/Notice';
import { SessionLayout } from './SessionLayout';
import { useGrowing } from './state/growing';
import { PlayheadContext, useAddressedPlayhead, usePaced } from './state/playhead';
import { useSame } from './state/same';
import { SessionContext, type SessionState } from './state/session';
import { effects_max } from './why/chain';

export type SessionPageProps = { readonly session: string };

/** One element for good: only who uses the session's state is drawn anew when it changes. */
const layout = <SessionLayout />;

/** A chain may be as long as the session: the nearest links are asked for, and the rest counted. */
const chain_max = 500;

/** A session: four views of the same events, one selection, one playhead. */
export function SessionPage({ session }: SessionPageProps) {
  const { query, set } = usePlace();
  const { version, live } = useVersion(session);
  const head = useAnswer<api.Outline>(
    address(['sessions', session, 'outline'], { order: 'time', limit: 1 }),
    version,
  );
  const growing = useGrowing(head.data, version);
  const event = query.get('event');
  const { up, down } = useChains(event, query.get('known') === '1' ? 'known' : null, version);
  const playhead = useAddressedPlayhead();
  const at = usePaced(playhead);
  const led = event && !up.error ? up.data : null;
  const leads = event && !down.error ? down.data : null;
  // Apart from the playhead, so that what hangs on these alone is not drawn anew with every frame.
  const lit = useMemo(() => {
    const chains = [up.data, down.data].filter((each) => each?.event === event);
    return new Set(chains.flatMap((each) => each?.chain.map((link) => link.event_id) ?? []));
  }, [event, up.data, down.data]);
  const select = useCallback((id: api.EventId | null) => set({ event: id }, 'push'), [set]);
  // An id may be shortened in an address, as everywhere: its event has the whole one.
  const whole = up.waiting || up.error ? null : (up.data?.event ?? null);
  useEffect(() => {
    if (event && whole && whole !== event) set({ event: whole });
  }, [event, whole, set]);
  const setAt = useCallback(
    (ordinal: number | null) => playhead.move(ordinal ?? Infinity),
    [playhead],
  );
  const state: SessionState = useSame({
    session: head.data?.session ?? session,
    head: head.data,
    event,
    select,
    up: led,
    down: leads,
    asking: up.waiting,
    lit,
    at,
    setAt,
    version,
    live,
    growing,
  });
  if (head.error && !head.data) return <NoSession session={session} error={head.error} />;
  return (
    <PlayheadContext value={playhead}>
      <SessionContext value={state}>{layout}</SessionContext>
    </PlayheadContext>
  );
}

type NoSessionProps = { readonly session: string; readonly error: ApiError };

function NoSession({ session, error }: NoSessionProps) {
  return (
    <>
      <h1 className="unseen">Session {session}</h1>
      <Failure error={error} />
    </>
  );
}

/** What led to an event, and what it led to. */
function useChains(event: api.EventId | null, follow: 'known' | null, version: number) {
  const explain = (direction: 'up' | 'down') =>
    event &&
    address(['events', event, 'explain'], {
      direction,
      limit: chain_max,
      reach: direction === 'down' ? effects_max : null,
      follow,
    });
  const up = useAnswer<api.Explanation>(explain('up'), version);
  const down = useAnswer<api.Explanation>(explain('down'), version);
  return { up, down };
}

/** Grows when events of the session arrive; a slow server is not asked faster than it answers. */
function useVersion(session: string): { readonly version: number; readonly live: LiveState } {
  const [version, setVersion] = useState(0);
  const live = useArrivals({ session }, () => {
    forget(address(['sessions', session]));
    forget(address(['gaps', session]));
    forget('events');
    setVersion((before) => before + 1);
    return allAnswered();
  });
  return { version, live };
}
