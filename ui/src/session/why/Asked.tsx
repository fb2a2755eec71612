import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { Markdown } from '../../parts/rich/Markdown';

export type AskedProps = { readonly link: api.ChainLink };

/** A summary has the first line: what was forbidden may stand in the second. */
export function Asked({ link }: AskedProps) {
  const { data } = useAnswer<api.Event>(address(['events', link.event_id]));
  const fields = data?.id === link.event_id ? data.fields : undefined;
  const text = fields?.['goal'] ?? fields?.['text'];
  if (typeof text !== 'string') return null;
  return (
    <div className="why-step__asked">
      <Markdown text={text} />
    </div>
  );
}

export function isAsked(kind: string): boolean {
  return kind === 'session_start' || kind === 'prompt';
}
