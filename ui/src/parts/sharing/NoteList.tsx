import type * as api from '../../api/types';
import { clock } from '../format';
import { printable } from '../printable';

import './NoteList.css';

export type NoteListProps = { readonly notes: readonly api.Note[] };

/** What people remarked: who, when, and their words as text. */
export function NoteList({ notes }: NoteListProps) {
  return (
    <ul className="notes">
      {notes.map((note) => (
        <li key={note.id}>
          <div className="notes__who">
            <strong>{note.author === null ? 'somebody' : printable(note.author)}</strong>{' '}
            <time dateTime={note.time}>{clock(note.time)}</time>
          </div>
          <p className="notes__text">{note.text}</p>
        </li>
      ))}
    </ul>
  );
}
