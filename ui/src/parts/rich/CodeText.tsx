import { Fragment, useMemo, useState } from 'react';

import { bytes, plural } from '../format';
import { redactedMarks } from '../Redacted';
import { piecesOf } from './code';

import './CodeText.css';

/** More lines are folded, with a button that shows them. */
const lines_first = 16;
/** More characters are never in the page at once without being asked for. */
const shown_max = 40_000;

export type CodeTextProps = {
  readonly text: string;
  /** A language, or the end of a file's name; empty: no colours. */
  readonly language?: string;
  readonly lines?: number;
  readonly className?: string;
};

/** Code or the output of a tool: all of its first lines, and the rest when asked for. */
export function CodeText({
  text,
  language = '',
  lines = lines_first,
  className = '',
}: CodeTextProps) {
  const [open, setOpen] = useState(false);
  const [whole, setWhole] = useState(false);
  const total = useMemo(() => linesIn(text), [text]);
  // One line more than is folded would be a button in the place of a line.
  const folded = !open && total > lines + 2;
  const shown = useMemo(() => {
    const part = folded ? firstLines(text, lines) : text;
    return whole ? part : part.slice(0, shown_max);
  }, [text, folded, lines, whole]);
  const pieces = useMemo(() => piecesOf(shown, language), [shown, language]);
  return (
    <div className={`code ${className}`}>
      <pre>
        {pieces.map((piece, at) =>
          piece.type === 'plain' ? (
            <Fragment key={at}>{redactedMarks(piece.text)}</Fragment>
          ) : (
            <span key={at} className={`code__${piece.type}`}>
              {redactedMarks(piece.text)}
            </span>
          ),
        )}
      </pre>
      {(folded || (!whole && text.length > shown_max && !folded)) && (
        <button
          type="button"
          onClick={(event) => {
            event.stopPropagation();
            if (folded) setOpen(true);
            else setWhole(true);
          }}
        >
          {folded ? `${plural(total - lines, 'more line')}` : `Show all ${bytes(text.length)}`}
        </button>
      )}
      {open && total > lines + 2 && (
        <button
          type="button"
          onClick={(event) => {
            event.stopPropagation();
            setOpen(false);
          }}
        >
          Fewer lines
        </button>
      )}
    </div>
  );
}

function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ++lines;
  return text.endsWith('\n') ? lines - 1 : lines;
}

function firstLines(text: string, lines: number): string {
  let end = -1;
  for (let line = 0; line < lines; ++line) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}
