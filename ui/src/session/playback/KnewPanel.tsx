import { useEffect, useState } from 'react';

import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { CommandLine } from '../../parts/CommandLine';
import { bytes, command, count, plural, shortId } from '../../parts/format';
import { LongText } from '../../parts/JsonText';
import { Kind } from '../../parts/Kind';
import { Failure, Missing, Notice } from '../../parts/Notice';
import { brief } from '../../parts/printable';
import { StepTime } from '../state/RowTime';
import { useSession } from '../state/session';
import { KnewItems } from './KnewItems';

import './KnewPanel.css';

export type KnewPanelProps = {
  /** The selected event; null for the one at the playhead. */
  readonly event: api.EventId | null;
};

/** While the playhead moves, the panel waits for it to rest. */
const rest_ms = 150;

/** What the agent had before it at an event, and what changed since the step before. */
export function KnewPanel({ event }: KnewPanelProps) {
  const [following, setFollowing] = useState(false);
  const at_playhead = useEventAtPlayhead();
  const follows = event === null || following;
  const shown = follows ? at_playhead : event;
  const { version } = useSession();
  const { data, error } = useAnswer<api.Knew>(shown && address(['events', shown, 'knew']), version);
  return (
    <div className="knew">
      <div className="knew__of" role="group" aria-label="What the panel is about">
        <button
          type="button"
          aria-pressed={!follows}
          disabled={event === null}
          onClick={() => setFollowing(false)}
        >
          Selected event
        </button>
        <button type="button" aria-pressed={follows} onClick={() => setFollowing(true)}>
          At the playhead
        </button>
      </div>
      {error && <Failure error={error} />}
      {data && shown && <Known knew={data} />}
      {!data && !error && <p className="soft">{shown ? 'Looking it up…' : 'No event yet.'}</p>}
    </div>
  );
}

/** The id of the event at the playhead, once it rests. */
function useEventAtPlayhead(): api.EventId | null {
  const { session, at, head, version } = useSession();
  const events = head?.events ?? 0;
  const [rested, setRested] = useState(at);
  useEffect(() => {
    const timer = setTimeout(() => setRested(at), rest_ms);
    return () => clearTimeout(timer);
  }, [at]);
  const ordinal = Math.min(rested, events);
  const target =
    ordinal < 1
      ? null
      : address(['sessions', session, 'outline'], { order: 'time', offset: ordinal - 1, limit: 1 });
  const { data } = useAnswer<api.Outline>(target, version);
  return data?.rows[0]?.id ?? null;
}

function Known({ knew }: { readonly knew: api.Knew }) {
  return (
    <>
      <CommandLine command={command('knew', knew.event)} />
      <ModelCall knew={knew} />
      {knew.exact && knew.messages && (
        <Messages messages={knew.messages} first={knew.previous === null} />
      )}
      <KnewItems key={knew.event} knew={knew} />
      <Steps knew={knew} />
    </>
  );
}

function ModelCall({ knew }: { readonly knew: api.Knew }) {
  const { select } = useSession();
  const who = knew.agent === null ? 'The agent' : brief(knew.agent);
  if (knew.model_call === null) {
    return (
      <Notice tone="missing">
        No model call of {knew.agent === null ? 'this agent' : who} was recorded up to here. What it
        knew is assembled from the session.
      </Notice>
    );
  }
  const call = knew.model_call;
  return (
    <p className="knew__call">
      {who}
      {knew.run !== null && (
        <span className="soft" title={knew.run}>
          {' '}
          in {brief(shortId(knew.run))}
        </span>
      )}
      {call === knew.event ? ' makes this model call,' : ': its last model call was'}{' '}
      <EventButton id={call} onSelect={select} />
      {knew.previous === null ? (
        <span className="soft">, the first one</span>
      ) : (
        <>
          <span className="soft">, the one before </span>
          <EventButton id={knew.previous} onSelect={select} />
        </>
      )}
      .{' '}
      {!knew.exact && (
        <Missing>
          The messages of the call were not recorded. What it knew is assembled from the session.
        </Missing>
      )}
    </p>
  );
}

