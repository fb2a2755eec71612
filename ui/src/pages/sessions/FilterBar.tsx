import { useEffect, useId, useRef, useState, type RefObject } from 'react';

import { address } from '../../api/client';
import kinds from '../../api/kinds.json';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import type { Change } from '../../ground/place';
import { parseRange } from '../../parts/when';
import { anyFilter, no_filters, type Filters } from './filters';

import './FilterBar.css';

/** How long one may type before the list follows. */
const typing_ms = 200;

// The kinds that are known; any other can be typed into the address.
const known_kinds = kinds.filter((row) => row.group !== 'graph').map((row) => row.kind);

export type FilterBarProps = {
  readonly filters: Filters;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onChange: (change: Change) => void;
};

/** What narrows the list. */
export function FilterBar({ filters, search, onChange }: FilterBarProps) {
  const range = parseRange(filters.during, Date.now());
  return (
    <form role="search" className="filters" onSubmit={(event) => event.preventDefault()}>
      <Field
        label="Search"
        hint="Search names and all texts  /"
        value={filters.text}
        onChange={(text) => onChange({ text })}
        box={search}
        className="filters__search"
      />
      <Field
        label="Agent"
        value={filters.agent}
        onChange={(agent) => onChange({ agent })}
        suggest="agents"
      />
      <select
        aria-label="Kind"
        value={filters.kind}
        onChange={(event) => onChange({ kind: event.target.value })}
      >
        <option value="">Any kind</option>
        {[...new Set([...known_kinds, filters.kind])].filter(Boolean).map((kind) => (
          <option key={kind} value={kind}>
            {kind.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <Field
        label="Time"
        hint="Time: 25m, 7d, 2026-05-19.."
        value={filters.during}
        onChange={(during) => onChange({ during })}
        problem={range ? '' : 'No time: try 25m, 2h, 7d, 2026-05-19 or 2026-05-19..2026-05-21'}
        className="filters__time"
      />
      <Field
        label="Correlation"
        value={filters.correlation}
        onChange={(correlation) => onChange({ correlation })}
        suggest="correlations"
      />
      <button
        type="button"
        aria-pressed={filters.errors}
        onClick={() => onChange({ errors: !filters.errors })}
      >
        Errors only
      </button>
      <button type="button" disabled={!anyFilter(filters)} onClick={() => onChange(no_filters)}>
        Clear
      </button>
    </form>
  );
}

type FieldProps = {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly box?: RefObject<HTMLInputElement | null>;
  readonly suggest?: 'agents' | 'correlations';
  readonly problem?: string;
  readonly className?: string;
};

function Field({ label, hint, value, onChange, box, suggest, problem, className }: FieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [asked, setAsked] = useState(false);
  const told = useRef(value);
  useEffect(() => {
    // The address changed by other means than this field: a link, the back button, Clear.
    if (value !== told.current) setTyped(value);
    told.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === told.current) return;
    const timer = setTimeout(() => {
      told.current = typed;
      onChange(typed);
    }, typing_ms);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <span className={`filters__field ${className ?? ''}`}>
      <input
        ref={box}
        aria-label={label}
        aria-invalid={Boolean(problem)}
        aria-describedby={problem ? `${id}-problem` : undefined}
        placeholder={hint ?? label}
        value={typed}
        list={suggest && `${id}-names`}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => setAsked(true)}
        onChange={(event) => setTyped(event.target.value)}
        // So that the keys move through the rows from here on.
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      {suggest && asked && <Names space={suggest} id={`${id}-names`} />}
      {problem && (
        <span id={`${id}-problem`} role="status" className="filters__problem">
          {problem}
        </span>
      )}
    </span>
  );
}

function Names({ space, id }: { readonly space: 'agents' | 'correlations'; readonly id: string }) {
  const { data } = useAnswer<Partial<api.AgentPage & api.CorrelationPage>>(
    address([space], { limit: 200 }),
  );
  return (
    <datalist id={id}>
      {data?.[space]?.map((row) => (
        <option key={row.id} value={row.id} />
      ))}
    </datalist>
  );
}
