/** What the cards of the transcript say, by kind. */
import { useState, type ReactNode } from 'react';

import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { bytes } from '../../parts/format';
import { JsonText, LongText } from '../../parts/JsonText';
import { Failure } from '../../parts/Notice';
import { Reasons } from '../why/WhyStep';
import { textIn, valueIn } from './fields';
import type { Item } from './items';
import { PromptText } from './PromptText';
import { Block, Said } from './Said';
import { logLine } from './titles';
import { fields_max } from './useTranscript';
import type { Row } from './window';

/** Larger fields of a model call are loaded without being asked for, up to this many bytes. */
const by_itself_max = 131_072;

export type ItemBodyProps = { readonly item: Item };

export function ItemBody({ item }: ItemBodyProps) {
  const { row, result, before } = item;
  if (logLine(row) !== null) return null;
  return (
    <>
      {row.kind !== 'decision' && <Why row={row} />}
      {row.kind === 'llm_call' && row.size > 2 && <PromptText row={row} before={before} />}
      <WithFields row={row}>
        {(fields) => (
          <>
            {row.kind === 'llm_call' && <Completion fields={fields} />}
            {row.kind === 'tool_call' && <Call fields={fields} has_result={result !== null} />}
            <Said kind={row.kind} fields={fields} />
          </>
        )}
      </WithFields>
      {row.kind === 'decision' && <Why row={row} />}
      {result && (
        <WithFields row={result}>
          {(fields) => <Said kind={result.kind} fields={fields} />}
        </WithFields>
      )}
    </>
  );
}

/** Decisions show all that was said for them; other events the line that came with the row. */
function Why({ row }: { readonly row: Row }) {
  const whole = row.kind === 'decision' && row.why !== null;
  const { data } = useAnswer<api.Event>(whole ? address(['events', row.id]) : null);
  if (row.why === null) return null;
  return (
    <div className="card__why">
      {data?.rationale ? <Reasons rationale={data.rationale} unresolved={[]} /> : row.why}
    </div>
  );
}

type WithFieldsProps = {
  readonly row: Row;
  readonly children: (fields: api.JsonObject) => ReactNode;
};

/** The fields of a row: those that came with it, or those that were too large and are asked for. */
function WithFields({ row, children }: WithFieldsProps) {
  const large = row.fields === null && row.size > fields_max;
  const by_itself = row.kind === 'llm_call' && row.size <= by_itself_max;
  const [asked, setAsked] = useState(false);
  const wanted = large && (asked || by_itself);
  const { data, error } = useAnswer<api.Event>(wanted ? address(['events', row.id]) : null);
  const fields = row.fields ?? data?.fields ?? null;
  if (fields) return children(fields);
  if (error) return <Failure error={error} />;
  if (!large) return null;
  return (
    <div>
      <button type="button" disabled={wanted} onClick={() => setAsked(true)}>
        {wanted ? 'Loading' : 'Load'} {bytes(row.size)}
      </button>
    </div>
  );
}

/** What the model said; calls for tools only say nothing. */
function Completion({ fields }: { readonly fields: api.JsonObject }) {
  const said = textIn(fields, 'completion');
  const value = valueIn(fields, 'completion');
  if (value === undefined || value === null || said === '') return null;
  return (
    <div className="prompt__message prompt__message--answer">
      <span className="prompt__role">answered</span>
      {said !== null ? <LongText text={said} /> : <JsonText value={value} />}
    </div>
  );
}

/** What a tool was given and what it gave. */
function Call(props: { readonly fields: api.JsonObject; readonly has_result: boolean }) {
  const input = valueIn(props.fields, 'input');
  const output = valueIn(props.fields, 'output');
  const nothing = output === undefined && textIn(props.fields, 'error') === null;
  return (
    <>
      {input !== undefined && <Block label="input" value={input} />}
      {output !== undefined && <Block label="output" value={output} />}
      {nothing && !props.has_result && <span className="soft">no result in sight</span>}
    </>
  );
}
