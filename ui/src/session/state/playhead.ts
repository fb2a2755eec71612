/**
 * The playhead: a place in the session's order. It moves with every frame while one scrubs or
 * plays, so it lives outside of React: who draws it subscribes, and everybody else is told as
 * often as the page can afford.
 */
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { usePlace } from '../../ground/place';

export type Playhead = {
  /** The ordinal of the newest event that is there; Infinity at the end. */
  readonly at: () => number;
  readonly move: (ordinal: number) => void;
  readonly playing: () => boolean;
  readonly setPlaying: (playing: boolean) => void;
  /** Calls when the place changes, or whether it plays. */
  readonly subscribe: (watcher: () => void) => () => void;
};

export function makePlayhead(start = Infinity): Playhead {
  const watchers = new Set<() => void>();
  let at = start;
  let playing = false;
  const tell = () => watchers.forEach((watcher) => watcher());
  return {
    at: () => at,
    move: (ordinal) => {
      if (ordinal === at) return;
      at = ordinal;
      tell();
    },
    playing: () => playing,
    setPlaying: (next) => {
      if (next === playing) return;
      playing = next;
      tell();
    },
    subscribe: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export const PlayheadContext = createContext<Playhead>(makePlayhead());

export function usePlayhead(): Playhead {
  return useContext(PlayheadContext);
}

/** `at=` of an address: an ordinal, or the end. */
export function placeIn(text: string | null): number {
  const at = text === null ? NaN : Number(text);
  return Number.isFinite(at) && at >= 1 ? Math.floor(at) : Infinity;
}

/** The address learns of a place when it rests, and once a second while it does not. */
const rest_ms = 300;
const write_ms = 1000;

/** A playhead that begins where the address says, goes where the address goes, and tells it. */
export function useAddressedPlayhead(): Playhead {
  const { query, set } = usePlace();
  const named = query.get('at');
  const [playhead] = useState(() => makePlayhead(placeIn(named)));
  const written = useRef(named);
  useEffect(() => {
    if (named === written.current) return;
    written.current = named;
    playhead.move(placeIn(named));
  }, [named, playhead]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since = 0;
    const write = () => {
      since = 0;
      const at = playhead.at();
      const text = Number.isFinite(at) ? String(at) : null;
      if (text === written.current) return;
      written.current = text;
      set({ at: text });
    };
    const stop = playhead.subscribe(() => {
      const now = performance.now();
      if (since === 0) since = now;
      clearTimeout(timer);
      timer = setTimeout(write, Math.max(0, Math.min(rest_ms, since + write_ms - now)));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [playhead, set]);
  return playhead;
}

/** A picture that took longer than this cost a frame; the page is then left alone for a while. */
const smooth_ms = 25;
const rest_share = 3;
const rest_max_ms = 1000;

/**
 * The place for components that draw it with React: every frame while that is cheap, else less
 * often, so that what moves the playhead stays smooth however much hangs on it.
 */
export function usePaced(playhead: Playhead): number {
  const [at, setAt] = useState(playhead.at);
  useEffect(() => {
    let frame = 0;
    let shown = playhead.at();
    let drawn_at: number | null = null;
    let next = 0;
    const draw = (now: number) => {
      frame = 0;
      // What a picture costs is known when the frame after it comes: much of it is no React.
      const took = drawn_at === null ? 0 : now - drawn_at;
      drawn_at = null;
      if (took > smooth_ms) next = now + Math.min(took * rest_share, rest_max_ms);
      if (playhead.at() === shown) return;
      frame = requestAnimationFrame(draw);
      if (now < next) return;
      drawn_at = now;
      shown = playhead.at();
      flushSync(() => setAt(shown));
    };
    const stop = playhead.subscribe(() => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    });
    setAt(shown);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [playhead]);
  return at;
}
