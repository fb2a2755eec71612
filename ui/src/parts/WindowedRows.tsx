import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

import './WindowedRows.css';

export type Range = { readonly from: number; readonly to: number };

export type Reveal = {
  readonly at: number;
  readonly version: number;
  /** Only as far as needed, for steps by the keyboard; else into the middle. */
  readonly nearest?: boolean;
};

export type WindowedRowsProps = {
  readonly count: number;
  readonly rowHeight: number;
  /** Draws row `at`; it must be `rowHeight` high. */
  readonly row: (at: number) => ReactNode;
  /** Told which rows are on the screen, so that they can be asked for. */
  readonly onRange: (range: Range) => void;
  /** A row to bring into view, whenever `version` of it changes. */
  readonly reveal?: Reveal | null;
  /** Rows that came or went above what is looked at: it stays where it is on the screen. */
  readonly shift?: { readonly by: number; readonly version: number };
  readonly label: string;
  readonly role?: 'tree' | 'listbox' | 'list' | 'grid' | 'table' | 'rowgroup';
  /** The row that has the keyboard, by its element's id. */
  readonly active?: string | null;
  /** Stays above the rows, and is as high as one. */
  readonly head?: ReactNode;
};

/** Browsers lose count of pixels beyond some 16 million: a taller list scrolls in proportion. */
const height_max = 8_000_000;
const overscan = 8;

/** Rows of one height, of which only those on the screen exist. */
export function WindowedRows(props: WindowedRowsProps) {
  const { count, rowHeight, onRange, reveal } = props;
  const box = useRef<HTMLDivElement>(null);
  const headed = props.head !== undefined;
  const [first, setFirst] = useState(0);
  const [height, setHeight] = useState(600);
  const visible = Math.ceil(height / rowHeight);
  const first_max = Math.max(0, count - height / rowHeight);
  const content = Math.min(count * rowHeight, height_max);
  const scaled = count * rowHeight > height_max;
  const at = Math.min(first, first_max);

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
  /** Where the list scrolled itself to: nobody else did. */
  const expected = useRef<number | null>(null);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const above = headed ? rowHeight : 0;
    const measure = () => setHeight(Math.max(rowHeight, (element.clientHeight || 600) - above));
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [headed, rowHeight]);

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

  const shift = props.shift;
  useLayoutEffect(() => {
    if (shift && shift.by !== 0) scrollTo(at + shift.by);
    // Once for each time that rows moved.
  }, [shift?.version]);

  useEffect(() => {
    if (!reveal) return;
    const last = reveal.at - height / rowHeight + 1;
    if (reveal.nearest && Math.abs(reveal.at - at) < visible * 2) {
      if (reveal.at < at) scrollTo(reveal.at);
      else if (last > at) scrollTo(last);
      return;
    }
    const inside = reveal.at >= at + 1 && last <= at - 1;
    if (!inside) scrollTo(reveal.at - Math.floor(visible / 2));
    // Only when somebody asks for it: scrolling away afterwards is the reader's right.
  }, [reveal?.at, reveal?.version]);

  const from = Math.max(0, Math.floor(at) - overscan);
  const to = Math.min(count, Math.ceil(at) + visible + overscan);
  useEffect(() => onRange({ from, to }), [from, to, onRange]);

  const onScroll = () => {
    const top = box.current?.scrollTop ?? 0;
    if (expected.current !== null && Math.abs(top - expected.current) < 2) return;
    expected.current = null;
    setFirst(scaled ? (top / Math.max(1, content - height)) * first_max : top / rowHeight);
  };

  const rows = [];
  for (let row = from; row < to; ++row) {
    const offset = scaled
      ? (box.current?.scrollTop ?? 0) + (row - at) * rowHeight
      : row * rowHeight;
    rows.push(
      <div
        key={row}
        role="presentation"
        className="windowed__row"
        style={{ transform: `translateY(${offset}px)`, height: rowHeight }}
      >
        {props.row(row)}
      </div>,
    );
  }
  return (
    <div
      ref={box}
      className="windowed"
      role={props.role ?? 'list'}
      aria-label={props.label}
      aria-activedescendant={props.active ?? undefined}
      tabIndex={0}
      onScroll={onScroll}
    >
      {headed && (
        <div role="presentation" className="windowed__head" style={{ height: rowHeight }}>
          {props.head}
        </div>
      )}
      <div role="presentation" className="windowed__content" style={{ height: content }}>
        {rows}
      </div>
    </div>
  );
}
