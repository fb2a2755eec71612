import { useEffect, useRef } from 'react';

import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { useKeys } from '../ground/keys';
import { usePlace } from '../ground/place';
import { CommandLine } from '../parts/CommandLine';
import { count } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { searchAddress, searchCommand } from './search/asking';
import { Facets, facets } from './search/Facets';
import { FoundRow } from './search/FoundRow';

import './SearchPage.css';

const rows_per_page = 50;

/** Where was this said? One box for all texts of all sessions. */
export function SearchPage() {
  const { query, set } = usePlace();
  const q = query.get('q') ?? '';
  const chosen = Object.fromEntries(facets.map(({ name }) => [name, query.get(name)]));
  const failed = query.get('failed') === '1';
  const narrowed = { ...chosen, from: query.get('from'), to: query.get('to') };
  const asked = {
    ...narrowed,
    failed,
    rank: query.get('rank'),
    limit: rows_per_page,
    cursor: query.get('cursor'),
  };
  const answer = useAnswer<api.SearchAnswer>(q === '' ? null : searchAddress(q, asked));
  // What failed is no count of the index: it is asked for by itself, for one row.
  const failures = useAnswer<api.SearchAnswer>(
    q === '' ? null : searchAddress(q, { ...narrowed, failed: true, limit: 1 }),
  );
  return (
    <div className="search">
      <h1 className="search__title">Search</h1>
      <Box q={q} onSearch={(text) => set({ q: text, cursor: null }, 'push')} />
      {q === '' && <Hints />}
      {q !== '' && <CommandLine command={searchCommand(q, asked)} />}
      {answer.waiting && !answer.data && <p role="status">Searching every text…</p>}
      {answer.error && <Failure error={answer.error} />}
      {q !== '' && answer.data && (
        <div className="search__answer" aria-busy={answer.waiting}>
          <Facets
            by={answer.data.by}
            chosen={chosen}
            failed={failed}
            failures={failures.error ? null : (failures.data?.matches ?? null)}
            onChoose={(name, value) => set({ [name]: value, cursor: null }, 'push')}
            onFailed={(only) => set({ failed: only, cursor: null }, 'push')}
          />
          <Found answer={answer.data} />
        </div>
      )}
    </div>
  );
}

function Box({ q, onSearch }: { readonly q: string; readonly onSearch: (text: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = q;
  }, [q]);
  useKeys('Search', [
    { keys: ['/'], label: 'Type another search', run: () => box.current?.focus() },
  ]);
  const search = (form: FormData) => onSearch(String(form.get('q') ?? '').trim());
  return (
    <form
      role="search"
      className="search__form"
      onSubmit={(event) => {
        event.preventDefault();
        search(new FormData(event.currentTarget));
      }}
    >
      <input
        ref={box}
        name="q"
        type="search"
        defaultValue={q}
        aria-label="Search all texts"
        spellCheck={false}
        placeholder={'words, "a phrase", -not, prefix*, rm -rf build'}
        maxLength={1024}
        autoFocus
      />
      <button type="submit">Search</button>
    </form>
  );
}

function Hints() {
  return (
    <p className="soft">
      Every text of every event is searched: commands, outputs, messages, thoughts, answers. All
      words must be there, in any order. <code>"a phrase"</code> stands side by side,{' '}
      <code>-word</code> leaves out, <code>word*</code> begins so, and a shell fragment is found as
      it stands.
    </p>
  );
}

function Found({ answer }: { readonly answer: api.SearchAnswer }) {
  const { query, set } = usePlace();
  return (
    <section className="search__found" aria-label="What was found">
      <p role="status">
        {answer.counted_all ? '' : 'At least '}
        {count(answer.matches)} {answer.matches === 1 ? 'event' : 'events'}
        {answer.read_as === 'fragment' && ' with this text as it stands'}
        {answer.matches > 1 && (
          <>
            {' · '}
            <button
              type="button"
              aria-pressed={query.get('rank') === '1'}
              onClick={() => set({ rank: query.get('rank') !== '1', cursor: null }, 'push')}
            >
              best first
            </button>
          </>
        )}
      </p>
      {answer.matches === 0 && <Notice>No event has this. Fewer words find more.</Notice>}
      <ol className="search__rows">
        {answer.rows.map((row) => (
          <FoundRow key={row.event} row={row} />
        ))}
      </ol>
      {answer.next && (
        <button type="button" onClick={() => set({ cursor: answer.next }, 'push')}>
          Older matches
        </button>
      )}
    </section>
  );
}
