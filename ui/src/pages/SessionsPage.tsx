import { useCallback, useMemo, useRef, useState } from 'react';

import { useKeys } from '../ground/keys';
import { usePlace, type Change } from '../ground/place';
import { CommandLine } from '../parts/CommandLine';
import { command, count, plural, tokens } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { parseRange } from '../parts/when';
import { ContentMatches } from './search/ContentMatches';
import { orderIn, orderQuery } from './sessions/columns';
import { FilterBar } from './sessions/FilterBar';
import { anyFilter, filtersIn, no_filters, queryOf, wordsOf, type Space } from './sessions/filters';
import { FirstSteps } from './sessions/FirstSteps';
import { scrollerIn, SessionsList } from './sessions/SessionsList';
import { useRows, type Rows } from './sessions/useRows';
import { useTotals } from './sessions/useTotals';

import './SessionsPage.css';

export type SessionsPageProps = { readonly space: Space };

/** What was recorded: sessions or runs, newest first; and what a search finds inside of them. */
export function SessionsPage({ space }: SessionsPageProps) {
  const { query, set } = usePlace();
  const filters = useMemo(() => filtersIn(query), [query]);
  const [turn, setTurn] = useState(0);
  // `2h` is two hours before somebody asked, not before each time that the page is drawn.
  const now = useMemo(() => Date.now(), [filters, turn]);
  const box = useRef<HTMLDivElement>(null);
  const asked = queryOf(filters, now);
  const order = orderIn(query);
  const list = useRows(
    space,
    { ...asked, ...orderQuery(order) },
    () => (scrollerIn(box)?.scrollTop ?? 0) === 0,
  );
  const search = useRef<HTMLInputElement>(null);
  const again = () => {
    setTurn(turn + 1);
    list.reload();
  };
  const change = useCallback((next: Change) => set(next), [set]);
  useKeys('List', [
    { keys: ['/'], label: `Search ${space}`, run: () => search.current?.focus() },
    { keys: ['e'], label: 'Errors only', run: () => set({ errors: !filters.errors }) },
    { keys: ['r'], label: 'Read the list again', run: again },
    {
      keys: ['Escape'],
      label: 'Leave the search, then clear the filters',
      run: () =>
        document.activeElement === search.current ? search.current?.blur() : set(no_filters),
    },
  ]);
  const none = list.rows.length === 0 && !list.waiting && !list.error;
  const range = parseRange(filters.during, now);
  return (
    <div className={`sessions ${filters.text ? 'sessions--searching' : ''}`}>
      <header>
        <h1 className="unseen">{space === 'runs' ? 'Runs' : 'Sessions'}</h1>
        <FilterBar filters={filters} search={search} onChange={change} />
        <div className="sessions__said">
          <Said space={space} list={list} named={filters.text !== ''} />
          <Totals space={space} filters={asked} version={turn} />
          <CommandLine command={command(...wordsOf(space, filters, now, order))} />
        </div>
        {list.error && <Failure error={list.error} />}
      </header>
      {none && !anyFilter(filters) && <FirstSteps />}
      {none && anyFilter(filters) && filters.text === '' && (
        <Notice>
          Nothing fits these filters.{' '}
          <button type="button" onClick={() => set(no_filters)}>
            Clear the filters
          </button>
        </Notice>
      )}
      {list.rows.length > 0 && <SessionsList key={space} space={space} list={list} box={box} />}
      {filters.text !== '' && (
        <ContentMatches
          q={filters.text}
          chosen={{
            agent: filters.agent,
            kind: filters.kind,
            failed: filters.errors,
            from: range?.from ?? null,
            to: range?.to ?? null,
          }}
        />
      )}
    </div>
  );
}

type SaidProps = { readonly space: Space; readonly list: Rows; readonly named: boolean };

/** How many rows there are; with a search, that they are those which are called like it. */
function Said({ space, list, named }: SaidProps) {
  const row = space === 'runs' ? 'run' : 'session';
  const none = named && list.rows.length === 0;
  const rows = none ? `No ${row}` : plural(list.rows.length, row);
  const called = named ? ` ${none ? 'has' : 'with'} it in the name, goal or agent` : '';
  return (
    <p className="soft" role="status">
      {list.waiting && list.rows.length === 0
        ? 'Asking…'
        : `${rows}${list.more ? ' read, and more' : ''}${called}`}
      <span className={`sessions__live sessions__live--${list.live}`}>{list.live}</span>
    </p>
  );
}

type TotalsProps = {
  readonly space: Space;
  readonly filters: ReturnType<typeof queryOf>;
  readonly version: number;
};

function Totals({ space, filters, version }: TotalsProps) {
  const totals = useTotals(space, filters, version);
  if (!totals || totals.rows === 0) return null;
  return (
    <p className="sessions__totals soft">
      in all {plural(totals.rows, space === 'runs' ? 'run' : 'session')},{' '}
      {plural(totals.events, 'event')}, {plural(totals.errors, 'error')}
      {totals.tokens !== null && (
        <span title={`${count(totals.tokens)} tokens`}>, {tokens(totals.tokens)} tokens</span>
      )}
    </p>
  );
}
