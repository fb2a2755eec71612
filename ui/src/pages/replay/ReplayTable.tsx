import { useCallback, useId, useMemo } from 'react';

import type * as api from '../../api/types';
import { clock, timeOfDay } from '../../parts/format';
import { kindColour } from '../../parts/Kind';
import { brief } from '../../parts/printable';
import { WindowedRows } from '../../parts/windowed/WindowedRows';
import { lineOfEvents, linesOf, type Line } from './lines';
import { isTimed, layer_words, type Mark, type Model } from './model';

import './ReplayTable.css';

export type ReplayTableProps = {
  readonly model: Model;
  readonly selected: Mark | null;
  readonly onSelect: (event: api.EventId) => void;
};

const row_height = 26;
const titles = ['Time (UTC)', 'Sort', 'Agent', 'What'];

/** Every event in order, and beneath it why, what came of it, and what is missing. */
export function ReplayTable({ model, selected, onSelect }: ReplayTableProps) {
  const id = useId();
  const lines = useMemo(() => linesOf(model.marks), [model]);
  const places = useMemo(() => lineOfEvents(lines), [lines]);
  const days = useMemo(
    () => new Set(timed(model).map(({ time }) => time.slice(0, 10))).size,
    [model],
  );
  const at = selected ? (places.get(selected.at) ?? -1) : -1;
  const nothing = useCallback(() => {}, []);
  return (
    <WindowedRows
      count={lines.length}
      rowHeight={row_height}
      row={(place) => {
        const line = lines[place];
        return line ? (
          <Row
            line={line}
            id={`${id}-${place}`}
            index={place + 2}
            selected={line.mark === selected}
            whole_time={days > 1}
            onSelect={onSelect}
          />
        ) : null;
      }}
      onRange={nothing}
      reveal={at < 0 ? null : { at, version: at }}
      label="Events"
      role="grid"
      active={at < 0 ? null : `${id}-${at}`}
      head={
        <div role="row" className="replay-table__row replay-table__row--head">
          {titles.map((title) => (
            <span key={title} role="columnheader">
              {title}
            </span>
          ))}
        </div>
      }
    />
  );
}

function timed({ marks }: Model): readonly api.Event[] {
  return marks.map(({ event }) => event).filter(isTimed);
}

type RowProps = {
  readonly line: Line;
  readonly id: string;
  readonly index: number;
  readonly selected: boolean;
  readonly whole_time: boolean;
  readonly onSelect: (event: api.EventId) => void;
};

function toneOf({ type, mark }: Line): string {
  const correct = type === 'outcome' ? mark.event.outcome?.fields?.['correct'] : null;
  return correct === true ? 'is-correct' : correct === false ? 'is-incorrect' : '';
}

const words = { why: 'why', outcome: '', gap: 'missing' } as const;

function Row({ line, id, index, selected, whole_time, onSelect }: RowProps) {
  const { mark, type } = line;
  const text = brief(line.text, 500);
  const { event } = mark;
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index}
      aria-selected={selected}
      className={`replay-table__row replay-table__row--${type} ${selected ? 'is-current' : ''} ${mark.obstacle ? 'is-obstacle' : ''}`}
      onClick={() => onSelect(event.id)}
    >
      {type === 'event' ? (
        <>
          {isTimed(event) ? (
            <span role="gridcell" className="mono soft" title={event.time}>
              {whole_time ? clock(event.time) : timeOfDay(event.time)}
            </span>
          ) : (
            <span role="gridcell" className="soft" title="only the order is known">
              no time
            </span>
          )}
          <span role="gridcell" className="soft">
            {layer_words[mark.layer]}
          </span>
          <span role="gridcell" className="cut" title={brief(event.agent ?? '')}>
            {event.agent === undefined ? '–' : brief(event.agent)}
          </span>
          <span role="gridcell" className="cut" title={text}>
            <i
              aria-hidden="true"
              className="replay-table__dot"
              style={{ background: kindColour(event.kind) }}
            />
            {mark.obstacle && <strong className="replay-table__obstacle">! obstacle </strong>}
            {text}
          </span>
        </>
      ) : (
        <span role="gridcell" className={`replay-table__beneath cut ${toneOf(line)}`} title={text}>
          {words[type] && <span className="replay-table__word">{words[type]} </span>}
          {text}
        </span>
      )}
    </div>
  );
}
