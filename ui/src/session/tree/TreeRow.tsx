import { memo } from 'react';

import type * as api from '../../api/types';
import { Failed } from '../../parts/Failed';
import { count, duration, shortId, tokens } from '../../parts/format';
import { Kind } from '../../parts/Kind';
import { lineageText } from '../../parts/lineage';
import { Missing } from '../../parts/Notice';
import { brief, printable } from '../../parts/printable';
import { SummaryText } from '../../parts/SummaryText';
import { RowTime } from '../state/RowTime';
import { indentOf } from './indent';

import './TreeRow.css';

export type TreeRowProps = {
  readonly row: api.OutlineRow;
  /** By what the views share: selected, on the path, still to come. */
  readonly marks: string;
  readonly active: boolean;
  /** The playhead stands here. */
  readonly now: boolean;
  /** Among its siblings; 0 when not known. */
  readonly place: number;
  readonly size: number;
  /** Of the whole tree. */
  readonly depth: number;
  /** The session goes on: what is missing may only be late. */
  readonly growing: boolean;
  readonly onToggle: (row: api.OutlineRow) => void;
  readonly onSelect: (row: api.OutlineRow) => void;
};

export function rowElementId(row: Pick<api.OutlineRow, 'seq'>): string {
  return `tree-row-${row.seq}`;
}

/** One event of the tree, on one line. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, active, place, size, onSelect } = props;
  const failed = row.status === 'error';
  const classes = ['tree-row', props.marks, active && 'tree-row--active'];
  if (failed) classes.push('tree-row--failed');
  if (props.now) classes.push('tree-row--now');
  if (row.abandoned) classes.push('tree-row--abandoned');
  const lineage = lineageText(row);
  return (
    <div
      id={rowElementId(row)}
      role="treeitem"
      className={classes.filter(Boolean).join(' ')}
      aria-level={row.level}
      aria-selected={props.marks.includes('is-selected')}
      aria-expanded={row.children > 0 ? !row.closed : undefined}
      aria-posinset={place || undefined}
      aria-setsize={place ? size : undefined}
      onClick={() => onSelect(row)}
    >
      <div className="tree-row__what">
        <Start {...props} />
        <Kind kind={row.kind} bare />
        {row.parent_missing && (
          <Missing>
            parent {printable(shortId(row.parent ?? ''))}{' '}
            {props.growing ? 'not there so far' : 'never recorded'}
          </Missing>
        )}
        {failed && <Failed />}
        {lineage && <span className="tree-row__hidden">{lineage}</span>}
        <span className="tree-row__summary cut" title={brief(row.summary)}>
          <SummaryText summary={row.summary} />
        </span>
        {row.closed && <span className="tree-row__hidden">+{count(row.descendants)}</span>}
        <span className="tree-row__why cut" title={brief(row.why ?? '')}>
          {row.why !== null && brief(row.why)}
        </span>
      </div>
      <span className="tree-row__cell tree-row__cell--agent cut" title={brief(row.agent ?? '')}>
        {row.agent !== null && brief(row.agent)}
      </span>
      <span className="tree-row__cell tree-row__cell--number">{duration(row.duration_ms)}</span>
      <span className="tree-row__cell tree-row__cell--number tree-row__cell--tokens">
        {tokens(row.tokens)}
      </span>
      <span className="tree-row__cell tree-row__cell--number tree-row__cell--time">
        <RowTime row={row} />
      </span>
    </div>
  );
});

/** How far in it stands, and the mark that opens it. A tree's own keys open it, so no button. */
function Start({ row, depth, onToggle }: TreeRowProps) {
  const indent = indentOf(row.level, depth);
  return (
    <>
      <span
        className="tree-row__indent"
        style={{ width: indent.px, ['--step' as string]: `${indent.step}px` }}
      />
      {indent.number !== null && <span className="tree-row__level">{count(indent.number)}</span>}
      <span
        className={`tree-row__twisty ${row.closed ? '' : 'tree-row__twisty--open'}`}
        aria-hidden="true"
        onClick={(event) => {
          if (row.children === 0) return;
          event.stopPropagation();
          onToggle(row);
        }}
      >
        {row.children > 0 && (
          <svg viewBox="0 0 8 8">
            <path d="M2 0 7 4 2 8z" fill="currentColor" />
          </svg>
        )}
      </span>
    </>
  );
}

/** Stands for a row that is on its way. */
export function SkeletonRow({ at }: { readonly at: number }) {
  return (
    <div className="tree-row tree-row--skeleton" role="presentation">
      <span
        className="tree-row__bar"
        style={{ marginLeft: 32 + (at % 3) * 16, width: `${25 + ((at * 7) % 30)}%` }}
      />
    </div>
  );
}
