import { useCallback, useEffect, useRef, useState } from 'react';

import { useKeys } from '../../ground/keys';
import { usePlace } from '../../ground/place';
import { hitsInWords } from './hits';
import { onOpenFind } from './opening';
import { useFind, type Find } from './useFind';
import { useFoundMarks } from './useFoundMarks';

import './FindBox.css';

const typing_ms = 250;

/** Finds text in the session: `/` opens it, Enter and `n` go on, `N` goes back. */
export function FindBox() {
  const { query, set } = usePlace();
  const text = query.get('find') ?? '';
  const [open, setOpen] = useState(false);
  const find = useFind(text);
  const field = useRef<HTMLInputElement>(null);
  useFoundMarks(text);
  const show = useCallback(() => {
    setOpen(true);
    field.current?.focus();
    field.current?.select();
  }, []);
  useEffect(() => onOpenFind(show), [show]);
  useKeys('Find', [
    {
      keys: ['/'],
      label: 'Find in the session',
      run: show,
    },
    ...(text === ''
      ? []
      : [
          { keys: ['n'], label: 'Next found', run: () => find.step(1) },
          { keys: ['N'], label: 'Previous found', run: () => find.step(-1) },
        ]),
  ]);
  if (!open && text === '') return null;
  const close = () => {
    setOpen(false);
    set({ find: null });
  };
  return (
    <FindForm
      field={field}
      focus={open}
      text={text}
      find={find}
      onText={(find_) => set({ find: find_ })}
      onClose={close}
    />
  );
}

type FindFormProps = {
  readonly field: React.RefObject<HTMLInputElement | null>;
  /** It was opened by somebody, who wants to type; not by a link. */
  readonly focus: boolean;
  readonly text: string;
  readonly find: Find;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
};

function FindForm({ field, focus, text, find, onText, onClose }: FindFormProps) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (focus) field.current?.focus();
  }, [field, focus]);
  const first = useRef(false);
  useEffect(() => {
    if (!first.current || find.hits.ids.length === 0) return;
    first.current = false;
    find.step(1);
  }, [find.hits]);
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onText(typed), typing_ms);
    return () => clearTimeout(timer);
  }, [typed, text]);
  const said = find.waiting ? 'looking…' : text === '' ? '' : hitsInWords(find.hits, find.at);
  return (
    <form
      className="find"
      role="search"
      aria-label="Find in the session"
      onSubmit={(event) => {
        event.preventDefault();
        first.current = typed !== text;
        if (typed === text) find.step(1);
        else onText(typed);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          onClose();
        } else if (event.key === 'Enter' && event.shiftKey) {
          event.preventDefault();
          find.step(-1);
        }
      }}
    >
      <input
        ref={field}
        type="text"
        aria-label="Text to find"
        placeholder="Find in the session"
        maxLength={1024}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <span
        className={find.error ? 'find__count find__count--failed' : 'find__count'}
        role="status"
      >
        {find.error ? find.error.message : said}
      </span>
      <button type="button" aria-label="Previous" onClick={() => find.step(-1)}>
        ↑
      </button>
      <button type="submit" aria-label="Next">
        ↓
      </button>
      <button type="button" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </form>
  );
}
