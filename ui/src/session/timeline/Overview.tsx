import { useEffect, useMemo, useRef, type PointerEvent } from 'react';

import { useTheme } from '../../ground/theme';
import { usePlayhead } from '../state/playhead';
import { columnsOf, type Column } from './density';
import { readInk, type Ink } from './ink';
import { momentAt, type Picture } from './picture';
import type { Scale, Stretch } from './scale';
import { across } from './scene';
import { contextOf, useSize } from './useCanvas';
import { bounded, wholeView } from './view';

export type OverviewProps = {
  readonly whole: Picture;
  readonly scale: Scale;
  readonly view: Stretch;
  readonly label: string;
  readonly onView: (view: Stretch | null) => void;
};

const height = 34;
const grip_px = 6;

type Grip = {
  readonly kind: 'new' | 'move' | 'from' | 'to';
  readonly x: number;
  readonly view: Stretch;
};

/** All of the session in one strip, and which part of it is shown: drag to show another. */
export function Overview({ whole, scale, view, label, onView }: OverviewProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const needle = useRef<HTMLDivElement>(null);
  const grip = useRef<Grip | null>(null);
  const { width } = useSize(box);
  const theme = useTheme();
  const playhead = usePlayhead();
  const over = useMemo(() => across(wholeView(scale), scale, width), [scale, width]);
  const columns = useMemo(() => columnsOf(whole, over), [whole, over]);

  useEffect(() => {
    const context = contextOf(canvas.current, { width, height });
    if (context) paintStrip(context, columns, readInk(document.documentElement));
  }, [columns, width, theme]);
  useEffect(() => {
    const place = () => {
      const now = Number.isFinite(playhead.at()) ? momentAt(whole, playhead.at()) : null;
      if (!needle.current) return;
      needle.current.hidden = now === null;
      if (now !== null) needle.current.style.transform = `translateX(${over.x(now)}px)`;
    };
    place();
    return playhead.subscribe(place);
  }, [playhead, whole, over]);

  const left = over.x(view.from);
  const right = over.x(view.to);
  const placeOf = (event: PointerEvent) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const take = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const x = placeOf(event);
    event.currentTarget.setPointerCapture?.(event.pointerId);
    grip.current = { kind: gripAt(x, left, right, width), x, view };
  };
  const drag = (event: PointerEvent) => {
    const held = grip.current;
    const x = placeOf(event);
    if (held && Math.abs(x - held.x) > 2) onView(bounded(dragged(held, x, over), scale));
  };
  return (
    <div
      ref={box}
      className="timeline__overview"
      role="img"
      aria-label={label}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={() => (grip.current = null)}
      onPointerCancel={() => (grip.current = null)}
      onDoubleClick={() => onView(null)}
    >
      <canvas ref={canvas} style={{ width, height }} />
      <div className="timeline__beside" style={{ left: 0, width: Math.max(0, left) }} />
      <div className="timeline__beside" style={{ left: right, right: 0 }} />
      <div className="timeline__brush" style={{ left, width: Math.max(4, right - left) }} />
      <div ref={needle} className="timeline__needle" hidden />
    </div>
  );
}

/** What one takes hold of: an end of the brush, the brush, or nothing, which draws a new one. */
export function gripAt(x: number, left: number, right: number, width: number): Grip['kind'] {
  if (Math.abs(x - left) <= grip_px && left > 1) return 'from';
  if (Math.abs(x - right) <= grip_px && right < width - 1) return 'to';
  const all = left <= 1 && right >= width - 1;
  return x > left && x < right && !all ? 'move' : 'new';
}

export function dragged(grip: Grip, x: number, over: ReturnType<typeof across>): Stretch {
  const { view } = grip;
  if (grip.kind === 'new') {
    return { from: over.moment(Math.min(grip.x, x)), to: over.moment(Math.max(grip.x, x)) };
  }
  if (grip.kind === 'from') return { from: Math.min(over.moment(x), view.to), to: view.to };
  if (grip.kind === 'to') return { from: view.from, to: Math.max(over.moment(x), view.from) };
  const by = x - grip.x;
  return { from: over.moment(over.x(view.from) + by), to: over.moment(over.x(view.to) + by) };
}

function paintStrip(
  context: CanvasRenderingContext2D,
  columns: readonly (Column | null)[],
  ink: Ink,
): void {
  context.clearRect(0, 0, columns.length, height);
  const most = columns.reduce((max, column) => Math.max(max, column?.events ?? 0), 0);
  const worst = columns.reduce((max, column) => Math.max(max, column?.errors ?? 0), 0);
  columns.forEach((column, x) => {
    if (!column) return;
    const tall = Math.max(2, (Math.log1p(column.events) / Math.log1p(most)) * (height - 10));
    context.fillStyle = ink.kind(column.kind);
    context.fillRect(x, height - 2 - tall, 1, tall);
    if (column.errors === 0) return;
    context.fillStyle = ink.token('--error');
    // Where most failed, the mark hangs lowest.
    const share = column.errors / worst;
    context.globalAlpha = 0.35 + 0.65 * share;
    context.fillRect(x - 0.5, 0, 2, 1 + share * 5);
    context.globalAlpha = 1;
  });
}
