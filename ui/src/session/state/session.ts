/** What the views of one session share: which event is selected, its causal path, the playhead. */
import { createContext, useContext } from 'react';

import type { LiveState } from '../../api/live';
import type * as api from '../../api/types';

export const views = ['graph', 'tree', 'timeline', 'transcript'] as const;
export type View = (typeof views)[number];

export const panels = ['why', 'event', 'knew', 'files'] as const;
export type Panel = (typeof panels)[number];

export type SessionState = {
  readonly session: string;
  /** The session's figures (its rows are of no use); null until they are there. */
  readonly head: api.Outline | null;
  /** The selected event. */
  readonly event: api.EventId | null;
  readonly select: (event: api.EventId | null) => void;
  /** What led to the selected event, and what it led to. */
  readonly up: api.Explanation | null;
  readonly down: api.Explanation | null;
  /** Whether they are still those of another event. */
  readonly asking: boolean;
  /** The ids of both. */
  readonly lit: ReadonlySet<api.EventId>;
  /**
   * The playhead: events with a larger ordinal are not there yet. Infinity at the end. It follows
   * as fast as the page can be drawn; who moves with every frame takes usePlayhead() instead.
   */
  readonly at: number;
  readonly setAt: (ordinal: number | null) => void;
  /** Grows when events arrive; ask again for what you show, and keep it until the answer is there. */
  readonly version: number;
  readonly live: LiveState;
  /** Whether the session goes on: what is missing may only be late. */
  readonly growing: boolean;
};

export const SessionContext = createContext<SessionState | null>(null);

export function useSession(): SessionState {
  const state = useContext(SessionContext);
  if (!state) throw new Error('outside of a session');
  return state;
}

/** The classes of a row, node or span by what the views share. */
export function marks(
  state: Pick<SessionState, 'event' | 'lit' | 'at'>,
  of: { readonly id: api.EventId | null; readonly ordinal: number | null },
): string {
  const parts = [];
  if (of.id !== null && of.id === state.event) parts.push('is-selected');
  else if (of.id !== null && state.lit.has(of.id)) parts.push('is-lit');
  if (of.ordinal !== null && of.ordinal > state.at) parts.push('is-to-come');
  return parts.join(' ');
}
