import { useEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';

import type * as api from '../../api/types';
import { useTheme } from '../../ground/theme';
import { count, timeOfDay } from '../../parts/format';
import { brief } from '../../parts/printable';
import { usePlayhead } from '../state/playhead';
import { readInk } from '../timeline/ink';
import type { Picture } from '../timeline/picture';
import { contextOf, useSize } from '../timeline/useCanvas';
import type { Loop } from './clock';
import { paintStrip, strip_px as height } from './paintStrip';
import { ordinalOf, shareOf, stripOf } from './strip';

export type ScrubberProps = {
  readonly events: number;
  readonly picture: Picture | null;
  /** Where decisions are, when the picture cannot tell. */
  readonly decisions: readonly number[];
  readonly loop: Loop | null;
  readonly row: api.OutlineRow | null;
  readonly onToggle: () => void;
};

const leap = 0.05;

/** Where playback is, among all events in order: drag it, or use the keys. */
export function Scrubber(props: ScrubberProps) {
  const { events, picture, decisions, loop, row, onToggle } = props;
  const playhead = usePlayhead();
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const thumb = useRef<HTMLDivElement>(null);
  const rest = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const strip = useMemo(
    () => (picture ? stripOf(picture, events, width, decisions) : []),
    [picture, events, width, decisions],
  );
  useEffect(() => {
    const context = contextOf(canvas.current, { width, height });
    if (context) paintStrip(context, strip, readInk(document.documentElement));
  }, [strip, width, theme]);

  // With every frame, and past React: nothing but these three elements changes.
  useEffect(() => {
    const place = () => {
      const at = Math.min(playhead.at(), events);
      const x = shareOf(at, events) * width;
      if (thumb.current) thumb.current.style.transform = `translateX(${x}px)`;
      if (rest.current) rest.current.style.transform = `translateX(${x}px)`;
      box.current?.setAttribute('aria-valuenow', String(at));
    };
    place();
    return playhead.subscribe(place);
  }, [playhead, events, width]);

  const moveTo = (ordinal: number) => playhead.move(ordinal >= events ? Infinity : ordinal);
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1 || events === 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const bounds = event.currentTarget.getBoundingClientRect();
    moveTo(ordinalOf((event.clientX - bounds.left) / Math.max(1, bounds.width), events));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0;
    if (by === 0 && event.key !== ' ') return;
    event.preventDefault();
    if (by === 0) return onToggle();
    const step = Math.max(1, Math.round(events * leap));
    moveTo(Math.max(1, Math.min(playhead.at(), events) + by * step));
  };
  return (
    <div
      ref={box}
      className="scrubber"
      role="slider"
      tabIndex={0}
      aria-label="Place in the session"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, events)}
      aria-valuetext={valueText(row, events)}
      onPointerDown={drag}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} style={{ width, height }} aria-hidden="true" />
      <div ref={rest} className="scrubber__rest" />
      {loop && (
        <div
          className="scrubber__loop"
          style={{
            left: shareOf(loop.first, events) * width,
            width: Math.max(2, (shareOf(loop.last, events) - shareOf(loop.first, events)) * width),
          }}
        />
      )}
      <div ref={thumb} className="scrubber__thumb" />
    </div>
  );
}

/** `event 41 of 310, 10:00:01, tool call Read`. */
export function valueText(row: api.OutlineRow | null, events: number): string {
  if (!row) return events === 0 ? 'no events' : `${count(events)} events`;
  const what = `${row.kind.slice(0, 60).replaceAll('_', ' ')} ${brief(row.summary, 120)}`.trim();
  const failed = row.status === 'error' ? ', failed' : '';
  const when = row.time_derived ? 'no time' : timeOfDay(row.time).slice(0, 8);
  return `event ${count(row.ordinal)} of ${count(events)}, ${when}, ${what}${failed}`;
}
