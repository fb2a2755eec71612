import { useEffect, useId, useState, type RefObject } from 'react';

import { address } from '../../api/client';
import type * as api from '../../api/types';
import { askOnce } from '../../api/useAnswer';
import { useKeys } from '../../ground/keys';
import { go, hashOf, usePlace } from '../../ground/place';
import { count } from '../../parts/format';
import { brief } from '../../parts/printable';
import { useNarrow } from '../../parts/useNarrow';
import { WindowedRows } from '../../parts/windowed/WindowedRows';
import type { Listed } from './filters';
import { orderIn, orderQuery } from './columns';
import { keyOf, type Row } from './pages';
import { debriefOf, hashOfRow, SessionRow } from './SessionRow';
import { SessionsHead } from './SessionsHead';
import { useCursor, type Cursor } from './useCursor';
import type { Rows } from './useRows';

import './SessionsList.css';

const labels = { sessions: 'Sessions', runs: 'Runs', correlations: 'Correlations' } as const;
const row_height = 34;
/** Two lines, where a row does not fit into one; SessionRow.css has the same width. */
const two_lines_px = 920;
const row_height_narrow = 56;
/** Times are told as so long ago: often enough that it stays true. */
const clock_ms = 10_000;

export type SessionsListProps = {
  readonly space: Listed;
  readonly list: Rows;
  /** Where a row leads, if not where its like usually does. */
  readonly hrefOf?: (row: Row) => string;
  /** What the rows scroll in, once it is there. */
  readonly box: RefObject<HTMLDivElement | null>;
};

/** The rows, of which only those on the screen exist. */
export function SessionsList({ space, list, box, hrefOf }: SessionsListProps) {
  const cursor = useCursor(list.rows);
  const [marked, setMarked] = useState<Row | null>(null);
  const now = useNow();
  const id = useId();
  const openRow = (row: Row) => (hrefOf ? go(hrefOf(row)) : openUsual(space, row));
  const open = () => cursor.row && openRow(cursor.row);
  const markRow = (row: Row) => {
    if (!marked) return setMarked(row);
    setMarked(null);
    if (keyOf(marked) !== keyOf(row)) go(hashToCompare(marked, row));
  };
  useRowKeys(space, cursor, { open, mark: () => cursor.row && markRow(cursor.row) });
  const { query, set } = usePlace();
  const narrow = useNarrow(two_lines_px);
  const bring = () => {
    scrollerIn(box)?.scrollTo({ top: 0 });
    list.reload();
  };
  const rowAt = (at: number) => {
    const row = list.rows[at];
    if (!row) return <div className="sessions__more soft">Reading more…</div>;
    return (
      <SessionRow
        space={space}
        row={row}
        href={hrefOf ? hrefOf(row) : hashOfRow(space, row)}
        id={`${id}-${at}`}
        index={at}
        current={at === cursor.at}
        marked={marked !== null && keyOf(marked) === keyOf(row)}
        now={now}
        onOpen={() => {
          cursor.point(row);
          openRow(row);
        }}
        onMark={() => markRow(row)}
      />
    );
  };
  return (
    <div className={`sessions__list ${list.waiting ? 'is-waiting' : ''}`} ref={box}>
      <div className="sessions__fresh" role="status">
        {list.fresh > 0 && (
          <button type="button" onClick={bring}>
            ↑ {count(list.fresh)} new
          </button>
        )}
      </div>
      {marked && <Comparing run={marked} onLeave={() => setMarked(null)} />}
      <WindowedRows
        count={list.rows.length + (list.more ? 1 : 0)}
        rowHeight={narrow ? row_height_narrow : row_height}
        row={rowAt}
        onRange={list.look}
        reveal={cursor.reveal}
        label={labels[space]}
        role="grid"
        active={cursor.at < 0 ? null : `${id}-${cursor.at}`}
        head={
          <SessionsHead
            space={space}
            order={orderIn(query)}
            onOrder={(order) => set(orderQuery(order))}
          />
        }
      />
    </div>
  );
}

type Actions = { readonly open: () => void; readonly mark: () => void };

function useRowKeys(space: Listed, cursor: Cursor, { open, mark }: Actions): void {
  useKeys('Rows', [
    { keys: ['j', 'ArrowDown'], label: 'Next row', run: () => cursor.move(1) },
    { keys: ['k', 'ArrowUp'], label: 'Previous row', run: () => cursor.move(-1) },
    { keys: ['PageDown'], label: 'A page down', run: () => cursor.move(20) },
    { keys: ['PageUp'], label: 'A page up', run: () => cursor.move(-20) },
    { keys: ['g g', 'Home'], label: 'First row', run: () => cursor.move(-Infinity) },
    { keys: ['G', 'End'], label: 'Last row that was read', run: () => cursor.move(Infinity) },
    { keys: ['Enter', 'o'], label: 'Open', run: open },
    ...(space === 'runs'
      ? [
          { keys: ['c'], label: 'Mark a run; the second one compares', run: mark },
          {
            keys: ['b'],
            label: 'Debrief of the run',
            run: () => cursor.row && go(debriefOf(cursor.row)),
          },
        ]
      : []),
  ]);
}

type ComparingProps = { readonly run: Row; readonly onLeave: () => void };

function Comparing({ run, onLeave }: ComparingProps) {
  return (
    <div className="sessions__comparing" role="status">
      Comparing with {brief(run.id)}: tick another run, or press <kbd>c</kbd> on it
      <button type="button" onClick={onLeave}>
        Leave it
      </button>
    </div>
  );
}

/** What the rows scroll in. */
export function scrollerIn(box: RefObject<HTMLDivElement | null>): Element | null {
  return box.current?.querySelector('.windowed') ?? null;
}

/** A run is looked at in its session, where it begins. */
function openUsual(space: Listed, row: Row): void {
  if (space !== 'runs' || !row.session) return go(hashOfRow(space, row));
  const target = address(['events'], { session: row.session, run: row.id, limit: 1 });
  askOnce<api.EventPage>(target).then(
    ({ events }) => go(hashOf(['session', row.session ?? ''], { event: events[0]?.id })),
    () => go(hashOfRow(space, row)),
  );
}

function hashToCompare(a: Row, b: Row): string {
  return hashOf(['compare'], { a: a.id, b: b.id, session_a: a.session, session_b: b.session });
}

function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), clock_ms);
    return () => clearInterval(timer);
  }, []);
  return now;
}
