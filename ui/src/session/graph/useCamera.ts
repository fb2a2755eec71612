import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';

import { usePlace } from '../../app/place';
import { nodeLike, nodeNearest } from './find';
import { extentOf, type PlacedNode, type Stage } from './scene';
import { eyeIn, eyeOnAll, eyeOver, eyeText, firstEye, shows, type Eye } from './eye';

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
  const { getViewport, setViewport } = useReactFlow();
  const store = useStoreApi();
  const { query, set } = usePlace();
  const ready = useStore((state) => state.panZoom !== null && state.width > 0);
  const held = useRef<PlacedNode | null>(null);
  const before = useRef<Stage | null>(null);

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

  const noted = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(noted.current), []);
  const note = useCallback(() => {
    aim.current = null;
    clearTimeout(noted.current);
    noted.current = setTimeout(() => set({ eye: eyeText(getViewport()) }), 250);
  }, [getViewport, set]);

  return useMemo(() => {
    const centre = (placed: PlacedNode) => {
      const zoom = Math.max(getViewport().zoom, 0.7);
      go(eyeOver(placed.box, store.getState(), zoom), 220);
    };
    return {
      fit: () => {
        if (!stage) return;
        const { width, height } = store.getState();
        const box = extentOf(stage);
        go(eyeOnAll(box, { width, height }, zooms.min, 1.2), 220);
      },
      zoom: (by) => {
        const { width, height } = store.getState();
        const { x, y, zoom } = aim.current ?? getViewport();
        const next = Math.min(zooms.max, Math.max(zooms.min, zoom * by));
        const scale = next / zoom;
        go(
          {
            x: width / 2 - (width / 2 - x) * scale,
            y: height / 2 - (height / 2 - y) * scale,
            zoom: next,
          },
          120,
        );
      },
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

function centreOf({ x, y, zoom }: Eye, { width, height }: { width: number; height: number }) {
  return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom };
}

function calm(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
