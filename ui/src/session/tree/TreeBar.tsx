import { count, plural } from '../../parts/format';
import { useSession } from '../state/session';
import { all_open, leveled } from './fold';
import { KindFilter } from './KindFilter';
import type { Tree } from './useTree';
import type { TreePlayhead } from './useTreePlayhead';

export type TreeBarProps = {
  readonly tree: Tree;
  readonly depth: number;
  readonly playhead: TreePlayhead;
};

/** What is shown of the tree, and how to show more or less of it. */
export function TreeBar({ tree, depth, playhead }: TreeBarProps) {
  const { head, at } = useSession();
  const { fold, setFold } = tree;
  const total = tree.list.pages.total;
  const whole = fold.levels === null && fold.closed.size === 0;
  return (
    <div className="tree-view__bar">
      <div className="tree-view__levels" role="group" aria-label="Levels">
        <button
          type="button"
          aria-label="A level less"
          disabled={(fold.levels ?? depth) <= 1}
          onClick={() => setFold(leveled(fold, -1, depth))}
        >
          −
        </button>
        <span>
          {fold.levels === null ? 'all' : count(fold.levels)} of {plural(depth, 'level')}
        </span>
        <button
          type="button"
          aria-label="A level more"
          disabled={fold.levels === null}
          onClick={() => setFold(leveled(fold, 1, depth))}
        >
          +
        </button>
        <button
          type="button"
          className="tree-view__all"
          disabled={whole}
          onClick={() => setFold(all_open)}
        >
          Open all
        </button>
      </div>
      <button
        type="button"
        aria-pressed={tree.steps}
        title="Below its parent, however deep; else each turn of a model is a heading"
        onClick={() => tree.setSteps(!tree.steps)}
      >
        Every level
      </button>
      <KindFilter />
      {Number.isFinite(at) && !playhead.following && (
        <button type="button" onClick={() => playhead.setFollowing(true)}>
          Follow the playhead
        </button>
      )}
      <span className="tree-view__count soft" role="status">
        {total !== null && head && total !== head.events
          ? `${count(total)} of ${plural(head.events, 'event')}`
          : ''}
      </span>
    </div>
  );
}
