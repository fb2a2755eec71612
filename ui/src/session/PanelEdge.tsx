import { useState, type KeyboardEvent, type PointerEvent } from 'react';

const width_key = 'hence.panel';
const width_min = 260;
const width_max = 900;

function bounded(width: number): number {
  return Math.round(Math.max(width_min, Math.min(width_max, width)));
}

/** How wide the panel is; kept for the next time. */
export function usePanelWidth(): readonly [number, (width: number) => void] {
  const [width, setWidth] = useState(() => {
    try {
      return bounded(Number(localStorage.getItem(width_key)) || 400);
    } catch {
      return 400; // A page without storage forgets it, and that is all.
    }
  });
  const set = (next: number) => {
    setWidth(bounded(next));
    try {
      localStorage.setItem(width_key, String(bounded(next)));
    } catch {
      // As above.
    }
  };
  return [width, set];
}

export type PanelEdgeProps = {
  readonly width: number;
  readonly onWidth: (width: number) => void;
};

/** The edge that is dragged, or moved by the arrow keys, to make the panel wider or narrower. */
export function PanelEdge({ width, onWidth }: PanelEdgeProps) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const right = event.currentTarget.parentElement?.getBoundingClientRect().right ?? 0;
    onWidth(right - event.clientX);
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? 20 : event.key === 'ArrowRight' ? -20 : 0;
    if (by === 0) return;
    event.preventDefault();
    onWidth(width + by);
  };
  return (
    <div
      className="side-panel__edge"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuenow={width}
      aria-valuemin={width_min}
      aria-valuemax={width_max}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}
