import type { ReactNode } from 'react';

import './Redacted.css';

const mark = /\[redacted [a-z0-9_-]{1,40} [0-9a-f]{4,16}\]/g;

/** A text in which the marks of secrets that were taken out look like marks. */
export function redactedMarks(text: string): ReactNode {
  if (!text.includes('[redacted ')) return text;
  const parts: ReactNode[] = [];
  let behind = 0;
  for (const found of text.matchAll(mark)) {
    parts.push(text.slice(behind, found.index));
    parts.push(
      <span
        key={found.index}
        className="redacted"
        title="A secret stood here and was taken out before it was stored. Equal marks were equal secrets."
      >
        {found[0]}
      </span>,
    );
    behind = found.index + found[0].length;
  }
  parts.push(text.slice(behind));
  return parts;
}
