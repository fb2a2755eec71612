import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { hashOf } from '../../ground/place';
import { count, plural } from '../../parts/format';
import { Failure } from '../../parts/Notice';
import { searchAddress, type Chosen } from './asking';
import { FoundRow } from './FoundRow';

import './ContentMatches.css';

const shown_max = 20;

export type ContentMatchesProps = {
  readonly q: string;
  readonly chosen: Omit<Chosen, 'limit'>;
};

/** The events that have the words of a search, below the sessions that are called like it. */
export function ContentMatches({ q, chosen }: ContentMatchesProps) {
  const { data, error, waiting } = useAnswer<api.SearchAnswer>(
    searchAddress(q, { ...chosen, limit: shown_max }),
  );
  const all = hashOf(['search'], { ...chosen, q, failed: chosen.failed });
  return (
    <section className="matches" aria-label="In what was recorded" aria-busy={waiting}>
      <h2>In what was recorded</h2>
      {error && !waiting && <Failure error={error} />}
      {waiting && !data && <p className="soft">Searching every text…</p>}
      {data && !error && (
        <>
          <p role="status" className="soft">
            {said(data)}
            {data.matches > 0 && (
              <>
                {' · '}
                <a href={all}>
                  {data.matches > shown_max ? `All ${count(data.matches)}` : 'Narrow them'} by
                  agent, tool, kind or day
                </a>
              </>
            )}
          </p>
          <ol className="search__rows">
            {data.rows.map((row) => (
              <FoundRow key={row.event} row={row} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function said({ matches, counted_all, by }: api.SearchAnswer): string {
  if (matches === 0) return 'No event has this. Fewer words find more.';
  const sessions = Object.keys(by.session).length;
  // At most 100 names are counted.
  const where = `${plural(sessions, 'session')}${sessions >= 100 ? ' or more' : ''}`;
  return `${counted_all ? '' : 'At least '}${plural(matches, 'event')} in ${where}`;
}
