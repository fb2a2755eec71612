import { useCallback, useEffect, useRef, useState } from 'react';

import { useKeysInside } from '../../ground/keys';
import { Failure } from '../../parts/Notice';
import { WindowedRows, type Range } from '../../parts/windowed/WindowedRows';
import { marks, useSession } from '../state/session';
import { useView } from '../state/useView';
import { amongSiblings } from './pages';
import { TreeBar } from './TreeBar';
import { treeKeys } from './treeKeys';
import { rowElementId, SkeletonRow, TreeRow } from './TreeRow';
import { useTree } from './useTree';
import { useTreePlayhead } from './useTreePlayhead';

import './TreeView.css';

const row_height = 28;

/** The decision tree of the session: what caused what, as far as it is open. */
export function TreeView() {
  const state = useSession();
  const tree = useTree();
  const { pages, error, onRange, shift } = tree.list;
  const playhead = useTreePlayhead(tree);
  const [screen, setScreen] = useState(20);
  const box = useRef<HTMLDivElement>(null);
  const main = useView() === 'tree';
  const depth = Math.max(1, tree.list.depth ?? 1);
  const onKeyDown = useKeysInside('Tree', treeKeys(tree, depth, screen), main);
  const see = useCallback(
    (range: Range) => {
      setScreen(Math.max(1, range.to - range.from - 18));
      onRange(range);
    },
    [onRange],
  );
  useEffect(() => {
    // A page that was just opened has no focus yet: the keys of the main view are taken to be meant.
    if (main && document.activeElement === document.body) focusRows(box.current);
  }, [main]);
  const draw = (at: number) => {
    const row = pages.rows.get(at);
    if (!row) return <SkeletonRow at={at} />;
    const among = amongSiblings(pages, at);
    return (
      <TreeRow
        row={row}
        marks={marks(state, row)}
        active={at === tree.at}
        now={row.ordinal === state.at}
        place={among?.place ?? 0}
        size={among?.size ?? 0}
        depth={depth}
        growing={state.growing}
        onToggle={tree.toggle}
        onSelect={tree.choose}
      />
    );
  };
  const ready = pages.total !== null && tree.placed;
  return (
    <div className="tree-view" ref={box} onKeyDown={onKeyDown}>
      <TreeBar tree={tree} depth={depth} playhead={playhead} />
      <div>{error && <Failure error={error} />}</div>
      <Columns />
      <div className="tree-view__rows" onWheel={() => playhead.setFollowing(false)}>
        {pages.total === 0 && <p className="tree-view__empty soft">Nothing fits the filter.</p>}
        <WindowedRows
          role="tree"
          label={`Decision tree of ${state.session}`}
          count={ready ? (pages.total ?? 0) : 24}
          rowHeight={row_height}
          row={ready ? draw : (at) => <SkeletonRow at={at} />}
          onRange={see}
          reveal={ready ? tree.reveal : null}
          shift={shift}
          active={ready && tree.row ? rowElementId(tree.row) : null}
        />
      </div>
    </div>
  );
}

function focusRows(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true });
}

function Columns() {
  return (
    <div className="tree-view__columns" aria-hidden="true">
      <span>What happened, and why</span>
      <span className="tree-view__agent">Agent</span>
      <span className="tree-view__number">Took</span>
      <span className="tree-view__number tree-view__tokens">Tokens</span>
      <span className="tree-view__number">Time</span>
    </div>
  );
}
