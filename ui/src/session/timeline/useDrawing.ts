/** Draws when something changed, and with every frame in which the playhead changes a pixel. */
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';

import { useTheme } from '../../ground/theme';
import { usePlayhead } from '../state/playhead';
import { readInk } from './ink';
import { paint, type Scene } from './paint';
import { axis_px, paintAxis } from './paintAxis';
import { momentAt, type Picture } from './picture';
import { lastAtMost } from './scale';
import { contextOf } from './useCanvas';

export type DrawingProps = Omit<Scene, 'top' | 'at' | 'now'> & {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly ruler: RefObject<HTMLCanvasElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly width: number;
  /** Of the whole session: knows where the playhead is when the picture does not. */
  readonly whole: Picture;
};

/** The answer draws at once, for what else changes, such as what is scrolled to. */
export function useDrawing(props: DrawingProps): () => void {
  const playhead = usePlayhead();
  const theme = useTheme();
  const ink = useMemo(() => readInk(document.documentElement), [theme]);
  const latest = useRef(props);
  const draw = useCallback(() => {
    const { canvas, ruler, scroller, width, height, picture, whole } = latest.current;
    const at = playhead.at();
    const scene: Scene = {
      ...latest.current,
      at,
      now: Number.isFinite(at) ? (momentAt(picture, at) ?? momentAt(whole, at)) : null,
      top: scroller.current?.scrollTop ?? 0,
    };
    const on_lanes = contextOf(canvas.current, { width, height });
    if (on_lanes) paint(on_lanes, scene, ink);
    const on_ruler = contextOf(ruler.current, { width, height: axis_px });
    if (on_ruler) paintAxis(on_ruler, scene, ink);
  }, [playhead, ink]);

  const { width, height, picture, whole, lanes, over, scale, ticks } = props;
  const { selected, chosen, lit, pointed } = props;
  useEffect(() => {
    latest.current = props;
    draw();
    // The rest of the props are refs, which never change.
  }, [
    draw,
    width,
    height,
    picture,
    whole,
    lanes,
    over,
    scale,
    ticks,
    selected,
    chosen,
    lit,
    pointed,
  ]);

  useEffect(() => {
    let frame = 0;
    const looks = () => {
      const at = playhead.at();
      const now = momentAt(picture, at) ?? momentAt(whole, at) ?? Infinity;
      const begun = lastAtMost(picture.begins.length, (each) => picture.begins[each] ?? 0, at);
      return `${Math.round(over.x(now))} ${begun}`;
    };
    let drawn = looks();
    const stop = playhead.subscribe(() => {
      // In a long session, most steps of the playhead change no pixel.
      if (frame !== 0 || looks() === drawn) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        drawn = looks();
        draw();
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [draw, playhead, picture, whole, over]);
  return draw;
}
