/** The pointer over the lanes: pointing, clicking, dragging, wheels. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

import type { Mark } from './picture';

export type Pointed = { readonly mark: Mark; readonly x: number; readonly y: number };

export type PointerUses = {
  /** What is drawn at a place of the canvas, in its pixels. */
  readonly find: (x: number, y: number) => Mark | null;
  readonly onOpen: (mark: Mark | null) => void;
  /** By a share of what is shown. */
  readonly onPan: (share: number) => void;
  readonly onZoom: (factor: number, share: number) => void;
};

const drag_px = 4;
const zoom_per_px = 0.002;

export function usePointer(box: RefObject<HTMLElement | null>, uses: PointerUses) {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const drag = useRef<{ start: number; x: number; moved: boolean } | null>(null);
  const latest = useRef(uses);
  useEffect(() => {
    latest.current = uses;
  });

  // React listens to wheels passively, and a passive listener cannot take the wheel.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      const bounds = element.getBoundingClientRect();
      const unit = event.deltaMode === 1 ? 16 : 1;
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        const factor = Math.exp(event.deltaY * unit * zoom_per_px);
        const share = (event.clientX - bounds.left) / Math.max(1, bounds.width);
        latest.current.onZoom(factor, share);
      } else if (sideways !== 0) {
        latest.current.onPan((sideways * unit) / Math.max(1, bounds.width));
      } else {
        return;
      }
      event.preventDefault();
      setPointed(null);
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [box]);

  const placeOf = (event: PointerEvent) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  };
  return {
    pointed,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        const { x } = placeOf(event);
        drag.current = { start: x, x, moved: false };
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        const { x, y } = placeOf(event);
        const held = drag.current;
        if (!held) {
          const mark = uses.find(x, y);
          setPointed(mark && { mark, x, y });
          return;
        }
        if (!held.moved && Math.abs(x - held.start) < drag_px) return;
        const width = Math.max(1, event.currentTarget.clientWidth);
        uses.onPan((held.x - x) / width);
        drag.current = { ...held, x, moved: true };
        setPointed(null);
      },
      onPointerUp: (event: PointerEvent) => {
        const held = drag.current;
        drag.current = null;
        if (!held || held.moved) return;
        const { x, y } = placeOf(event);
        uses.onOpen(uses.find(x, y));
      },
      onPointerCancel: () => {
        drag.current = null;
      },
      onPointerLeave: () => setPointed(null),
    },
  };
}
