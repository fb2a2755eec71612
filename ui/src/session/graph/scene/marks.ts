/**
 * What changes while one scrubs and selects, kept apart from the nodes: moving the playhead draws
 * only the nodes whose marks change, and never makes a new list of nodes.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';

import type * as api from '../../../api/types';
import { milliseconds } from '../../../parts/format';
import { marks, type SessionState } from '../../state/session';

export type Marking = Pick<SessionState, 'event' | 'lit' | 'at'> & {
  /** The node that the keyboard is at. */
  readonly active: string | null;
  /** The newest node at the playhead. */
  readonly now: string | null;
  /** The node in which the selected event is, when it is none itself. */
  readonly holder: string | null;
  /** When the playhead stands, in milliseconds: what other sessions did later is to come. */
  readonly until: number;
  /** Stacks that the path goes through. */
  readonly passed: ReadonlySet<string>;
};

export const unmarked: Marking = {
  event: null,
  lit: new Set(),
  at: Infinity,
  active: null,
  now: null,
  holder: null,
  until: Infinity,
  passed: new Set(),
};

export function nodeMarks(marking: Marking, node: api.MapNode): string {
  const parts = [marks(marking, { id: node.event, ordinal: node.ordinal })];
  if (node.ordinal === null && isToCome(marking, node)) parts.push('is-to-come');
  if (node.id === marking.holder) parts.push('is-holder');
  else if (marking.passed.has(node.id)) parts.push('is-lit');
  if (node.id === marking.active) parts.push('is-active');
  if (node.id === marking.now) parts.push('is-now');
  return parts.filter(Boolean).join(' ');
}

/** An edge is lit where both of its ends are, and to come where what it leads to is. */
export function edgeMarks(marking: Marking, from: api.MapNode, to: api.MapNode): string {
  const parts = [];
  if (isLit(marking, from) && isLit(marking, to)) parts.push('is-lit');
  else if (isSelected(marking, from) || isSelected(marking, to)) parts.push('is-beside');
  if (isToCome(marking, to) || isToCome(marking, from)) parts.push('is-to-come');
  return parts.join(' ');
}

/** An event of another session has no place in this one's order: its time says whether it is there. */
function isToCome({ at, until }: Marking, { ordinal, time }: api.MapNode): boolean {
  if (!Number.isFinite(at)) return false;
  if (ordinal !== null) return ordinal > at;
  return time === null || milliseconds(time) > until;
}

function isSelected({ event, holder }: Marking, node: api.MapNode): boolean {
  return (node.event !== null && node.event === event) || node.id === holder;
}

function isLit(marking: Marking, node: api.MapNode): boolean {
  if (isSelected(marking, node) || marking.passed.has(node.id)) return true;
  return node.event !== null && marking.lit.has(node.event);
}

export type MarkStore = {
  readonly get: () => Marking;
  readonly set: (marking: Marking) => void;
  readonly subscribe: (watcher: () => void) => () => void;
};

export function markStore(): MarkStore {
  let marking = unmarked;
  const watchers = new Set<() => void>();
  return {
    get: () => marking,
    set: (next) => {
      marking = next;
      watchers.forEach((watcher) => watcher());
    },
    subscribe: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export type GraphActions = {
  readonly marks: MarkStore;
  /** Shows or hides what hangs under it; opens a stack. */
  readonly toggle: (node: api.MapNode) => void;
};

export const GraphContext = createContext<GraphActions | null>(null);

export function useGraph(): GraphActions {
  const actions = useContext(GraphContext);
  if (!actions) throw new Error('outside of a graph');
  return actions;
}

/** The classes that `of` makes of the marking; drawn again only when they change. */
export function useMarks(of: (marking: Marking) => string): string {
  const { marks: store } = useGraph();
  return useSyncExternalStore(store.subscribe, () => of(store.get()));
}
