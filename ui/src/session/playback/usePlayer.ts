/** Plays: moves the playhead with every frame, as the clock says, and looks ahead for times. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { usePlayhead } from '../state/playhead';
import { advance, type Loop, type Pace, type Position } from './clock';
import { page_rows, type Rows } from './rows';

/** After a pause of the page itself (another tab, a laptop asleep), playing goes on gently. */
const frame_max_ms = 250;

export type Player = {
  readonly playing: boolean;
  /** The times of the next events are not there yet. */
  readonly waiting: boolean;
  readonly toggle: () => void;
};

export type PlayerProps = {
  readonly events: number;
  readonly rows: Rows;
  readonly pace: Pace;
  readonly loop: Loop | null;
};

export function usePlayer({ events, rows, pace, loop }: PlayerProps): Player {
  const playhead = usePlayhead();
  const playing = useSyncExternalStore(playhead.subscribe, playhead.playing);
  const [waiting, setWaiting] = useState(false);
  const position = useRef<Position>({ at: 1, spent_ms: 0 });
  const first = loop?.first ?? 1;
  const last = Math.min(loop?.last ?? events, events);
  const { speed, compressed } = pace;

  useEffect(() => {
    if (!playing) return;
    let before = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const elapsed = Math.max(0, Math.min(now - before, frame_max_ms));
      before = now;
      const at = playhead.at();
      if (at !== position.current.at) position.current = { at: Math.max(at, 1), spent_ms: 0 };
      if (position.current.at >= last) {
        position.current = { at: first, spent_ms: 0 };
        if (!loop) return playhead.setPlaying(false);
      }
      const pace_now = { speed, compressed };
      const reached = advance(position.current, elapsed, last, pace_now, rows.timeOf);
      position.current = reached;
      setWaiting(reached.why === 'unknown');
      void rows.want(Math.min(reached.at + 1, last));
      void rows.want(Math.min(reached.at + page_rows, last));
      playhead.move(reached.why === 'last' && !loop && last >= events ? Infinity : reached.at);
      if (reached.why === 'last' && !loop) return playhead.setPlaying(false);
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => {
      cancelAnimationFrame(frame);
      setWaiting(false);
    };
  }, [playing, playhead, rows, first, last, events, loop !== null, speed, compressed]);

  // Who leaves the session stops playing it.
  useEffect(() => () => playhead.setPlaying(false), [playhead]);

  const toggle = () => {
    if (playing) return playhead.setPlaying(false);
    if (events < 2) return;
    // From the end, playing begins anew.
    if (playhead.at() >= last || playhead.at() < first) playhead.move(first);
    playhead.setPlaying(true);
  };
  return { playing, waiting, toggle };
}
