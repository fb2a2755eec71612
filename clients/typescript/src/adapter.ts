// What the adapters for other people's hooks and buses share. A host hands over objects of its own;
// they are read member by member, and whatever they are, nothing is thrown at the host.
import { nameOf, shown } from './event.js';
import type { Recorder } from './recorder.js';

export type Members = Record<string, unknown>;

export const members = (value: unknown): Members =>
  value !== null && typeof value === 'object' ? (value as Members) : {};

/** The first of these members that is there. */
export function first(value: Members, ...names: string[]): unknown {
  for (const name of names) {
    const found = value[name];
    if (found !== undefined && found !== null && found !== '') {
      return found;
    }
  }
  return undefined;
}

/** The first of these members, as a name; a text or a number. */
export function text(value: Members, ...names: string[]): string | undefined {
  const found = first(value, ...names);
  return typeof found === 'string' || typeof found === 'number' ? nameOf(found) : undefined;
}

export function amount(value: Members, ...names: string[]): number | undefined {
  const found = first(value, ...names);
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined;
}

/** Fields without what is not there. */
export const known = (fields: Members): Members =>
  Object.fromEntries(Object.entries(fields).filter(([, one]) => one !== undefined && one !== null));

/** A map that forgets its oldest entry: an emitter that never says an end costs no memory. */
export class Bounded<Value> extends Map<string, Value> {
  constructor(readonly most: number) {
    super();
  }
  override set(key: string, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.most) {
      this.delete(this.keys().next().value as string);
    }
    return this;
  }
}

/** Calls that were begun and not ended, by a key; of several under one key the oldest ends first. */
export class Open<Value> {
  readonly #calls: Bounded<Value[]>;
  constructor(most: number) {
    this.#calls = new Bounded(most);
  }
  begin(key: string, value: Value): void {
    this.#calls.set(key, [...(this.#calls.get(key) ?? []), value].slice(-1000));
  }
  end(key: string): Value | undefined {
    const [oldest, ...rest] = this.#calls.get(key) ?? [];
    if (rest.length > 0) {
      this.#calls.set(key, rest);
    } else {
      this.#calls.delete(key);
    }
    return oldest;
  }
}

/** A value as a part of a key; equal values give equal texts. */
export function keyOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, one: unknown) =>
      one !== null && typeof one === 'object' && !Array.isArray(one)
        ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
        : one,
    ).slice(0, 10_000);
  } catch {
    return shown(value).slice(0, 10_000);
  }
}

/** The handler, which tells the recorder of its failures and its caller of none. */
export const quiet =
  <Args extends unknown[]>(keeper: () => Recorder, act: (...args: Args) => void) =>
  (...args: Args): void => {
    try {
      act(...args);
    } catch (error) {
      const recorder = keeper();
      recorder.spool.dropped += 1;
      recorder.fail(error);
    }
  };
