import { useEffect, useLayoutEffect, type ReactNode } from 'react';

import { useDrawn } from './useDrawn';
import { useScroller, type Scroller } from './useScroller';

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

const overscan = 8;

/** Rows of one height, of which only those on the screen exist. */
export function WindowedRows(props: WindowedRowsProps) {
  const { count, rowHeight, onRange } = props;
  const headed = props.head !== undefined;
  const scroller = useScroller({ count, rowHeight, headed });
  useShift(scroller, props.shift);
  useReveal(scroller, props.reveal);
  const named = useDrawn(scroller.box, props.active ?? null);

  const { at, fits } = scroller;
  const from = Math.max(0, Math.floor(at) - overscan);
  const to = Math.min(count, Math.ceil(at) + Math.ceil(fits) + overscan);
  useEffect(() => onRange({ from, to }), [from, to, onRange]);

  const rows = [];
  for (let row = from; row < to; ++row) {
    rows.push(
      <div
        key={row}
        role="presentation"
        className="windowed__row"
        style={{ transform: `translateY(${scroller.offsetOf(row)}px)`, height: rowHeight }}
      >
        {props.row(row)}
      </div>,
    );
  }
  return (
    <div
      ref={scroller.box}
      className="windowed"
      role={props.role ?? 'list'}
      aria-label={props.label}
      aria-activedescendant={named ?? undefined}
      tabIndex={0}
      onScroll={scroller.onScroll}
    >
      {headed && (
        <div role="presentation" className="windowed__head" style={{ height: rowHeight }}>
          {props.head}
        </div>
      )}
      <div role="presentation" className="windowed__content" style={{ height: scroller.content }}>
        {rows}
      </div>
    </div>
  );
}

function useShift({ at, scrollTo }: Scroller, shift: WindowedRowsProps['shift']): void {
  useLayoutEffect(() => {
    if (shift && shift.by !== 0) scrollTo(at + shift.by);
    // Once for each time that rows moved.
  }, [shift?.version]);
}

function useReveal({ at, fits, scrollTo }: Scroller, reveal: WindowedRowsProps['reveal']): void {
  useEffect(() => {
    if (!reveal) return;
    const visible = Math.ceil(fits);
    const last = reveal.at - fits + 1;
    if (reveal.nearest && Math.abs(reveal.at - at) < visible * 2) {
      if (reveal.at < at) scrollTo(reveal.at);
      else if (last > at) scrollTo(last);
      return;
    }
    const inside = reveal.at >= at + 1 && last <= at - 1;
    if (!inside) scrollTo(reveal.at - Math.floor(visible / 2));
    // Only when somebody asks for it: scrolling away afterwards is the reader's right.
  }, [reveal?.at, reveal?.version]);
}
