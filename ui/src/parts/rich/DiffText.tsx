import { useState } from 'react';

import { count, plural } from '../format';
import type { DiffLine } from './diff';

import './DiffText.css';

const lines_first = 24;
/** Around a change, so many lines that did not change. */
const around = 3;
/** A line may be a whole file. */
const line_max = 2_000;

export type DiffTextProps = { readonly lines: readonly DiffLine[] };

/** Lines that were taken away and put in, with a few around them. */
export function DiffText({ lines: all }: DiffTextProps) {
  const [shown, setShown] = useState(lines_first);
  const lines = nearChanges(all);
  const added = all.filter(({ sign }) => sign === '+').length;
  const removed = all.filter(({ sign }) => sign === '-').length;
  const hidden = Math.max(0, lines.length - shown);
  return (
    <div className="diff">
      <div className="diff__count">
        <span className="diff__plus">+{count(added)}</span>{' '}
        <span className="diff__minus">−{count(removed)}</span>
      </div>
      <pre>
        {lines.slice(0, hidden > 2 ? shown : undefined).map(({ sign, text }, at) => (
          <span key={at} className={`diff__line diff__line--${words[sign]}`}>
            <span className="unseen">{sign === ' ' ? '' : `${words[sign]}: `}</span>
            <span className="diff__sign" aria-hidden="true">
              {sign}
            </span>
            {text.length > line_max ? `${text.slice(0, line_max)}…` : text}
            {'\n'}
          </span>
        ))}
      </pre>
      {hidden > 2 && (
        <button
          type="button"
          onClick={(event) => {
            event.stopPropagation();
            setShown(shown + 500);
          }}
        >
          {plural(hidden, 'more line')}
        </button>
      )}
    </div>
  );
}

const words = { '+': 'added', '-': 'removed', ' ': 'kept' } as const;

/** Without the lines that are far from any change. */
function nearChanges(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = new Set<number>();
  lines.forEach(({ sign }, at) => {
    if (sign === ' ') return;
    for (let each = at - around; each <= at + around; ++each) near.add(each);
  });
  const kept: DiffLine[] = [];
  lines.forEach((line, at) => {
    if (near.has(at)) kept.push(line);
    else if (near.has(at - 1) && at < lines.length - 1) kept.push({ sign: ' ', text: '…' });
  });
  return near.size === 0 ? lines : kept;
}
