import type { ReactNode } from 'react';

import type * as api from '../../api/types';
import { go, hashOf } from '../../ground/place';
import { CompletenessList } from '../../parts/CompletenessList';
import { count } from '../../parts/format';
import { LongText } from '../../parts/JsonText';
import { Missing } from '../../parts/Notice';
import { NoteList } from '../../parts/sharing/NoteList';
import { brief, printable } from '../../parts/printable';
import { RationaleText } from '../../parts/RationaleText';
import { Several } from '../../parts/Several';
import { timeIn } from '../../parts/when';

import { eventNamed } from './eventNamed';

export type DossierProps = { readonly dossier: api.Dossier };

/** What was decided, by whom, on what, why, what led to it, who was told, and what came of it. */
export function Dossier({ dossier }: DossierProps) {
  const { decision, chain, messages, outcome, inputs, alternatives, completeness } = dossier;
  const summary = chain.at(-1)?.summary ?? decision.kind;
  return (
    <article>
      <h1>{brief(summary, 1000)}</h1>
      <dl className="dossier__facts">
        <Fact name="Chosen">{text(decision, 'chosen')}</Fact>
        <Fact name="By">{decision.agent ?? 'nobody is named'}</Fact>
        <Fact name="When">{timeIn(decision)}</Fact>
        <Fact name="Event">{decision.id}</Fact>
        <Fact name="Session">{decision.session}</Fact>
        <Fact name="Run">{decision.run}</Fact>
        <Fact name="Correlation">{decision.correlation}</Fact>
        <Fact name="Stored as">{`number ${count(decision.seq)}, received ${decision.received}`}</Fact>
      </dl>
      {decision.session !== undefined && (
        <p className="dossier__open">
          <a href={hashOf(['session', decision.session], { event: decision.id })}>
            Open in its session
          </a>
        </p>
      )}
      <Part title="Why">
        <RationaleText
          rationale={dossier.rationale && { ...dossier.rationale, alternatives: [] }}
          of="it"
          onRef={(ref) => void open(ref, decision.session)}
        />
      </Part>
      <Part title="What else was considered">
        {alternatives.length === 0 && <Missing>nothing was recorded</Missing>}
        <ul>
          {alternatives.map((each, at) => (
            <li key={at}>
              {brief(each.option ?? '?', 1000)}
              {each.rejected_because !== null && (
                <span className="soft">: {brief(each.rejected_because, 1000)}</span>
              )}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="On which inputs">
        {inputs === null || inputs === undefined ? (
          <Missing>none were recorded</Missing>
        ) : (
          <LongText text={JSON.stringify(inputs, null, 2)} mono />
        )}
      </Part>
      <Chain chain={chain} />
      <Part title="Who was told">
        {messages.length === 0 && <p className="soft">Nobody, as far as was recorded.</p>}
        <ul>
          <Several items={messages}>
            {(each) => (
              <li key={each.id}>
                {timeIn(each)} {brief(messageIn(each), 500)}
              </li>
            )}
          </Several>
        </ul>
      </Part>
      <Part title="What came of it">
        {outcome ? <Outcome outcome={outcome} /> : <Missing>no outcome was recorded</Missing>}
      </Part>
      {dossier.notes && dossier.notes.length > 0 && (
        <Part title="What people noted">
          <NoteList notes={dossier.notes} />
        </Part>
      )}
      <Part title="What is missing">
        <CompletenessList completeness={completeness} />
        {completeness.complete && <p className="soft">Nothing that the rules look for.</p>}
      </Part>
    </article>
  );
}

/** Goes to what a reason rests on; where nothing is known by that name, the page there says so. */
async function open(ref: string, session: string | undefined): Promise<void> {
  go(hashOf(['dossier', await eventNamed(ref, session)]));
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: string | null | undefined;
}) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{printable(children)}</dd>
    </div>
  );
}

function Chain({ chain }: { readonly chain: readonly api.ChainLink[] }) {
  return (
    <Part title="What led to it">
      <ol>
        <Several items={chain}>
          {(link) => (
            <li key={link.event_id}>
              {brief(link.summary, 500)}
              {link.said && <div className="soft">said: “{brief(link.said, 500)}”</div>}
              {link.via && link.via.provenance !== 'explicit' && (
                <span className="soft">
                  {' '}
                  [{link.via.type}, {link.via.provenance}]
                </span>
              )}
            </li>
          )}
        </Several>
      </ol>
    </Part>
  );
}

function Outcome({ outcome }: { readonly outcome: api.Event }) {
  const correct = outcome.fields?.['correct'];
  const verdict = correct === true ? 'Correct' : correct === false ? 'Incorrect' : 'Unknown';
  const said = text(outcome, 'outcome');
  return (
    <p>
      <strong className={correct === false ? 'dossier__wrong' : ''}>{verdict}</strong>
      {said && `: ${brief(said, 1000)}`}{' '}
      <span className="soft">
        {timeIn(outcome)}
        {outcome.agent && ` · ${brief(outcome.agent)}`}
      </span>
    </p>
  );
}

function text(event: api.Event, name: string): string | null {
  const fields = event.fields ?? {};
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** "router → cfo: what it said" */
function messageIn(message: api.Event): string {
  const to = message.fields?.['to'];
  const names = Array.isArray(to) ? to.filter((each) => typeof each === 'string').join(', ') : '';
  const payload = message.fields?.['payload'];
  const said = typeof payload === 'string' ? payload : payload ? JSON.stringify(payload) : '';
  return `${text(message, 'from') ?? '?'} → ${names || 'nobody'}${said && `: ${said}`}`;
}
