/** For tests: a session around a component, without a page. */
import { useMemo, useState, type ReactNode } from 'react';

import type * as api from '../../api/types';
import { makePlayhead, PlayheadContext, usePaced, type Playhead } from './playhead';
import { SessionContext, type SessionState } from './session';

export type InSessionProps = {
  readonly children: ReactNode;
  readonly playhead?: Playhead;
  readonly state?: Partial<SessionState>;
};

export function InSession({ children, playhead, state }: InSessionProps) {
  const [own] = useState(() => playhead ?? makePlayhead());
  const at = usePaced(own);
  const [event, select] = useState<api.EventId | null>(state?.event ?? null);
  const value: SessionState = useMemo(
    () => ({
      ...{ session: 's', head: null, event, select, up: null, down: null, lit: new Set<string>() },
      ...{ at, setAt: (ordinal: number | null) => own.move(ordinal ?? Infinity) },
      ...{
        asking: false,
        version: 0,
        live: 'off' as const,
        growing: false,
        ...state,
        event,
        select: state?.select ?? select,
      },
    }),
    [at, event, own, state],
  );
  return (
    <PlayheadContext value={own}>
      <SessionContext value={value}>{children}</SessionContext>
    </PlayheadContext>
  );
}

/** The figures of a session with so many events. */
export function headOf(
  events: number,
  kinds: { readonly [kind: string]: number } = {},
): api.Outline {
  const time = '2026-02-23T10:00:00Z';
  return {
    ...{ session: 's', events, rows_total: events, roots: 1, depth: 1, first: time, last: time },
    ...{ kinds, agents: [], runs: 1, missing_parents: 0, cycles: 0, last_seq: events },
    ...{ offset: 0, rows: [] },
  };
}
