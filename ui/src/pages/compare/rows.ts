/** What of a comparison is shown: edits with a few same steps around them, the rest folded. */
import type * as api from '../../api/types';

export type CompareRow =
  | { readonly type: 'edit'; readonly index: number; readonly edit: api.Edit }
  /** Same steps from `from` up to, not including, `to`. */
  | { readonly type: 'fold'; readonly from: number; readonly to: number };

const around = 3;

/** `opened` holds the first index of each fold that is shown whole. */
export function rowsOf(
  edits: readonly api.Edit[],
  opened: ReadonlySet<number> = new Set(),
): readonly CompareRow[] {
  const rows: CompareRow[] = [];
  let at = 0;
  while (at < edits.length) {
    const end = endOfSame(edits, at);
    const from = at === 0 ? 0 : Math.min(at + around, end);
    const to = end === edits.length ? end : Math.max(from, end - around);
    const folds = to - from > 1 && !opened.has(from);
    for (; at < end; ++at) {
      if (folds && at === from) {
        rows.push({ type: 'fold', from, to });
        at = to - 1;
        continue;
      }
      rows.push({ type: 'edit', index: at, edit: edits[at] as api.Edit });
    }
    for (; at < edits.length && edits[at]?.op !== 'same'; ++at) {
      rows.push({ type: 'edit', index: at, edit: edits[at] as api.Edit });
    }
  }
  return rows;
}

function endOfSame(edits: readonly api.Edit[], from: number): number {
  let end = from;
  while (end < edits.length && edits[end]?.op === 'same') ++end;
  return end;
}
