import type * as api from '../../api/types';
import { count } from '../../parts/format';
import { brief } from '../../parts/printable';

const shown_max = 8;

export type Facet = { readonly name: keyof api.SearchCounts; readonly title: string };

export const facets: readonly Facet[] = [
  { name: 'session', title: 'Session' },
  { name: 'agent', title: 'Agent' },
  { name: 'tool', title: 'Tool' },
  { name: 'kind', title: 'Kind' },
  { name: 'day', title: 'Day' },
];

export type FacetsProps = {
  readonly by: api.SearchCounts;
  readonly chosen: { readonly [name: string]: string | null };
  /** Only errors and calls that failed. */
  readonly failed: boolean;
  /** How many of them; null while that is not known. */
  readonly failures: number | null;
  readonly onChoose: (name: string, value: string | null) => void;
  readonly onFailed: (only: boolean) => void;
};

/** How the matches are spread, and a way to see those of one name only. */
export function Facets({ by, chosen, failed, failures, onChoose, onFailed }: FacetsProps) {
  return (
    <aside className="facets" aria-label="Narrow the search">
      <section className="facet">
        <h2>How it went</h2>
        <button type="button" aria-pressed={failed} onClick={() => onFailed(!failed)}>
          <span className="facet__name">only what failed</span>
          {failures !== null && <span className="soft">{count(failures)}</span>}
        </button>
      </section>
      {facets.map(({ name, title }) => {
        const counts = Object.entries(by[name]);
        const value = chosen[name];
        if (counts.length === 0 && !value) return null;
        return (
          <section key={name} className="facet">
            <h2>{title}</h2>
            <ul>
              {counts.slice(0, shown_max).map(([each, matches]) => (
                <li key={each}>
                  <button
                    type="button"
                    aria-pressed={value === each}
                    title={brief(each)}
                    onClick={() => onChoose(name, value === each ? null : each)}
                  >
                    <span className="facet__name">{brief(each)}</span>
                    <span className="soft">{count(matches)}</span>
                  </button>
                </li>
              ))}
            </ul>
            {value && counts.every(([each]) => each !== value) && (
              <button type="button" onClick={() => onChoose(name, null)}>
                not only {brief(value)}
              </button>
            )}
            {counts.length > shown_max && (
              <div className="soft">and {count(counts.length - shown_max)} more</div>
            )}
          </section>
        );
      })}
    </aside>
  );
}
