import type { ReactNode } from 'react';

import type * as api from '../../api/types';
import { hashOf } from '../../ground/place';
import { clock } from '../../parts/format';
import { brief, printable } from '../../parts/printable';
import { marked } from './marked';

export type FoundRowProps = { readonly row: api.SearchRow };

/** An event that matches: what happened, and the words where they stand. */
export function FoundRow({ row }: FoundRowProps) {
  const where = row.session ?? row.run;
  return (
    <li className="found">
      {where ? (
        <a href={hashOf(['session', where], { event: row.event })}>{brief(row.summary)}</a>
      ) : (
        brief(row.summary)
      )}
      <div className="soft">
        {row.time ? clock(row.time) : 'no time recorded'}
        {row.agent && ` · ${brief(row.agent)}`}
        {where && ` · session ${brief(where)}`}
      </div>
      {row.snippet.map((snippet) => (
        <Snippet key={snippet.path} snippet={snippet} />
      ))}
    </li>
  );
}

function Snippet({ snippet }: { readonly snippet: api.SearchSnippet }) {
  const pieces: ReactNode[] = marked(snippet.text, snippet.marks).map((piece, i) =>
    piece.hit ? <mark key={i}>{printable(piece.text)}</mark> : printable(piece.text),
  );
  return (
    <p className="found__snippet">
      <span className="found__path">{brief(snippet.path)}: </span>
      {pieces}
    </p>
  );
}
