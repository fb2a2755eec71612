/** How far a row of a tree is moved in. */

/** Deeper rows stay where they are and say their level instead. */
export const indented_levels_max = 24;
const step_px = 16;
/** However deep the tree is, so many pixels show how deep a row stands. */
const indent_max_px = 192;

/** `depth`: of the whole tree. */
export function indentOf(
  level: number,
  depth = 1,
): {
  readonly px: number;
  /** Of one level. */
  readonly step: number;
  /** Said in digits when it cannot be seen. */
  readonly number: number | null;
} {
  const steps = Math.min(level - 1, indented_levels_max);
  const shown = Math.max(1, Math.min(depth - 1, indented_levels_max));
  const step = Math.min(step_px, indent_max_px / shown);
  return {
    px: Math.round(steps * step),
    step,
    number: level - 1 > indented_levels_max ? level : null,
  };
}
