/** The timeline goes where the reader goes elsewhere: to what is selected, and with what is played. */
import { useEffect, useRef } from 'react';

import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { milliseconds } from '../../parts/format';
import { usePlayhead } from '../state/playhead';
import { momentAt, type Mark, type Picture } from './picture';
import type { Scale } from './scale';
import type { SetView } from './useView';
import { revealing } from './view';

/** When the selected event happened; null when none is, or as long as it is not known. */
export function useChosen(
  event: api.EventId | null,
  mark: Mark | null,
  whole: Picture,
): number | null {
  const unseen = event !== null && mark === null && whole.bucketed;
  const { data } = useAnswer<api.Event>(unseen ? address(['events', event]) : null);
  if (mark) return mark.from;
  if (!unseen || data?.id !== event) return null;
  const moment = milliseconds(data.time) - whole.origin_ms;
  return moment >= whole.whole.from && moment <= whole.whole.to ? moment : null;
}

export type FollowingProps = {
  readonly event: api.EventId | null;
  readonly chosen: number | null;
  readonly whole: Picture;
  readonly scale: Scale;
  readonly setView: SetView;
};

export function useFollowing({ event, chosen, whole, scale, setView }: FollowingProps): void {
  const playhead = usePlayhead();
  const followed = useRef<api.EventId | null>(null);
  useEffect(() => {
    // Once for each selection: panning away afterwards is the reader's right.
    if (chosen === null || followed.current === event) return;
    followed.current = event;
    setView((view) => revealing(view, scale, chosen));
  }, [event, chosen, scale, setView]);
  useEffect(
    () =>
      playhead.subscribe(() => {
        const now = playhead.playing() ? momentAt(whole, playhead.at()) : null;
        if (now !== null) setView((view) => revealing(view, scale, now));
      }),
    [playhead, whole, scale, setView],
  );
}
