import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';

import { usePlace } from '../../../ground/place';
import {
  eyeIn,
  eyeOnAll,
  eyeOver,
  eyeText,
  firstEye,
  readable,
  shows,
  type Eye,
} from '../scene/eye';
import { nodeLike, nodeNearest } from '../scene/find';
import { extentOf, type PlacedNode, type Stage } from '../scene/scene';

export type Camera = {
  readonly fit: () => void;
  readonly zoom: (by: number) => void;
  readonly centre: (placed: PlacedNode) => void;
  /** Goes there only if it is not on the screen. */
  readonly reveal: (placed: PlacedNode) => void;
  /** Where this node stands on the screen, it or what replaces it shall stand. */
  readonly hold: (placed: PlacedNode) => void;
  /** Writes into the address where one looks. */
  readonly note: () => void;
};

export const zooms = { min: 0.004, max: 2 };

/** Where one looks: moved by hand, kept over a new layout, brought to what is selected. */
export function useCamera(stage: Stage | null, start: PlacedNode | null): Camera {
  const { getViewport } = useReactFlow();
  const store = useStoreApi();
  const held = useRef<PlacedNode | null>(null);
  const { aim, go } = useAim();
  useStay(stage, start, held, go);
  const note = useNote(aim);
  return useMemo(() => {
    const centre = (placed: PlacedNode) => {
      const zoom = Math.max(getViewport().zoom, readable);
      go(eyeOver(placed.box, store.getState(), zoom), 220);
    };
    return {
      fit: () => {
        if (!stage) return;
        const { width, height } = store.getState();
        const box = extentOf(stage);
        go(eyeOnAll(box, { width, height }, zooms.min, 1.2), 220);
      },
      zoom: (by) => go(zoomed(aim.current ?? getViewport(), store.getState(), by), 120),
      centre,
      reveal: (placed) => {
        if (!shows(getViewport(), store.getState(), placed.box)) centre(placed);
      },
      hold: (placed) => {
        held.current = placed;
      },
      note,
    };
  }, [stage, go, getViewport, store, note]);
}

type Go = (eye: Eye, ms?: number) => void;

function useAim(): { readonly aim: RefObject<Eye | null>; readonly go: Go } {
  const { setViewport } = useReactFlow();
  /** Where the eye is on its way to: a second press goes on from there, not from half of the way. */
  const aim = useRef<Eye | null>(null);
  const go = useCallback(
    (eye: Eye, ms = 0) => {
      aim.current = eye;
      void setViewport(eye, { duration: calm() ? 0 : ms }).then(() => {
        if (aim.current === eye) aim.current = null;
      });
    },
    [setViewport],
  );
  return { aim, go };
}

/** Over a new layout the eye stays on the node that is held, or else on the one in the middle. */
function useStay(
  stage: Stage | null,
  start: PlacedNode | null,
  held: RefObject<PlacedNode | null>,
  go: Go,
): void {
  const { getViewport } = useReactFlow();
  const store = useStoreApi();
  const { query } = usePlace();
  const ready = useStore((state) => state.panZoom !== null && state.width > 0);
  const before = useRef<Stage | null>(null);
  useLayoutEffect(() => {
    if (!stage || !ready || before.current === stage) return;
    const screen = store.getState();
    const last = before.current;
    before.current = stage;
    const anchor = last && (held.current ?? nodeNearest(last, centreOf(getViewport(), screen)));
    held.current = null;
    const now = anchor && nodeLike(stage, anchor.node);
    if (!now) {
      const named = last ? null : eyeIn(query.get('eye'));
      go(named ?? firstEye(stage, screen, start));
      return;
    }
    const { x, y, zoom } = getViewport();
    go({
      x: x - (now.box.x - anchor.box.x) * zoom,
      y: y - (now.box.y - anchor.box.y) * zoom,
      zoom,
    });
    // Only a new stage moves the eye: where the address says one looks is read once.
  }, [stage, ready]);
}

/** Writes into the address where one looks, once the eye rests. */
function useNote(aim: RefObject<Eye | null>): () => void {
  const { getViewport } = useReactFlow();
  const { set } = usePlace();
  const noted = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(noted.current), []);
  return useCallback(() => {
    aim.current = null;
    clearTimeout(noted.current);
    noted.current = setTimeout(() => set({ eye: eyeText(getViewport()) }), 250);
  }, [getViewport, set]);
}

type Screen = { readonly width: number; readonly height: number };

/** Nearer or farther, over the middle of the screen. */
function zoomed({ x, y, zoom }: Eye, { width, height }: Screen, by: number): Eye {
  const next = Math.min(zooms.max, Math.max(zooms.min, zoom * by));
  const scale = next / zoom;
  return {
    x: width / 2 - (width / 2 - x) * scale,
    y: height / 2 - (height / 2 - y) * scale,
    zoom: next,
  };
}

function centreOf({ x, y, zoom }: Eye, { width, height }: Screen) {
  return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom };
}

function calm(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
