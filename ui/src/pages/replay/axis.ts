/** Where times stand when idle gaps take no room: in order, near each other when close in time. */

export type Break = { readonly x: number; readonly width: number; readonly ms: number };

export type Axis = {
  /** One place for each time that was given. */
  readonly x: readonly number[];
  readonly width: number;
  readonly breaks: readonly Break[];
  /** The place of any time: between two that were given in proportion, beyond them at the edge. */
  readonly at: (time: number) => number;
};

export const step_min = 14;
const step_max = 110;
const break_width = 72;
const margin = 28;
/** The last time is written to the right of its place. */
const end_margin = 96;
/** No gap shorter than this is idle, however busy the rest is. */
const idle_min_ms = 2000;
const idle_factor = 10;

/** Gaps longer than this are idle: ten times what is usual here. */
export function idleMs(times: readonly number[]): number {
  const gaps = times
    .slice(1)
    .map((time, at) => time - (times[at] ?? time))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  const usual = gaps[Math.floor((gaps.length - 1) / 2)] ?? 0;
  return Math.max(idle_min_ms, usual * idle_factor);
}

/** `times` in milliseconds, in order. */
export function axisOf(times: readonly number[]): Axis {
  const idle = idleMs(times);
  const x: number[] = [];
  const breaks: Break[] = [];
  let here = margin;
  times.forEach((time, at) => {
    if (at > 0) {
      const gap = Math.max(0, time - (times[at - 1] ?? time));
      if (gap > idle) {
        breaks.push({ x: here + step_min, width: break_width, ms: gap });
        here += break_width + 2 * step_min;
      } else {
        here += step_min + (step_max - step_min) * Math.sqrt(gap / idle);
      }
    }
    x.push(here);
  });
  return {
    x,
    width: here + end_margin,
    breaks,
    at: (time) => between(times, x, time),
  };
}

function between(times: readonly number[], x: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  const before = x[low - 1];
  const after = x[low];
  if (before === undefined) return after ?? margin;
  if (after === undefined) return before;
  const from = times[low - 1] ?? time;
  const gap = (times[low] ?? time) - from;
  return gap > 0 ? before + ((time - from) / gap) * (after - before) : before;
}

export type Tick = { readonly x: number; readonly time: string };

const tick_every = 150;

/** Times to write: the first, the one behind each break, and then as there is room; null writes none. */
export function ticksOf(axis: Axis, times: readonly (string | null)[]): readonly Tick[] {
  const ticks: Tick[] = [];
  const behind = new Set(axis.breaks.map((each) => each.x + each.width + step_min));
  times.forEach((time, at) => {
    if (time === null) return;
    const x = axis.x[at] ?? 0;
    const last = ticks.at(-1);
    if (!last || x - last.x >= tick_every || (behind.has(x) && x - last.x >= tick_every / 2)) {
      ticks.push({ x, time });
    }
  });
  return ticks;
}
