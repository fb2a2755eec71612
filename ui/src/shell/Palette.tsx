import { useEffect, useId, useState, type KeyboardEvent } from 'react';

import { recorded } from '../api/recorded';
import { useKeyGroups, type KeyGroup } from '../ground/keys';
import { go, hashOf } from '../ground/place';
import { Dialog } from '../parts/Dialog';
import { best } from './match';
import { placesLike, type Choice } from './places';
import { routes } from './routes';

import './Palette.css';

const ask_after_ms = 120;

export type PaletteProps = { readonly onClose: () => void };

/** Everything that can be done or gone to, by typing. */
export function Palette({ onClose }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const here = useCommands();
  const { found, waiting } = usePlacesLike(typed);
  const list = useId();
  const choices = [...best(typed, here, (choice) => choice.label), ...found];
  const at = Math.min(chosen, choices.length - 1);
  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    // Once the dialog is gone and the focus is back: the command may want it.
    setTimeout(choice.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && choices.length > 0) {
      event.preventDefault();
      setChosen((at + step + choices.length) % choices.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(choices[at]);
    }
  };
  return (
    <Dialog title="Command palette" onClose={onClose}>
      <input
        className="palette__input"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={choices.length > 0 ? `${list}-${at}` : undefined}
        aria-label="A command, a session, or words that were recorded"
        placeholder="A command, a session, or words that were recorded"
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox" aria-label="Choices" className="palette__list">
        {choices.map((choice, row) => (
          <li
            key={choice.key}
            id={`${list}-${row}`}
            role="option"
            aria-selected={row === at}
            ref={row === at ? (element) => element?.scrollIntoView?.({ block: 'nearest' }) : null}
            onClick={() => run(choice)}
          >
            <span className="cut">{choice.label}</span>
            <span className="soft cut">{choice.note}</span>
          </li>
        ))}
      </ul>
      {choices.length === 0 && (
        <p className="soft" role="status">
          {waiting ? 'Searching…' : 'No command, no session and no recorded text has this.'}
        </p>
      )}
    </Dialog>
  );
}

function useCommands(): readonly Choice[] {
  const groups = useKeyGroups();
  const pages = recorded ? [] : routes.filter((route) => route.title);
  return [
    ...pages.map((route) => ({
      key: `page ${route.name}`,
      label: route.title ?? '',
      note: 'page',
      run: () => go(hashOf([route.name])),
    })),
    ...groups.flatMap(choicesOf),
  ];
}

function choicesOf(group: KeyGroup): readonly Choice[] {
  return group.commands.map((command, at) => ({
    key: `key ${group.title} ${at}`,
    label: command.label,
    note: `${group.title} · ${command.keys.join(' or ')}`,
    run: command.run,
  }));
}

type Found = { readonly found: readonly Choice[]; readonly waiting: boolean };

function usePlacesLike(typed: string): Found {
  const [state, setState] = useState<{ readonly of: string; readonly found: readonly Choice[] }>({
    of: '',
    found: [],
  });
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void placesLike(typed, stop.signal).then((found) => {
        if (!stop.signal.aborted) setState({ of: typed, found });
      });
    }, ask_after_ms);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed]);
  return { found: state.found, waiting: state.of !== typed };
}
