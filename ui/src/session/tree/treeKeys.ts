import type { KeyCommand } from '../../ground/keys';
import { all_open, leveled } from './fold';
import type { Tree } from './useTree';

/** What the keyboard does in a tree. */
export function treeKeys(tree: Tree, depth: number, page: number): readonly KeyCommand[] {
  const { row, fold, setFold, move, moveTo, toggle, choose, toParent } = tree;
  const total = tree.list.pages.total ?? 0;
  const in_ = () => {
    if (!row || row.children === 0) return;
    if (row.closed) toggle(row);
    else move(1);
  };
  const out = () => {
    if (!row) return;
    if (row.children > 0 && !row.closed) toggle(row);
    else void toParent();
  };
  return [
    { keys: ['ArrowDown', 'j'], label: 'Next row', run: () => move(1) },
    { keys: ['ArrowUp', 'k'], label: 'Previous row', run: () => move(-1) },
    { keys: ['ArrowRight'], label: 'Open, or to the first child', run: in_ },
    { keys: ['ArrowLeft'], label: 'Close, or to the parent', run: out },
    { keys: ['Enter'], label: 'Select the row', run: () => row && choose(row) },
    { keys: ['PageDown'], label: 'A screen down', run: () => move(page) },
    { keys: ['PageUp'], label: 'A screen up', run: () => move(-page) },
    { keys: ['Home'], label: 'First row', run: () => moveTo(0, true) },
    { keys: ['End'], label: 'Last row', run: () => moveTo(Math.max(0, total - 1), true) },
    { keys: ['['], label: 'A level less', run: () => setFold(leveled(fold, -1, depth)) },
    { keys: [']'], label: 'A level more', run: () => setFold(leveled(fold, 1, depth)) },
    { keys: ['{'], label: 'Close everything', run: () => setFold({ ...all_open, levels: 1 }) },
    { keys: ['}'], label: 'Open everything', run: () => setFold(all_open) },
  ];
}
