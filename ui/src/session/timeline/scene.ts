/** Where things stand on the canvas, and what stands under the pointer. Pixels only. */
import type { Mark, Picture } from './picture';
import type { Scale, Stretch } from './scale';

export type LaneBox = { readonly y: number; readonly height: number; readonly row_px: number };
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

const lane_pad = 5;
/** As high as there is room for; lanes with very many rows have lower ones. */
const row_px_max = 26;
/** So few rows share the room of a whole view. */
const rows_few = 4;
const row_px_few = 52;
const row_px_usual = 18;
const row_px_min = 6;
const rows_high = 12;
const bucket_px_max = 46;
const bucket_px_min = 24;
const diamond_px = 9;
const reach_px = 4;

/** The lanes under each other, as high as their rows need. */
export function stackLanes(picture: Picture, room_px = 0): readonly LaneBox[] {
  const rows = picture.lanes.map(() => 1);
  for (const { lane, row } of picture.marks) {
    rows[lane] = Math.max(rows[lane] ?? 1, row + 1);
  }
  const all = rows.reduce((sum, count) => sum + count, 0);
  const roomy = Math.floor((room_px - rows.length * 2 * lane_pad) / Math.max(1, all));
  const most = all <= rows_few ? row_px_few : row_px_max;
  const high = Math.max(row_px_usual, Math.min(most, roomy));
  let y = 0;
  return rows.map((count) => {
    const row_px = picture.bucketed
      ? Math.max(bucket_px_min, Math.min(bucket_px_max, roomy))
      : Math.max(row_px_min, Math.min(high, (rows_high * row_px_usual) / count));
    const box = { y, height: Math.max(28, count * row_px + 2 * lane_pad), row_px };
    y += box.height;
    return box;
  });
}

export function heightOf(boxes: readonly LaneBox[]): number {
  const last = boxes.at(-1);
  return last ? last.y + last.height : 0;
}

/** From moments to pixels and back, for what is shown on so many of them. */
export type Across = {
  readonly width: number;
  readonly x: (moment: number) => number;
  readonly moment: (x: number) => number;
};

export function across(view: Stretch, scale: Scale, width: number): Across {
  const from = scale.place(view.from);
  const length = Math.max(scale.place(view.to) - from, 1e-9);
  return {
    width,
    x: (moment) => ((scale.place(moment) - from) / length) * width,
    moment: (x) => scale.moment(from + (x / Math.max(1, width)) * length),
  };
}

export function isPoint(mark: Mark): boolean {
  return mark.span !== null && mark.to <= mark.from;
}

/** Where a mark is drawn; a diamond has its moment in the middle. */
export function boxOf(mark: Mark, lane: LaneBox, over: Across, busiest: number): Box {
  const left = over.x(mark.from);
  if (mark.bucket) {
    const share = Math.log1p(mark.events) / Math.log1p(busiest);
    const height = Math.max(3, share * (lane.row_px - 6));
    const bottom = lane.y + lane.height - lane_pad;
    // On whole pixels: bars that share one would look darker than their neighbours.
    const x = Math.round(left);
    return { x, y: bottom - height, width: Math.max(1, Math.round(over.x(mark.to)) - x), height };
  }
  const y = lane.y + lane_pad + mark.row * lane.row_px + 1;
  const height = Math.max(3, lane.row_px - 3);
  if (isPoint(mark)) {
    const size = Math.min(diamond_px, height);
    return { x: left - size / 2, y: y + (height - size) / 2, width: size, height: size };
  }
  return { x: left, y, width: Math.max(2, over.x(mark.to) - left), height };
}

/** What is drawn at a place: the nearest, and of several the shortest. */
export function hit(
  picture: Picture,
  lanes: readonly LaneBox[],
  over: Across,
  at: { readonly x: number; readonly y: number },
): Mark | null {
  let best: Mark | null = null;
  let best_rank = Infinity;
  for (const mark of picture.marks) {
    const lane = lanes[mark.lane];
    if (!lane || at.y < lane.y || at.y >= lane.y + lane.height) continue;
    const box = boxOf(mark, lane, over, picture.busiest);
    const dx = Math.max(box.x - at.x, 0, at.x - box.x - box.width);
    // A bar is found anywhere in its column: a low one would be hard to point at.
    const dy = mark.bucket ? 0 : Math.max(box.y - at.y, 0, at.y - box.y - box.height);
    if (dx > reach_px || dy > reach_px) continue;
    const rank = (dx + dy) * 1e6 + box.width;
    if (rank < best_rank) {
      best = mark;
      best_rank = rank;
    }
  }
  return best;
}

/** The marks of a view, in order; the row of a mark's lane steps to the one before or behind it. */
export function inView(picture: Picture, view: Stretch): readonly Mark[] {
  return picture.marks.filter(({ from, to }) => to >= view.from && from <= view.to);
}

export function neighbour(picture: Picture, of: Mark, step: 1 | -1): Mark | null {
  const lane = picture.marks
    .filter(({ lane: each, span }) => each === of.lane && span !== null)
    .sort((a, b) => a.ordinal - b.ordinal);
  const at = lane.findIndex(({ ordinal }) => ordinal === of.ordinal);
  return lane[at + step] ?? null;
}
