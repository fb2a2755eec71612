import { useCallback, useMemo, useState } from 'react';

import type * as api from '../../api/types';
import { useKeys } from '../../ground/keys';
import { hashOf } from '../../ground/place';
import { count, duration, plural, tokens } from '../../parts/format';
import { WindowedRows } from '../../parts/windowed/WindowedRows';
import { rowsOf, type CompareRow } from './rows';

export type ComparisonProps = {
  readonly diff: api.Diff;
  readonly sessionA: string | null;
  readonly sessionB: string | null;
};

const signs = { same: '=', added: '+', removed: '−', changed: '~' } as const;
const row_height = 28;

/** The steps of both, aligned; long stretches of same ones are folded. */
export function Comparison({ diff, sessionA, sessionB }: ComparisonProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [asked, setAsked] = useState(0);
  const rows = useMemo(() => rowsOf(diff.edits, opened), [diff.edits, opened]);
  const first = diff.first_divergence?.index ?? -1;
  const first_row = rows.findIndex((row) => row.type === 'edit' && row.index === first);
  const jump = useCallback(() => setAsked((before) => before + 1), []);
  useKeys('Compare', [{ keys: ['n'], label: 'Go to the first divergence', run: jump }]);
  const draw = (row: CompareRow) =>
    row.type === 'fold' ? (
      <button
        type="button"
        className="compare__fold"
        onClick={() => setOpened(new Set([...opened, row.from]))}
      >
        {plural(row.to - row.from, 'same step')}
      </button>
    ) : (
      <div
        role="row"
        className={`compare__row compare__row--${row.edit.op} ${row.index === first ? 'compare__row--first' : ''}`}
      >
        <span role="cell" title={row.edit.op}>
          {signs[row.edit.op]}
          <span className="unseen">{row.edit.op}</span>
        </span>
        <Step step={row.edit.a} session={sessionA} />
        <Step step={row.edit.b} session={sessionB} />
      </div>
    );
  return (
    <>
      <Figures diff={diff} onJump={jump} />
      <div className="compare__row compare__names soft" aria-hidden="true">
        <span />
        <span className="cut">A: {diff.a}</span>
        <span className="cut">B: {diff.b}</span>
      </div>
      <WindowedRows
        role="table"
        label="Steps of both runs"
        count={rows.length}
        rowHeight={row_height}
        row={(at) => {
          const row = rows[at];
          return row ? draw(row) : null;
        }}
        onRange={noRange}
        reveal={first_row >= 0 ? { at: first_row, version: asked } : null}
      />
    </>
  );
}

const noRange = () => {};

function Figures({ diff, onJump }: { readonly diff: api.Diff; readonly onJump: () => void }) {
  const counted = (op: string) => diff.edits.filter((edit) => edit.op === op).length;
  return (
    <div className="compare__figures">
      {diff.same ? (
        <strong>Every step is in both.</strong>
      ) : (
        <>
          <strong>
            First divergence after {plural(diff.first_divergence?.index ?? 0, 'step')} alike
          </strong>
          <button type="button" onClick={onJump}>
            Go there
          </button>
        </>
      )}
      <span className="soft">
        {count(counted('same'))} same, {count(counted('changed'))} changed,{' '}
        {count(counted('added'))} added, {count(counted('removed'))} removed
      </span>
      <Pair name="Tokens" a={diff.tokens.a.total} b={diff.tokens.b.total} text={tokens} />
      <Pair name="Duration" a={diff.duration_ms.a} b={diff.duration_ms.b} text={duration} />
    </div>
  );
}

type PairProps = {
  readonly name: string;
  readonly a: number | null;
  readonly b: number | null;
  readonly text: (value: number | null) => string;
};

function Pair({ name, a, b, text }: PairProps) {
  if (a === null || b === null) {
    return (
      <span>
        {name} {a === null ? 'not recorded' : text(a)} → {b === null ? 'not recorded' : text(b)}
      </span>
    );
  }
  const more = b - a;
  return (
    <span>
      {name} {text(a)} → {text(b)}{' '}
      <span className="soft">
        ({more === 0 ? 'the same' : `${more > 0 ? '+' : '−'}${text(Math.abs(more))}`})
      </span>
    </span>
  );
}

function Step({
  step,
  session,
}: {
  readonly step: api.DiffStep | null;
  readonly session: string | null;
}) {
  if (!step) return <span role="cell" className="soft" aria-label="nothing" />;
  return (
    <code role="cell" className="cut" title={step.step}>
      {session ? (
        <a href={hashOf(['session', session], { event: step.event })}>{step.step}</a>
      ) : (
        step.step
      )}
    </code>
  );
}
