import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { hashOf } from '../../ground/place';
import { shortId } from '../../parts/format';
import { Failure } from '../../parts/Notice';
import { brief } from '../../parts/printable';
import { timeIn } from '../../parts/when';
import { rangeOf, whereOf } from './diagram';

const shown_max = 50;

export type BinDecisionsProps = {
  readonly bin: api.CalibrationBin;
  readonly agent: string | null;
  readonly decisionType: string | null;
};

/** The decisions of a bin that the diagram counts, and those that wait for an outcome. */
export function BinDecisions({ bin, agent, decisionType }: BinDecisionsProps) {
  const of_type = decisionType ? ` and fields.decision_type = ${JSON.stringify(decisionType)}` : '';
  const page = useAnswer<api.EventPage>(
    address(['events'], {
      kinds: 'decision',
      agent,
      where: whereOf(bin) + of_type,
      limit: shown_max,
    }),
  );
  if (page.error) return <Failure error={page.error} />;
  return (
    <section aria-label="Decisions of the bin">
      <h2>Decisions with a confidence of {rangeOf(bin)}</h2>
      <ul className="bin-decisions">
        {page.data?.events.map((event) => (
          <Decision key={event.id} event={event} />
        ))}
      </ul>
      {page.data?.next && <p className="soft">These are the oldest {shown_max}; there are more.</p>}
    </section>
  );
}

function Decision({ event }: { readonly event: api.Event }) {
  const outcomes = useAnswer<api.EventPage>(
    address(['events'], {
      kinds: 'outcome',
      where: `fields.of = ${JSON.stringify(event.id)}`,
      limit: 1,
    }),
  );
  const outcome = outcomes.data?.events[0];
  const said = textIn(event.fields, 'description') ?? textIn(event.fields, 'decision_type');
  const text = brief(said ?? event.rationale?.why ?? shortId(event.id), 1000);
  const chosen = textIn(event.fields, 'chosen');
  const where = event.session ?? event.run;
  return (
    <li>
      <span className="mono">{event.rationale?.confidence}</span>{' '}
      {where ? <a href={hashOf(['session', where], { event: event.id })}>{text}</a> : text}{' '}
      <span className="soft">
        {chosen !== null && `→ ${brief(chosen)} · `}
        {event.agent !== undefined && `${brief(event.agent)} · `}
        {timeIn(event)}
      </span>
      <div>{outcomes.waiting ? '…' : <Outcome outcome={outcome} />}</div>
    </li>
  );
}

function Outcome({ outcome }: { readonly outcome: api.Event | undefined }) {
  if (!outcome) return <span className="missing">no outcome recorded</span>;
  const correct = outcome.fields?.['correct'];
  const word = correct === true ? '✓ correct' : correct === false ? '✗ incorrect' : '? unknown';
  const tone = correct === true ? 'ok' : correct === false ? 'error' : 'text-soft';
  return (
    <span>
      <strong style={{ color: `var(--${tone})` }}>{word}</strong>{' '}
      {brief(textIn(outcome.fields, 'outcome') ?? '', 1000)}
    </span>
  );
}

function textIn(fields: api.JsonObject | undefined, name: string): string | null {
  const value = fields && Object.hasOwn(fields, name) ? fields[name] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}
