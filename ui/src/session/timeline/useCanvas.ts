/** Canvases that are as sharp as the screen, and boxes that know their size. */
import { useLayoutEffect, useState, type RefObject } from 'react';

export type Size = { readonly width: number; readonly height: number };

export function useSize(box: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) =>
        before.width === width && before.height === height ? before : { width, height },
      );
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return size;
}

/** What to draw with, in CSS pixels; null where there is no canvas to draw on. */
export function contextOf(
  canvas: HTMLCanvasElement | null,
  { width, height }: Size,
): CanvasRenderingContext2D | null {
  const context = canvas?.getContext('2d') ?? null;
  if (!canvas || !context || width <= 0 || height <= 0) return null;
  const ratio = window.devicePixelRatio || 1;
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  // Setting a size clears the canvas and costs an allocation: only when it changed.
  if (canvas.width !== pixels.width) canvas.width = pixels.width;
  if (canvas.height !== pixels.height) canvas.height = pixels.height;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
