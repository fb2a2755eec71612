/** How a list of rows scrolls, be it taller than a browser can count pixels. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Browsers lose count of pixels beyond some 16 million: a taller list scrolls in proportion. */
const height_max = 8_000_000;
const height_unknown = 600;

export type ScrolledRows = {
  readonly count: number;
  readonly rowHeight: number;
  /** Whether a head, as high as a row, stays above the rows. */
  readonly headed: boolean;
};

export type Scroller = {
  readonly box: RefObject<HTMLDivElement | null>;
  /** The row at the top. The part behind the point says how much of the row is above the top. */
  readonly at: number;
  /** How many rows the screen holds; the last of them perhaps in part. */
  readonly fits: number;
  /** The height of all rows together, as the scrollbar counts it. */
  readonly content: number;
  readonly scrollTo: (row: number) => void;
  readonly onScroll: () => void;
  /** How far below the beginning of the content a row is drawn. */
  readonly offsetOf: (row: number) => number;
};

export function useScroller({ count, rowHeight, headed }: ScrolledRows): Scroller {
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const height = useHeight(box, rowHeight, headed);
  const fits = height / rowHeight;
  const first_max = Math.max(0, count - fits);
  const content = Math.min(count * rowHeight, height_max);
  const scaled = count * rowHeight > height_max;
  const at = Math.min(first, first_max);
  /** Where the list scrolled itself to: nobody else did. */
  const expected = useRef<number | null>(null);
  const scrollTo = useCallback(
    (row: number) => {
      const bounded = Math.max(0, Math.min(row, first_max));
      setFirst(bounded);
      if (box.current && first_max > 0) {
        const top = scaled ? (bounded / first_max) * (content - height) : bounded * rowHeight;
        expected.current = top;
        box.current.scrollTop = top;
      }
    },
    [first_max, scaled, content, height, rowHeight],
  );
  const onScroll = () => {
    const top = box.current?.scrollTop ?? 0;
    if (expected.current !== null && Math.abs(top - expected.current) < 2) return;
    expected.current = null;
    setFirst(scaled ? (top / Math.max(1, content - height)) * first_max : top / rowHeight);
  };
  const offsetOf = (row: number) =>
    scaled ? (box.current?.scrollTop ?? 0) + (row - at) * rowHeight : row * rowHeight;
  const scroller = { box, at, fits, content, scrollTo, onScroll, offsetOf };
  useWheel(scroller, scaled, rowHeight);
  return scroller;
}

function useHeight(
  box: RefObject<HTMLDivElement | null>,
  rowHeight: number,
  headed: boolean,
): number {
  const [height, setHeight] = useState(height_unknown);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const above = headed ? rowHeight : 0;
    const measure = () =>
      setHeight(Math.max(rowHeight, (element.clientHeight || height_unknown) - above));
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [headed, rowHeight]);
  return height;
}

/** In a list that scrolls in proportion, a wheel moves by rows all the same. */
function useWheel({ box, at, scrollTo }: Scroller, scaled: boolean, rowHeight: number): void {
  // React listens to wheels passively, and a passive listener cannot take the wheel.
  useEffect(() => {
    const element = box.current;
    if (!element || !scaled) return;
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const rows = event.deltaMode === 1 ? event.deltaY : event.deltaY / rowHeight;
      scrollTo(at + rows);
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [scaled, at, rowHeight, scrollTo]);
}
