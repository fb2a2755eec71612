import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { printable } from '../../parts/printable';
import { Markdown } from '../../parts/rich/Markdown';

export type AskedProps = { readonly link: api.ChainLink };

/** A summary has the first line: what was forbidden may stand in the second. */
export function Asked({ link }: AskedProps) {
  const { data, error } = useAnswer<api.Event>(address(['events', link.event_id]));
  const fields = data?.id === link.event_id ? data.fields : undefined;
  const text = fields?.['goal'] ?? fields?.['text'];
  // Nothing but the first line is known, in the summary.
  if (typeof text !== 'string') return error ? <p>{printable(lineOf(link))}</p> : null;
  return (
    <div className="why-step__asked">
      <Markdown text={text} />
    </div>
  );
}

export function isAsked(kind: string): boolean {
  return kind === 'session_start' || kind === 'prompt';
}

/** A summary is a word for the kind, a colon, and what was said. */
export function askedWord({ summary }: api.ChainLink): string {
  return summary.slice(0, Math.max(0, summary.indexOf(': '))) || summary;
}

function lineOf({ summary }: api.ChainLink): string {
  return summary.slice(summary.indexOf(': ') + 1).trim();
}
