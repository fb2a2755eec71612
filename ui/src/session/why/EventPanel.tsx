import { useState, type ReactNode } from 'react';

import { address, askRaw } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { hashOf } from '../../ground/place';
import { CommandLine } from '../../parts/CommandLine';
import { Copy } from '../../parts/Copy';
import { command, count, duration } from '../../parts/format';
import { JsonText, LongText } from '../../parts/JsonText';
import { Notes } from '../../parts/sharing/Notes';
import { Failure } from '../../parts/Notice';
import { printable } from '../../parts/printable';
import { useSession } from '../state/session';
import { flagInWords } from './flags';
import { Reasons } from './WhyStep';

import './EventPanel.css';

export type EventPanelProps = { readonly event: api.EventId };

/** The event as it was recorded, every field of it. */
export function EventPanel({ event }: EventPanelProps) {
  const target = address(['events', event]);
  const { data, error, waiting } = useAnswer<api.Event>(target);
  const [raw, setRaw] = useState<string | null>(null);
  const [raw_of, setRawOf] = useState('');
  const showRaw = async () => {
    if (raw !== null && raw_of === event) return setRaw(null);
    setRaw(await askRaw(target).catch((failed: unknown) => String(failed)));
    setRawOf(event);
  };
  if (error && !waiting) return <Failure error={error} />;
  if (!data) return null;
  const as_recorded = raw !== null && raw_of === event;
  return (
    <div className="event-panel" aria-busy={waiting}>
      <div className="event-panel__actions">
        <Copy label="Copy id" text={() => data.id} />
        <Copy label="Copy JSON" text={() => askRaw(target)} />
        <Copy label="Copy link" text={() => location.href} />
        <button type="button" aria-pressed={as_recorded} onClick={() => void showRaw()}>
          As recorded
        </button>
      </div>
      <Notes event={data.id} />
      {as_recorded ? <LongText text={raw} mono /> : <Facts event={data} />}
      <CommandLine
        command={command('events', '--where', `id = ${JSON.stringify(data.id)}`, '--json')}
      />
    </div>
  );
}

function Facts({ event }: { readonly event: api.Event }) {
  const { select, session } = useSession();
  const choose = (id: api.EventId) => (
    <button key={id} type="button" onClick={() => select(id)}>
      {printable(id)}
    </button>
  );
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['id', <code>{printable(event.id)}</code>],
    ['kind', event.kind],
    ['time', event.time],
    ['took', event.duration_ms === undefined ? null : duration(event.duration_ms)],
    ['agent', event.agent && printable(event.agent)],
    ['session', event.session === session ? printable(session) : <OtherSession event={event} />],
    ['run', event.run && <Run run={event.run} session={event.session ?? session} />],
    ['correlation', event.correlation && <Correlation id={event.correlation} />],
    ['parent', event.parent && choose(event.parent)],
    ['causes', event.causes && event.causes.length > 0 && event.causes.map(choose)],
    ['iteration', event.iteration === undefined ? null : count(event.iteration)],
    ['seq', count(event.seq)],
    ['received', event.received],
    ['source', event.source && printable(event.source)],
    ['flags', event.flags && event.flags.length > 0 && event.flags.map(flagInWords).join('; ')],
  ];
  return (
    <>
      <dl className="event-panel__facts">
        {facts.map(
          ([name, value]) =>
            value && [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{value}</dd>],
        )}
      </dl>
      {event.rationale && <Reasons rationale={event.rationale} unresolved={[]} />}
      {event.fields && <JsonText key={event.id} name="fields" value={event.fields} />}
    </>
  );
}

function OtherSession({ event }: { readonly event: api.Event }) {
  if (event.session === undefined) return 'not named';
  return (
    <a href={hashOf(['session', event.session], { event: event.id })}>
      {printable(event.session)} (another session)
    </a>
  );
}

function Run({ run, session }: { readonly run: string; readonly session: string }) {
  return (
    <>
      {printable(run)} <a href={hashOf(['debrief', run], { session })}>debrief</a>
    </>
  );
}

function Correlation({ id }: { readonly id: string }) {
  return (
    <>
      {printable(id)} <a href={hashOf(['replay', 'trade', id])}>replay</a>
    </>
  );
}
