import type { KeyboardEvent, MouseEvent } from 'react';

import './Tabs.css';

export type TabsProps<Name extends string> = {
  readonly label: string;
  readonly names: readonly Name[];
  /** The one that has the keyboard. */
  readonly chosen: Name;
  /** Shown besides it. */
  readonly also?: Name | null;
  readonly titleOf?: (name: Name) => string;
  readonly hint?: string;
  readonly onChoose: (name: Name, press: MouseEvent | KeyboardEvent) => void;
};

/** Tabs: left and right go from one to the next. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { names, chosen, also = null, titleOf = String, onChoose } = props;
  const onKeyDown = (press: KeyboardEvent) => {
    const by = press.key === 'ArrowRight' ? 1 : press.key === 'ArrowLeft' ? -1 : 0;
    const next = names[names.indexOf(chosen) + by];
    if (by === 0 || !next) return;
    press.preventDefault();
    onChoose(next, press);
    press.currentTarget.querySelectorAll('button')[names.indexOf(next)]?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={props.label} onKeyDown={onKeyDown}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === chosen || name === also}
          tabIndex={name === chosen ? 0 : -1}
          title={props.hint}
          onClick={(press) => onChoose(name, press)}
        >
          {titleOf(name)}
        </button>
      ))}
    </div>
  );
}
