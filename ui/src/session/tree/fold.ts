/** What of a tree is open: read from the address, and written back into it. */
import type * as api from '../../api/types';
import type { Change } from '../../ground/place';

export type Fold = {
  /** What is deeper is hidden; null hides nothing. */
  readonly levels: number | null;
  /** Events, by seq, whose descendants are hidden. */
  readonly closed: ReadonlySet<number>;
  /** Events whose children are shown although `levels` would hide them. */
  readonly open: ReadonlySet<number>;
};

export const all_open: Fold = { levels: null, closed: new Set(), open: new Set() };

export function foldOf(query: URLSearchParams): Fold {
  const levels = Number(query.get('levels') ?? '');
  return {
    levels: Number.isInteger(levels) && levels >= 1 ? levels : null,
    closed: seqsIn(query.get('closed')),
    open: seqsIn(query.get('open')),
  };
}

/** The parameters of the address and of the question alike. */
export function foldChange(fold: Fold): Change {
  return { levels: fold.levels, closed: listed(fold.closed), open: listed(fold.open) };
}

type Foldable = Pick<api.OutlineRow, 'seq' | 'level' | 'children' | 'closed'>;

/** Opens a closed row and closes an open one; a row without children stays as it is. */
export function toggled(fold: Fold, row: Foldable): Fold {
  if (row.children === 0) return fold;
  const closed = new Set(fold.closed);
  const open = new Set(fold.open);
  const deep = fold.levels !== null && row.level >= fold.levels;
  if (row.closed) {
    closed.delete(row.seq);
    if (deep) open.add(row.seq);
  } else {
    open.delete(row.seq);
    if (!deep) closed.add(row.seq);
  }
  return { levels: fold.levels, closed, open };
}

/** With these rows open, whatever else is. */
export function openedAll(fold: Fold, rows: readonly Foldable[]): Fold {
  const closed = new Set(fold.closed);
  const open = new Set(fold.open);
  for (const { seq, level } of rows) {
    closed.delete(seq);
    if (fold.levels !== null && level >= fold.levels) open.add(seq);
  }
  return { levels: fold.levels, closed, open };
}

/** One level more or less, counted from how deep the tree is when all is shown. */
export function leveled(fold: Fold, by: number, depth: number): Fold {
  const levels = Math.max(1, (fold.levels ?? depth) + by);
  return levels >= depth ? all_open : { ...all_open, levels };
}

function seqsIn(text: string | null): ReadonlySet<number> {
  const seqs = (text ?? '').split(',').filter((each) => /^\d{1,15}$/.test(each));
  return new Set(seqs.map(Number));
}

function listed(seqs: ReadonlySet<number>): string | null {
  return seqs.size === 0 ? null : [...seqs].sort((a, b) => a - b).join(',');
}
