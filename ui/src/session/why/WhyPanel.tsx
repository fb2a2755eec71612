import { useEffect, useRef, useState } from 'react';

import { recorded } from '../../api/recorded';
import type * as api from '../../api/types';
import { useKeys } from '../../ground/keys';
import { usePlace } from '../../ground/place';
import { CommandLine } from '../../parts/CommandLine';
import { CompletenessList } from '../../parts/CompletenessList';
import { command, count, plural } from '../../parts/format';
import { useSession } from '../state/session';
import {
  causeOf,
  effects_max,
  effectsOf,
  isCut,
  lacksBeside,
  stepsDown,
  stepsUp,
  type Step,
} from './chain';
import { evidenceOf } from './evidence';
import { modelCallOf, SameAnswer } from './SameAnswer';
import { foldedChain } from './turns';
import { WhyStep } from './WhyStep';

import './WhyPanel.css';

/** Parts of a chain, of which many steps may be one. */
const steps_first = 40;
const effects_first = 50;

export type WhyPanelProps = { readonly event: api.EventId };

/** Why the event happened, step by step, and what it led to. */
export function WhyPanel({ event }: WhyPanelProps) {
  const { up, down, asking: waiting, select } = useSession();
  const { query, set } = usePlace();
  const known = query.get('known') === '1';
  return (
    <div className={waiting ? 'why why--waiting' : 'why'} aria-busy={waiting}>
      {up && <SameAnswer key={`said ${up.event}`} up={up} />}
      {up && (
        <section aria-label="What led to it">
          <h3>What led to it</h3>
          <Chain key={up.event} up={up} onSelect={select} />
          <CompletenessList completeness={lacksBeside(up.completeness)} onSelect={select} />
        </section>
      )}
      {down && (
        <section aria-label="What it led to">
          <h3>What it led to</h3>
          <Effects key={down.event} down={down} onSelect={select} />
        </section>
      )}
      {!recorded && (
        <label className="why__assumed">
          <input type="checkbox" checked={!known} onChange={() => set({ known: !known })} />
          With assumed links, from order and time
        </label>
      )}
      <CommandLine command={command('explain', event, known && '--known')} />
    </div>
  );
}

type Select = (event: api.EventId) => void;

function Chain({ up, onSelect }: { readonly up: api.Explanation; readonly onSelect: Select }) {
  const [opened, setOpened] = useState<ReadonlySet<api.EventId>>(new Set());
  const [shown, setShown] = useState(steps_first);
  const steps = stepsUp(up);
  const parts = foldedChain(steps);
  const earlier = Math.max(0, parts.length - shown);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The step that was asked for, and with it the nearest reasons, however long the chain is; but
    // not past what was said in the same answer, and not where the page itself would move.
    const body = list.current?.closest('.side-panel__body');
    const scrolls = !body || getComputedStyle(body).overflowY === 'auto';
    if (modelCallOf(up) !== null || !scrolls) return;
    list.current?.lastElementChild?.scrollIntoView?.({ block: 'nearest' });
  }, [up.event]);
  const stepOf = (step: Step) => (
    <WhyStep
      key={step.link.event_id}
      step={step}
      selected={step.link.event_id === up.event}
      evidence={evidenceOf(step.link, up.links)}
      onSelect={onSelect}
    />
  );
  return (
    <>
      {earlier > 0 && (
        <button type="button" onClick={() => setShown(shown + 10 * steps_first)}>
          {plural(earlier, 'earlier step')}
        </button>
      )}
      <ol className="why__chain" ref={list}>
        {parts.slice(earlier).map(({ step, folded }) => {
          if (step) return stepOf(step);
          const key = folded[0]?.link.event_id ?? '';
          return opened.has(key) ? (
            folded.map(stepOf)
          ) : (
            <li key={key} className="why__folded">
              <button type="button" onClick={() => setOpened(new Set([...opened, key]))}>
                {plural(folded.length, 'step')} between
              </button>
            </li>
          );
        })}
      </ol>
      {steps.length === 1 && up.completeness.missing_parents.length === 0 && (
        <p className="soft">Nothing recorded led to it.</p>
      )}
    </>
  );
}

function Effects({
  down,
  onSelect,
}: {
  readonly down: api.Explanation;
  readonly onSelect: Select;
}) {
  const [shown, setShown] = useState(effects_first);
  const steps = stepsDown(down);
  if (steps.length === 0) return <p className="soft">Nothing recorded came of it.</p>;
  return (
    <>
      <ol className="why__chain">
        {steps.slice(0, shown).map((step) => (
          <WhyStep
            key={step.link.event_id}
            step={step}
            indent={step.distance - 1}
            onSelect={onSelect}
          />
        ))}
      </ol>
      {steps.length > shown && (
        <button type="button" onClick={() => setShown(shown + 10 * effects_first)}>
          {count(steps.length - shown)} more
        </button>
      )}
      <CompletenessList completeness={lacksBeside(down.completeness)} onSelect={onSelect} />
      {isCut(down) && (
        <p className="soft">more may follow: the first {count(effects_max)} were looked for</p>
      )}
    </>
  );
}

/** The keys that walk along the chain, whichever panel is open. */
export function useChainKeys(): void {
  const { event, up, down, select } = useSession();
  const trail = useRef<{ readonly cause: api.EventId; readonly effect: api.EventId }[]>([]);
  const climb = () => {
    const cause = event && causeOf(up, event);
    if (!event || !cause) return;
    trail.current.push({ cause, effect: event });
    select(cause);
  };
  const descend = () => {
    if (!event) return;
    // Back to where one came from, which needs no answer; else to the first effect.
    const last = trail.current.at(-1);
    if (last?.cause === event) {
      trail.current.pop();
      select(last.effect);
      return;
    }
    trail.current = [];
    const [next] = effectsOf(down, event);
    if (next) select(next);
  };
  useKeys('Why', [
    { keys: ['u'], label: 'Up: to what it hangs on', run: climb },
    { keys: ['d'], label: 'Down: to what hangs on it', run: descend },
  ]);
}
