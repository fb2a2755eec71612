import { useEffect, useRef, useState } from 'react';

import { usePlace } from '../../ground/place';
import { count } from '../../parts/format';
import { Kind } from '../../parts/Kind';
import { useSession } from '../state/session';

import './KindFilter.css';

/** The kinds that the address asks for; empty for all. */
export function kindsIn(query: URLSearchParams): readonly string[] {
  return (query.get('kinds') ?? '').split(',').filter(Boolean);
}

/** Which kinds of events are shown, and whether only failed ones. */
export function KindFilter() {
  const { head } = useSession();
  const { query, set } = usePlace();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const chosen = kindsIn(query);
  const kinds = Object.entries(head?.kinds ?? {}).sort(([, a], [, b]) => b - a);
  useEffect(() => {
    if (!open) return;
    const close = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [open]);
  const flip = (kind: string) => {
    const next = chosen.includes(kind) ? chosen.filter((k) => k !== kind) : [...chosen, kind];
    set({ kinds: next.join(',') });
  };
  const errors = query.get('errors') === '1';
  return (
    <>
      <div
        ref={box}
        className="kind-filter"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return;
          event.preventDefault();
          setOpen(false);
          box.current?.querySelector('button')?.focus();
        }}
      >
        <button
          type="button"
          aria-expanded={open}
          aria-haspopup="true"
          aria-pressed={chosen.length > 0}
          onClick={() => setOpen(!open)}
        >
          {chosen.length === 0 ? 'All kinds' : `${chosen.length} of ${kinds.length} kinds`} ▾
        </button>
        {open && (
          <fieldset className="kind-filter__menu" aria-label="Kinds of events">
            {kinds.map(([kind, number]) => (
              <label key={kind} className="kind-filter__row">
                <input
                  type="checkbox"
                  checked={chosen.includes(kind)}
                  onChange={() => flip(kind)}
                />
                <Kind kind={kind} />
                <span className="soft">{count(number)}</span>
              </label>
            ))}
            <button
              type="button"
              disabled={chosen.length === 0}
              onClick={() => set({ kinds: null })}
            >
              All kinds
            </button>
          </fieldset>
        )}
      </div>
      <button type="button" aria-pressed={errors} onClick={() => set({ errors: !errors })}>
        Failed only
      </button>
    </>
  );
}
