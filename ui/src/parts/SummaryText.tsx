import { brief } from './printable';
import { redactedMarks } from './Redacted';

import './SummaryText.css';

export type SummaryTextProps = { readonly summary: string };

/** The summary of an event, what it is about before what kind of event it is. */
export function SummaryText({ summary: recorded }: SummaryTextProps) {
  const summary = brief(recorded);
  const colon = summary.indexOf(': ');
  if (colon < 0) return <>{redactedMarks(summary)}</>;
  return (
    <>
      <span className="summary__word">{summary.slice(0, colon + 2)}</span>
      {redactedMarks(summary.slice(colon + 2))}
    </>
  );
}
