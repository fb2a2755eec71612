/** What the cards of the transcript say, by kind. */
import { useState, type ReactNode } from 'react';

import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { bytes } from '../../parts/format';
import { JsonText } from '../../parts/JsonText';
import { Failure } from '../../parts/Notice';
import { Markdown } from '../../parts/rich/Markdown';
import { Reasons } from '../why/WhyStep';
import { textIn, valueIn } from '../state/fields';
import type { Item } from './items';
import { PromptText } from './PromptText';
import { Said } from './Said';
import { logLine } from './titles';
import { ToolCall } from './tools/ToolCall';
import { fields_max } from './useTranscript';
import type { Row } from './window';

/** Larger fields are loaded without being asked for, up to this many bytes. */
const by_itself_max = 131_072;

export type ItemBodyProps = { readonly item: Item };

export function ItemBody({ item }: ItemBodyProps) {
  const { row, result } = item;
  if (logLine(row) !== null) return null;
  return (
    <>
      {row.kind !== 'decision' && <Why row={row} />}
      {row.kind === 'llm_call' && row.size > 2 && <PromptText item={item} />}
      <WithFields row={row}>{(fields) => <Fields item={item} fields={fields} />}</WithFields>
      {row.kind === 'decision' && <Why row={row} />}
      {result && row.kind !== 'tool_call' && (
        <WithFields row={result}>
          {(fields) => <Said kind={result.kind} fields={fields} />}
        </WithFields>
      )}
    </>
  );
}

function Fields({ item, fields }: { readonly item: Item; readonly fields: api.JsonObject }) {
  const { row, result } = item;
  if (row.kind === 'llm_call') {
    return (
      <>
        <Completion fields={fields} />
        <Said kind={row.kind} fields={fields} />
      </>
    );
  }
  if (item.repeats) return <p className="soft">Its output stands above.</p>;
  if (row.kind !== 'tool_call') return <Said kind={row.kind} fields={fields} />;
  if (!result) {
    return (
      <>
        <ToolCall fields={fields} result={null} open />
        <Said kind={row.kind} fields={fields} />
      </>
    );
  }
  return (
    <WithFields row={result}>
      {(given) => (
        <>
          <ToolCall fields={fields} result={given} open={false} />
          <Said kind={row.kind} fields={fields} />
          <Said kind="tool_result" fields={given} />
        </>
      )}
    </WithFields>
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
  const by_itself = row.size <= by_itself_max;
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
  if (value === undefined || value === null || said?.trim() === '') return null;
  return said !== null ? (
    <Markdown text={said} />
  ) : (
    <JsonText value={value} open={false} name="answer" />
  );
}
