import { useEffect, useState } from 'react';

import { ApiError, ask } from './client';

/** What is known of an answer: while another is on its way, the one before stays. */
export type Answer<T> = {
  readonly data: T | null;
  readonly error: ApiError | null;
  /** Of another address than the one asked for last, or none yet. */
  readonly waiting: boolean;
};

const kept_max = 300;
const kept = new Map<string, Promise<unknown>>();
const asking = new Set<Promise<unknown>>();

/** Asks once for each address until `forget`; answers are kept, the least recently asked go first. */
export function askOnce<T>(target: string): Promise<T> {
  const known = kept.get(target);
  if (known) {
    kept.delete(target);
    kept.set(target, known);
    return known as Promise<T>;
  }
  const asked = ask<T>(target);
  kept.set(target, asked);
  asking.add(asked);
  asked.then(
    () => asking.delete(asked),
    () => {
      asking.delete(asked);
      if (kept.get(target) === asked) kept.delete(target);
    },
  );
  for (const oldest of kept.keys()) {
    if (kept.size <= kept_max) break;
    kept.delete(oldest);
  }
  return asked;
}

/** Until everything that the page is about to ask, and has asked, is answered. */
export async function allAnswered(): Promise<void> {
  await new Promise((drawn) => setTimeout(drawn, 50));
  await Promise.allSettled(asking);
}

/** Lets go of what was answered about these addresses, since something arrived. */
export function forget(prefix: string): void {
  for (const target of [...kept.keys()]) {
    if (target.startsWith(prefix)) kept.delete(target);
  }
}

/**
 * The answer at an address, or nothing for null. `version` asks again when it changes: forget the
 * address first. What was there stays until the new answer is.
 */
export function useAnswer<T>(target: string | null, version = 0): Answer<T> {
  const [state, setState] = useState<Answer<T> & { readonly of: string | null }>({
    data: null,
    error: null,
    waiting: target !== null,
    of: null,
  });
  useEffect(() => {
    if (target === null) {
      setState({ data: null, error: null, waiting: false, of: null });
      return;
    }
    let wanted = true;
    askOnce<T>(target).then(
      (data) => wanted && setState({ data, error: null, waiting: false, of: target }),
      (error: unknown) => {
        if (!wanted) return;
        const known = error instanceof ApiError ? error : new ApiError(0, 'io', String(error), '');
        setState((before) => ({ ...before, error: known, waiting: false, of: target }));
      },
    );
    return () => {
      wanted = false;
    };
  }, [target, version]);
  return state.of === target ? state : { ...state, waiting: target !== null };
}
