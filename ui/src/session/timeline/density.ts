/** How much happens where, in columns: for strips that show a whole session at a glance. */
import type { Picture } from './picture';
import type { Across } from './scene';

export type Column = {
  events: number;
  errors: number;
  /** The kind that most of its events have. */
  kind: string;
};

/** Events at work in each column; those of a bucket are spread over the columns it covers. */
export function columnsOf(picture: Picture, over: Across): readonly (Column | null)[] {
  const columns: (Column | null)[] = Array.from({ length: Math.floor(over.width) }, () => null);
  const most = new Float64Array(columns.length);
  for (const mark of picture.marks) {
    const from = Math.floor(over.x(mark.from));
    const to = Math.max(from, Math.ceil(over.x(mark.to)) - 1);
    if (to < 0 || from >= columns.length) continue;
    const share = mark.bucket ? mark.events / (to - from + 1) : 1;
    const errors = mark.bucket ? mark.bucket.errors / (to - from + 1) : 0;
    for (let at = Math.max(0, from); at <= Math.min(to, columns.length - 1); ++at) {
      const column = (columns[at] ??= { events: 0, errors: 0, kind: mark.kind });
      column.events += share;
      // What failed is marked where it began, not for as long as it took.
      column.errors += mark.span ? Number(mark.failed && at === from) : errors;
      if (share >= (most[at] ?? 0)) {
        most[at] = share;
        column.kind = mark.kind;
      }
    }
  }
  return columns;
}
