/** Steps from event to event, turn to turn, decision to decision, failure to failure. */
import { useCallback, useRef, useState } from 'react';

import { address, ask } from '../../api/client';
import type * as api from '../../api/types';
import { failureKinds } from '../state/failures';
import { usePlayhead } from '../state/playhead';

export type StepOver = 'event' | 'turn' | 'decision' | 'failure';
export type Way = 1 | -1;

/** A turn is what the model said; of agents whose calls were not recorded, what they thought. */
export function turnKind(kinds: { readonly [kind: string]: number }): string {
  const found = ['llm_call', 'thought'].find((kind) => Object.hasOwn(kinds, kind));
  return found ?? 'decision';
}

/** Where a step leads that needs no server: ordinals have no holes. */
export function stepped(at: number, way: Way, events: number): number {
  const here = Math.min(at, events);
  const next = Math.max(1, here + way);
  return next >= events && way === 1 ? Infinity : next;
}

/** Which kinds a turn begins with, and which may fail. */
type StepKinds = { readonly turn: string; readonly failing: string | null };

export function stepAddress(
  session: string,
  over: StepOver,
  from: number,
  way: Way,
  { turn, failing }: StepKinds,
) {
  return address(['sessions', session, 'outline'], {
    order: 'time',
    limit: 1,
    ...(way === 1 ? { after: from } : { before: from }),
    ...(over === 'failure'
      ? { errors: true, kinds: failing }
      : { kinds: over === 'turn' ? turn : 'decision' }),
  });
}

export type Steps = {
  readonly step: (over: StepOver, way: Way) => void;
  readonly toStart: () => void;
  readonly toEnd: () => void;
  /** What the last step did not find. */
  readonly said: string;
};

export function useSteps(
  session: string,
  events: number,
  kinds: { readonly [kind: string]: number },
): Steps {
  const playhead = usePlayhead();
  const [said, setSaid] = useState('');
  const queue = useRef<Promise<void>>(Promise.resolve());
  const turn = turnKind(kinds);
  const failing = failureKinds(kinds);

  const find = useCallback(
    async (over: StepOver, way: Way) => {
      const from = Math.min(playhead.at(), events + (way === -1 ? 1 : 0));
      try {
        const { rows } = await ask<api.Outline>(
          stepAddress(session, over, from, way, { turn, failing }),
        );
        if (rows[0]) playhead.move(rows[0].ordinal);
        else setSaid(`no ${way === 1 ? 'later' : 'earlier'} ${over}`);
      } catch (error) {
        setSaid(error instanceof Error ? error.message : String(error));
      }
    },
    [playhead, session, events, turn, failing],
  );
  const step = (over: StepOver, way: Way) => {
    setSaid('');
    playhead.setPlaying(false);
    if (over === 'event') playhead.move(stepped(playhead.at(), way, events));
    // One after the other, so that keys pressed quickly lead as far as keys pressed slowly.
    else queue.current = queue.current.then(() => find(over, way));
  };
  const to = (ordinal: number) => () => {
    setSaid('');
    playhead.setPlaying(false);
    playhead.move(ordinal);
  };
  return { step, toStart: to(1), toEnd: to(Infinity), said };
}
