import { useState, type ReactNode } from 'react';

import { address, askRaw } from '../../api/client';
import type * as api from '../../api/types';
import { Confidence } from '../../parts/Confidence';
import { Failed } from '../../parts/Failed';
import { count, duration, tokens } from '../../parts/format';
import { LongText } from '../../parts/JsonText';
import { kindColour } from '../../parts/Kind';
import { brief } from '../../parts/printable';
import { valueIn } from '../state/fields';
import { RowTime } from '../state/RowTime';
import { roleOf } from './titles';
import type { Row } from './window';

import './Card.css';

export type CardProps = {
  readonly row: Row;
  readonly title: string | null;
  /** The events of the session, so that the place is told. */
  readonly total: number;
  readonly className: string;
  readonly selected: boolean;
  /** Its agent, where another spoke above. */
  readonly agent: string | null;
  readonly onSelect: (event: api.EventId) => void;
  readonly children: ReactNode;
};

/** The frame of an event in the transcript: what it is, when, how long, and its recorded JSON. */
export function Card(props: CardProps) {
  const { row, agent, total, onSelect } = props;
  const [raw, setRaw] = useState<string | null>(null);
  const flip = async () => {
    if (raw !== null) return setRaw(null);
    setRaw(await askRaw(address(['events', row.id])).catch(String));
  };
  return (
    <>
      {agent !== null && <div className="card__agent cut">{brief(agent)}</div>}
      <article
        className={`card card--${roleOf(row)} ${props.className}`}
        data-seq={row.seq}
        tabIndex={-1}
        aria-posinset={row.ordinal}
        aria-setsize={total}
        aria-label={brief(row.summary)}
        aria-current={props.selected ? 'true' : undefined}
        onClick={() => {
          // Marking text is no click.
          if (getSelection()?.isCollapsed !== false) onSelect(row.id);
        }}
      >
        <header className="card__head">
          <Role row={row} />
          {row.status === 'error' && <Failed />}
          <span className="card__title cut">{props.title !== null && brief(props.title)}</span>
          {row.confidence !== null && <Confidence value={row.confidence} />}
          <span className="card__figures">
            {row.tokens !== null && <span>{tokens(row.tokens)} tokens</span>}
            {row.duration_ms !== null && <span>{duration(row.duration_ms)}</span>}
            <RowTime row={row} />
            <span title="place in the session">{count(row.ordinal)}</span>
            <button
              type="button"
              className="card__tools"
              aria-pressed={raw !== null}
              onClick={(event) => {
                event.stopPropagation();
                void flip();
              }}
            >
              JSON
            </button>
          </span>
        </header>
        <div className="card__body">
          {raw === null ? props.children : <LongText text={raw} mono />}
        </div>
      </article>
    </>
  );
}

const words = new Map([
  ['session_start', 'prompt'],
  ['prompt', 'prompt'],
  ['llm_call', 'answer'],
  ['thought', 'thinking'],
  ['tool_call', 'tool'],
]);

/** A model call that only asked for tools gave no answer that could be read. */
function saidNothing({ kind, fields }: Row): boolean {
  if (kind !== 'llm_call' || fields === null) return false;
  return isAbsent(valueIn(fields, 'completion'));
}

function isAbsent(value: api.Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

function Role({ row }: { readonly row: Row }) {
  const word = saidNothing(row)
    ? 'model call'
    : (words.get(row.kind) ?? row.kind.replaceAll('_', ' '));
  return (
    <span className="card__role" style={{ color: kindColour(row.kind) }}>
      {word}
    </span>
  );
}
