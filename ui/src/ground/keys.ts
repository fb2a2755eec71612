/** What the keyboard does here. Pages name their keys; `?` and the palette list what is named. */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

export type KeyCommand = {
  /** Such as `j`, `Shift+N`, `Control+k`, `ArrowDown`, or `g g` for one after the other. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: () => void;
  /** Also while one types in a field. */
  readonly everywhere?: boolean;
  /** Also in a dialog, where the keys of the page below are off. */
  readonly over?: boolean;
  /** Only listed: an element runs it while it has the focus (see useKeysInside). */
  readonly inside?: boolean;
};

export type KeyGroup = { readonly title: string; readonly commands: readonly KeyCommand[] };

type Held = { readonly title: string; commands: readonly KeyCommand[] };

const held: Held[] = [];
const watchers = new Set<() => void>();
let groups: readonly KeyGroup[] = [];

/** While the component is there, these keys work. The group mounted last counts first. */
export function useKeys(title: string, commands: readonly KeyCommand[]): void {
  const mine = useRef<Held | null>(null);
  // Before the screen is painted: who sees an answer can press a key for it.
  useLayoutEffect(() => {
    const group: Held = { title, commands: [] };
    mine.current = group;
    held.push(group);
    return () => {
      held.splice(held.indexOf(group), 1);
      tell();
    };
  }, [title]);
  useLayoutEffect(() => {
    if (mine.current) mine.current.commands = commands;
    tell();
  });
}

/**
 * Keys that work while the focus is inside of the element that gets the answer as onKeyDown, before
 * any others do; with `anywhere` they work without the focus, too.
 */
export function useKeysInside(
  title: string,
  commands: readonly KeyCommand[],
  anywhere = false,
): (event: { readonly nativeEvent: KeyboardEvent }) => void {
  useKeys(
    title,
    commands.map((command) => ({ ...command, inside: !anywhere })),
  );
  return ({ nativeEvent }) => {
    const key = nameOfKey(nativeEvent);
    if (nativeEvent.defaultPrevented || presses(nativeEvent.target, key)) return;
    if (typing(nativeEvent.target)) return;
    const command = commands.find((each) => each.keys.includes(key));
    if (!command) return;
    nativeEvent.preventDefault();
    command.run();
  };
}

/** Every key that works now. */
export function useKeyGroups(): readonly KeyGroup[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => groups,
  );
}

function tell(): void {
  const next = held.map(({ title, commands }) => ({ title, commands }));
  const same =
    next.length === groups.length &&
    next.every((group, at) => {
      const before = groups[at];
      return (
        before?.title === group.title &&
        before.commands.length === group.commands.length &&
        before.commands.every((each, i) => each.label === group.commands[i]?.label)
      );
    });
  // The list is for people: it changes when what stands in it does, not with every new closure.
  if (same) {
    groups.forEach((group, at) => Object.assign(group, next[at]));
    return;
  }
  groups = next;
  watchers.forEach((watcher) => watcher());
}

export function nameOfKey(event: KeyboardEvent): string {
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push('Control');
  if (event.altKey) parts.push('Alt');
  if (event.shiftKey && event.key.length > 1) parts.push('Shift');
  parts.push(event.key === ' ' ? 'Space' : event.key);
  return parts.join('+');
}

let first_key = '';
let first_at = 0;
const pair_ms = 800;

function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Buttons and links take Enter and Space for themselves. */
function presses(target: EventTarget | null, key: string): boolean {
  if (key !== 'Enter' && key !== 'Space') return false;
  return (
    target instanceof HTMLElement && target.closest('button, a, summary, [role=slider]') !== null
  );
}

export function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const key = nameOfKey(event);
  if (presses(event.target, key)) return;
  const pair = performance.now() - first_at < pair_ms ? `${first_key} ${key}` : '';
  const in_field = typing(event.target) && key !== 'Escape';
  const in_dialog = event.target instanceof Element && event.target.closest('dialog') !== null;
  for (const group of [...held].reverse()) {
    for (const command of group.commands) {
      if (command.inside || (in_field && !command.everywhere)) continue;
      if (in_dialog && !command.over) continue;
      if (command.keys.includes(key) || (pair !== '' && command.keys.includes(pair))) {
        event.preventDefault();
        first_key = '';
        command.run();
        return;
      }
    }
  }
  first_key = key;
  first_at = performance.now();
}
