import { useId, useState } from 'react';

import { address, ApiError, post } from '../../api/client';
import { recorded } from '../../api/recorded';
import type * as api from '../../api/types';
import { forget, useAnswer } from '../../api/useAnswer';
import { NoteList } from './NoteList';
import { noteOf } from './noteOf';
import { Failure } from '../Notice';

const shown_max = 200;
const author_key = 'hence.author';

export type NotesProps = {
  readonly event: api.EventId;
  /** Changes when something arrived: the notes are asked for again. */
  readonly version?: number;
};

/** What people noted about an event, and a field to add one. A note is recorded, and never edited. */
export function Notes({ event, version = 0 }: NotesProps) {
  const [turn, setTurn] = useState(0);
  const target = address(['events'], {
    kinds: 'note',
    where: `fields.of = ${JSON.stringify(event)}`,
    limit: shown_max,
  });
  const { data } = useAnswer<api.EventPage>(target, turn + version);
  const notes = data?.events.map(noteOf) ?? [];
  const again = () => {
    forget(target);
    setTurn(turn + 1);
  };
  if (recorded && notes.length === 0) return null;
  return (
    <section aria-label="Notes">
      {notes.length > 0 && <NoteList notes={notes} />}
      {!recorded && <NoteForm key={event} event={event} onNoted={again} />}
    </section>
  );
}

type NoteFormProps = { readonly event: api.EventId; readonly onNoted: () => void };

function NoteForm({ event, onNoted }: NoteFormProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [author, setAuthor] = useState(keptAuthor);
  const [text, setText] = useState('');
  const [error, setError] = useState<ApiError | null>(null);
  const [said, setSaid] = useState('');
  const record = async () => {
    try {
      await post<api.Event>(address(['events', event, 'notes']), { text, author });
      keepAuthor(author);
      setText('');
      setError(null);
      setOpen(false);
      setSaid('noted');
      onNoted();
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setError(failed);
    }
  };
  if (!open) {
    return (
      <p>
        <button type="button" onClick={() => setOpen(true)}>
          Add a note
        </button>{' '}
        <span role="status" className="soft">
          {said}
        </span>
      </p>
    );
  }
  return (
    <form
      className="notes-form"
      onSubmit={(submit) => {
        submit.preventDefault();
        void record();
      }}
    >
      <label htmlFor={`${id}-text`}>Note (it is recorded, and cannot be edited later)</label>
      <textarea
        id={`${id}-text`}
        autoFocus
        required
        value={text}
        onChange={(change) => setText(change.target.value)}
      />
      <div className="notes-form__row">
        <label>
          Author{' '}
          <input value={author} size={14} onChange={(change) => setAuthor(change.target.value)} />
        </label>
        <button type="submit" disabled={text.trim() === ''}>
          Record the note
        </button>
        <button type="button" onClick={() => setOpen(false)}>
          Cancel
        </button>
      </div>
      {error && <Failure error={error} />}
    </form>
  );
}

function keptAuthor(): string {
  try {
    return localStorage.getItem(author_key) ?? '';
  } catch {
    // A page without storage asks each time.
    return '';
  }
}

function keepAuthor(author: string): void {
  try {
    localStorage.setItem(author_key, author);
  } catch {
    // As above.
  }
}
