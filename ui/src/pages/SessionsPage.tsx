import { useCallback, useMemo, useRef, useState } from 'react';

import { useKeys } from '../ground/keys';
import { usePlace, type Change } from '../ground/place';
import { CommandLine } from '../parts/CommandLine';
import { command, plural } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { FilterBar } from './sessions/FilterBar';
import { anyFilter, filtersIn, no_filters, queryOf, wordsOf, type Space } from './sessions/filters';
import { FirstSteps } from './sessions/FirstSteps';
import { scrollerIn, SessionsList } from './sessions/SessionsList';
import { useRows } from './sessions/useRows';

import './SessionsPage.css';

export type SessionsPageProps = { readonly space: Space };

/** What was recorded: sessions or runs, newest first. */
export function SessionsPage({ space }: SessionsPageProps) {
  const { query, set } = usePlace();
  const filters = useMemo(() => filtersIn(query), [query]);
  const [turn, setTurn] = useState(0);
  // `2h` is two hours before somebody asked, not before each time that the page is drawn.
  const now = useMemo(() => Date.now(), [filters, turn]);
  const box = useRef<HTMLDivElement>(null);
  const list = useRows(space, queryOf(filters, now), () => (scrollerIn(box)?.scrollTop ?? 0) === 0);
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
  return (
    <div className="sessions">
      <header>
        <h1 className="unseen">{space === 'runs' ? 'Runs' : 'Sessions'}</h1>
        <FilterBar space={space} filters={filters} search={search} onChange={change} />
        <div className="sessions__said">
          <p className="soft" role="status">
            {list.waiting && list.rows.length === 0
              ? 'Asking…'
              : `${plural(list.rows.length, space === 'runs' ? 'run' : 'session')}${list.more ? ' read, and more' : ''}`}
            <span className={`sessions__live sessions__live--${list.live}`}>{list.live}</span>
          </p>
          <CommandLine command={command(...wordsOf(space, filters, now))} />
        </div>
        {list.error && <Failure error={list.error} />}
      </header>
      {none && !anyFilter(filters) && <FirstSteps />}
      {none && anyFilter(filters) && (
        <Notice>
          Nothing fits.{' '}
          <button type="button" onClick={() => set(no_filters)}>
            Clear the filters
          </button>
        </Notice>
      )}
      {list.rows.length > 0 && <SessionsList key={space} space={space} list={list} box={box} />}
    </div>
  );
}