type EventButtonProps = {
  readonly id: api.EventId;
  readonly onSelect: (id: api.EventId) => void;
};

function EventButton({ id, onSelect }: EventButtonProps) {
  return (
    <button type="button" className="knew__event mono cut" title={id} onClick={() => onSelect(id)}>
      {shortId(id)}
    </button>
  );
}

/** A first call may have thousands of messages, all of them new. */
const messages_max = 50;

type MessagesProps = {
  readonly messages: api.KnewMessages;
  /** Whether the call is the first of its agent. */
  readonly first: boolean;
};

function Messages({ messages, first }: MessagesProps) {
  const { total, kept, added, dropped } = messages;
  const [shown, setShown] = useState(messages_max);
  const compared = first || messages.compared;
  const changes = [
    ...added.map((message) => ({ message, change: 'added' as const })),
    ...dropped.map((message) => ({ message, change: 'dropped' as const })),
  ];
  return (
    <section aria-label="Messages in its context">
      <h3>
        {plural(total, 'message')} <span className="soft">{bytes(messages.bytes)}</span>
      </h3>
      {compared ? (
        <p className="soft">
          {count(kept)} kept, {count(added.length)} added, {count(dropped.length)} dropped since the
          call before
        </p>
      ) : (
        <Missing>The messages of the call before were not recorded.</Missing>
      )}
      <ol className="knew__messages">
        {compared && (
          <li className="knew__kept">
            <span className="knew__sign" aria-hidden="true">
              =
            </span>
            {kept === 0 ? 'nothing kept from the call before' : `${plural(kept, 'message')} kept`}
          </li>
        )}
        {changes.slice(0, shown).map(({ message, change }) => (
          <Message key={`${change} ${message.index}`} {...{ message, change }} />
        ))}
      </ol>
      {changes.length > shown && (
        <button type="button" onClick={() => setShown(shown + 10 * messages_max)}>
          {count(changes.length - shown)} more
        </button>
      )}
    </section>
  );
}

type MessageProps = {
  readonly message: api.KnewMessage;
  readonly change: 'added' | 'dropped';
};

/** What was added stands open; what was dropped is there for who asks. */
function Message({ message, change }: MessageProps) {
  return (
    <li>
      <details className={`knew__message knew__message--${change}`} open={change === 'added'}>
        <summary className="knew__head">
          <span className="knew__sign" aria-hidden="true">
            {change === 'added' ? '+' : '−'}
          </span>
          <span className="unseen">{change}: </span>
          <strong className="cut">
            {message.role === null ? <Missing>no role</Missing> : brief(message.role, 100)}
          </strong>
          <span className="knew__first cut soft">{brief(message.text, 120)}</span>
          <span className="knew__size soft">
            {count(message.index + 1)} · {bytes(message.bytes)}
          </span>
        </summary>
        {message.text === '' ? <p className="soft">(empty)</p> : <LongText text={message.text} />}
        {message.cut && <p className="soft">cut: the whole is in the model call</p>}
      </details>
    </li>
  );
}

function Steps({ knew }: { readonly knew: api.Knew }) {
  const { select } = useSession();
  const { steps, more } = knew;
  const since = knew.previous === null ? 'before it' : 'since the call before';
  if (steps.length === 0) return <p className="soft">No step in this run {since}.</p>;
  return (
    <section aria-label="Steps">
      <h3>
        {more ? `The newest ${count(steps.length)}` : count(steps.length)}{' '}
        {steps.length === 1 ? 'step' : 'steps'} {since}
      </h3>
      <ul className="knew__steps">
        {steps.map((step) => (
          <li key={step.id}>
            <button type="button" onClick={() => select(step.id)}>
              <StepTime time={step.time} />
              <Kind kind={step.kind} />
              {step.status === 'error' && <span className="knew__failed">✕ failed</span>}
              <span className="cut">{brief(step.summary)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
