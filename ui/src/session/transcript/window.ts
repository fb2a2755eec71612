/** A stretch of the session's order that is in the page: extended at one end, trimmed at the other. */
import type * as api from '../../api/types';

export type Row = api.OutlineRow;

export type Stretch = {
  readonly rows: readonly Row[];
  /** Nothing stands before the first, or behind the last. */
  readonly from_start: boolean;
  readonly to_end: boolean;
};

export const step_rows = 40;
export const rows_max = 160;

export const nothing: Stretch = { rows: [], from_start: false, to_end: false };

/** What one answer shows; its offset and total say what lies around it. */
export function stretchOf(answer: api.Outline): Stretch {
  return {
    rows: answer.rows,
    from_start: answer.offset === 0,
    to_end: answer.offset + answer.rows.length >= answer.rows_total,
  };
}

/** With the rows behind its last; fewer than were asked for means that there are no more. */
export function withLater(before: Stretch, rows: readonly Row[]): Stretch {
  const last = before.rows.at(-1)?.ordinal ?? 0;
  const all = [...before.rows, ...rows.filter((row) => row.ordinal > last)];
  const cut = Math.max(0, all.length - rows_max);
  return {
    rows: all.slice(cut),
    from_start: before.from_start && cut === 0,
    to_end: rows.length < step_rows,
  };
}

/** With the rows before its first. */
export function withEarlier(before: Stretch, rows: readonly Row[]): Stretch {
  const first = before.rows[0]?.ordinal ?? Infinity;
  const all = [...rows.filter((row) => row.ordinal < first), ...before.rows];
  const kept = all.slice(0, rows_max);
  return {
    rows: kept,
    from_start: rows.length < step_rows,
    to_end: before.to_end && kept.length === all.length,
  };
}

/** Whether the place lies inside, so that nothing has to be asked to show it. */
export function covers(stretch: Stretch, ordinal: number): boolean {
  const first = stretch.rows[0]?.ordinal;
  const last = stretch.rows.at(-1)?.ordinal;
  if (first === undefined || last === undefined) return stretch.from_start && stretch.to_end;
  const behind_first = ordinal >= first || stretch.from_start;
  return behind_first && (ordinal <= last || stretch.to_end);
}
