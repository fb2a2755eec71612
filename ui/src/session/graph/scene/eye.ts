/** Where one looks, as React Flow counts it: the graph's 0,0 on the screen, and the zoom. */
import type { Box } from '../../../layout/geometry';
import type { PlacedNode, Stage } from './scene';
import { extentOf } from './scene';

export type Eye = { readonly x: number; readonly y: number; readonly zoom: number };
export type Screen = { readonly width: number; readonly height: number };

/** The smallest words of a card have 11 pixels: at any smaller zoom they could not be read. */
export const readable = 1;

export function eyeOver(box: Box, { width, height }: Screen, zoom: number): Eye {
  return {
    x: width / 2 - (box.x + box.width / 2) * zoom,
    y: height / 2 - (box.y + box.height / 2) * zoom,
    zoom,
  };
}

/** Room beside the graph, and above it for what is said about it. */
const room = { beside: 28, above: 44 };

/** Everything, as large as it goes within the zooms. */
export function eyeOnAll(box: Box, screen: Screen, least: number, most: number): Eye {
  const inner = {
    width: Math.max(1, screen.width - 2 * room.beside),
    height: Math.max(1, screen.height - room.above - room.beside),
  };
  const fits = Math.min(inner.width / (box.width || 1), inner.height / (box.height || 1));
  const { x, y, zoom } = eyeOver(box, inner, Math.min(most, Math.max(least, fits)));
  return { x: x + room.beside, y: y + room.above, zoom };
}

/** Whole, if it can be read then; else at the selected node, or at the beginning. */
export function firstEye(stage: Stage, screen: Screen, start: PlacedNode | null): Eye {
  const box = extentOf(stage);
  const whole = eyeOnAll(box, screen, 0, readable);
  if (whole.zoom >= readable) return whole;
  if (start) return eyeOver(start.box, screen, readable);
  const first = stage.nodes[0];
  if (!first) return { x: 0, y: 0, zoom: readable };
  const { x, y } = eyeOver(first.box, screen, readable);
  return {
    x: box.width > screen.width ? room.beside - box.x : x,
    y: box.height > screen.height - room.above ? Math.min(y, room.above - box.y) : y,
    zoom: readable,
  };
}

/** Whether the middle of a box is well on the screen. */
export function shows({ x, y, zoom }: Eye, { width, height }: Screen, box: Box): boolean {
  const left = box.x * zoom + x;
  const top = box.y * zoom + y;
  const right = left + box.width * zoom;
  const bottom = top + box.height * zoom;
  return left >= 8 && top >= 8 && right <= width - 8 && bottom <= height - 8;
}

export function eyeText({ x, y, zoom }: Eye): string {
  return `${Math.round(x)},${Math.round(y)},${Number(zoom.toFixed(3))}`;
}

export function eyeIn(text: string | null): Eye | null {
  const [x, y, zoom, ...more] = (text ?? '').split(',').map(Number);
  if (x === undefined || y === undefined || zoom === undefined || more.length > 0) return null;
  if (!Number.isFinite(x) || !Number.isFinite(y) || !(zoom > 0 && zoom <= 4)) return null;
  return { x, y, zoom };
}

/** The small map is as wide and high as the graph is, within reason; no node in it is less than a dot. */
export function smallMapOf({ width, height }: Screen): {
  readonly size: Screen;
  readonly stroke: number;
} {
  const aspect = Math.min(4, Math.max(0.6, width / Math.max(1, height)));
  const size = {
    width: Math.round(Math.sqrt(13_000 * aspect)),
    height: Math.round(Math.sqrt(13_000 / aspect)),
  };
  const pixel = Math.max(width / size.width, height / size.height);
  return { size, stroke: pixel > 60 ? pixel * 1.5 : 0 };
}
