/** What the measurements share: a million events, first bytes, first screens, frames and memory. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { CDPSession, Page } from '@playwright/test';

import type { Server } from '../tests/serving';

export async function firstByte(server: Server, target: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${server.url}/api/v1/${target}`);
  const ms = performance.now() - began;
  await response.arrayBuffer();
  return Math.round(ms);
}

type Seen = { seen_at: number | null; looked_for: string };

/**
 * Runs before the page: notes the first frame that shows the thing. What was looked for on pages
 * that were opened before runs as well, and gives way to the last.
 */
export function watchFor({ thing }: { thing: string }): void {
  const all = globalThis as unknown as Seen;
  all.seen_at = null;
  all.looked_for = thing;
  const look = () => {
    if (all.looked_for !== thing) return;
    if (document.querySelector(thing))
      requestAnimationFrame(() => (all.seen_at = performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export type Opening = {
  readonly first_paint_ms: number;
  /** From the answer's first byte to its rows or nodes on the screen. */
  readonly first_screen_ms: number;
  /** From the opening of the page to them. */
  readonly whole_ms: number;
};

/** Of a page that was opened with `watchFor`; in the page. */
export function openingTimes(answer: string): Opening {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const asked = entries.find((entry) => entry.name.includes(answer));
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  const seen_at = (globalThis as unknown as Seen).seen_at ?? NaN;
  return {
    first_paint_ms: Math.round(paint?.startTime ?? NaN),
    first_screen_ms: Math.round(seen_at - (asked?.responseStart ?? NaN)),
    whole_ms: Math.round(seen_at),
  };
}

export type Frames = { readonly frames_per_s: number; readonly longest_frame_ms: number };

/** Counts the frames of the page while something is done to it. */
export async function framesWhile(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const all = globalThis as unknown as { frames: number[] };
    all.frames = [];
    const count = (now: number) => {
      all.frames.push(now);
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await act();
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames);
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const whole = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  return {
    frames_per_s: Math.round((gaps.length / whole) * 1000),
    longest_frame_ms: Math.round(Math.max(...gaps)),
  };
}

export async function heap(page: Page): Promise<number> {
  const protocol: CDPSession = await page.context().newCDPSession(page);
  await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await protocol.send('Runtime.getHeapUsage')) as { usedSize: number };
  return Number((usedSize / 1e6).toFixed(1));
}

/** All that a browser loads of the page, compressed as the server sends it. */
export function bundleKb(): number {
  const built = resolve(import.meta.dirname, '../../build/ui');
  const files = readdirSync(built, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile() && /\.(?:html|js|css)$/.test(file.name))
    .map((file) => gzipSync(readFileSync(resolve(file.parentPath, file.name))).length);
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024);
}
