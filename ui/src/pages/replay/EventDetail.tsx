import type { ReactNode } from 'react';

import { hashOf } from '../../ground/place';
import { Copy } from '../../parts/Copy';
import { duration } from '../../parts/format';
import { JsonText } from '../../parts/JsonText';
import { Kind } from '../../parts/Kind';
import { Notes } from '../../parts/sharing/Notes';
import { Missing } from '../../parts/Notice';
import { brief, printable } from '../../parts/printable';
import { RationaleText } from '../../parts/RationaleText';
import { timeIn } from '../../parts/when';
import { isTimed, summaryOf, type Mark } from './model';

export type Told = Pick<Mark, 'event' | 'summary' | 'gaps'>;

import './EventDetail.css';

export type EventDetailProps = {
  readonly mark: Told;
  /** Whether the replay has it, or it is only named there. */
  readonly inside?: boolean;
  /** Goes to what a reason rests on. */
  readonly onRef?: (ref: string) => void;
  readonly onClose: () => void;
};

/** All that was recorded of the selected event, and the way to its session. */
export function EventDetail({ mark, inside = true, onRef, onClose }: EventDetailProps) {
  const { event, gaps } = mark;
  const reasons = event.kind === 'decision' || event.rationale !== undefined;
  return (
    <aside className="event-detail" aria-label="Selected event">
      <header>
        <Kind kind={event.kind} />
        <button type="button" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      <h2>{brief(mark.summary, 1000)}</h2>
      <p className="event-detail__links">
        {event.session === undefined ? (
          <Missing>it names no session</Missing>
        ) : (
          <a href={hashOf(['session', event.session], { event: event.id })}>Open in its session</a>
        )}
        {event.kind === 'decision' && <a href={hashOf(['dossier', event.id])}>Dossier</a>}
        <Copy label="Copy id" text={() => event.id} />
      </p>
      {!inside && <p className="soft">It is not part of this thread.</p>}
      {gaps.map((gap, at) => (
        <p key={at}>
          <Missing>{printable(gap)}</Missing>
        </p>
      ))}
      <Notes event={event.id} />
      {reasons && (
        <Part title="Why">
          <RationaleText rationale={event.rationale} of="it" {...(onRef && { onRef })} />
        </Part>
      )}
      {event.kind === 'decision' && (
        <Part title="Outcome">
          {event.outcome ? summaryOf(event.outcome) : <Missing>none was recorded</Missing>}
        </Part>
      )}
      <Part title="Recorded">
        <dl>
          <Fact name="time">{isTimed(event) ? event.time : timeIn(event)}</Fact>
          <Fact name="id">{event.id}</Fact>
          <Fact name="agent">{event.agent}</Fact>
          <Fact name="session">{event.session}</Fact>
          <Fact name="run">{event.run}</Fact>
          <Fact name="took">
            {event.duration_ms === undefined ? undefined : duration(event.duration_ms)}
          </Fact>
        </dl>
        {event.fields && <JsonText key={event.id} name="fields" value={event.fields} />}
      </Part>
    </aside>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

type FactProps = { readonly name: string; readonly children: string | undefined };

function Fact({ name, children }: FactProps) {
  if (children === undefined) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className="cut" title={brief(children)}>
        {brief(children)}
      </dd>
    </>
  );
}
