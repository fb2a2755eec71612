/** How far a row of a tree is moved in. */

/** Deeper rows stay where they are and say their level instead. */
export const indented_levels_max = 24;
const step_px = 16;

export function indentOf(level: number): {
  readonly px: number;
  /** Said in digits when it cannot be seen. */
  readonly number: number | null;
} {
  const steps = Math.min(level - 1, indented_levels_max);
  return {
    px: steps * step_px,
    number: level - 1 > indented_levels_max ? level : null,
  };
}
