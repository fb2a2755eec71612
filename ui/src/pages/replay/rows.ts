/** How high the lanes are, and what of the picture is near the part that one sees. */
import type { Caption } from './lines';
import type { Arrow, Mark, Model } from './model';

export const axis_height = 34;
const lane_height = 34;
const captioned_height = 52;

export type LaneRow = { readonly top: number; readonly height: number; readonly middle: number };

/** A lane with something to read under its marks is higher. */
export function laneRows(model: Model, captions: readonly Caption[]): readonly LaneRow[] {
  const captioned = new Set(captions.map((caption) => caption.mark.lane));
  let top = 0;
  return model.lanes.map((_, at) => {
    const height = captioned.has(at) ? captioned_height : lane_height;
    const row = { top, height, middle: top + lane_height / 2 };
    top += height;
    return row;
  });
}

export type Part = { readonly from: number; readonly to: number };

const stride = 800;

/** The part to draw: more than is seen, and the same while one scrolls a little. */
export function partAround(left: number, width: number): Part {
  const from = Math.floor(left / stride) * stride - stride;
  return { from, to: from + Math.ceil(width / stride) * stride + 3 * stride };
}

export function marksIn(marks: readonly Mark[], part: Part): readonly Mark[] {
  return marks.filter((mark) => mark.x <= part.to && mark.x + mark.length >= part.from);
}

export function arrowsIn(arrows: readonly Arrow[], part: Part): readonly Arrow[] {
  return arrows.filter((arrow) => arrow.x >= part.from - stride && arrow.x <= part.to);
}
