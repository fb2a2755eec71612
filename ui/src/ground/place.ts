/**
 * Where one is: `#/session/ID?view=tree&event=…`. Everything that could be shared stands in the
 * address, so that a link, a reload and the back button give the same page.
 */
import { useCallback, useMemo, useSyncExternalStore } from 'react';

import { encoded } from '../api/encode';

export type Place = {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
};

export type Change = {
  readonly [name: string]: string | number | boolean | readonly string[] | null | undefined;
};

export function parsePlace(hash: string): Place {
  const text = hash.replace(/^#?\/?/, '');
  const mark = text.indexOf('?');
  const path = mark < 0 ? text : text.slice(0, mark);
  return {
    path: path.split('/').filter(Boolean).map(decoded),
    query: new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1)),
  };
}

export function hashOf(path: readonly string[], query: URLSearchParams | Change = {}): string {
  const parameters =
    query instanceof URLSearchParams ? query : changed(new URLSearchParams(), query);
  const text = `#/${path.map(encoded).join('/')}`;
  return parameters.size === 0 ? text : `${text}?${parameters}`;
}

/** Null, undefined, false, the empty text and the empty list take a name away. */
export function changed(query: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined || value === false || value === '') next.delete(name);
    else if (typeof value === 'object') {
      next.delete(name);
      value.forEach((each) => next.append(name, each));
    } else next.set(name, value === true ? '1' : String(value));
  }
  return next;
}

/** `push` makes a step that the back button undoes; `replace` does not. */
export function go(hash: string, how: 'push' | 'replace' = 'push'): void {
  if (hash === location.hash) return;
  if (how === 'push') history.pushState(null, '', hash);
  else history.replaceState(null, '', hash);
  listeners.forEach((listener) => listener());
}

/** The place, and a way to change some of its query. */
export function usePlace(): Place & {
  readonly set: (change: Change, how?: 'push' | 'replace') => void;
} {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const place = useMemo(() => parsePlace(hash), [hash]);
  const set = useCallback((change: Change, how: 'push' | 'replace' = 'replace') => {
    const now = parsePlace(location.hash);
    go(hashOf(now.path, changed(now.query, change)), how);
  }, []);
  return useMemo(() => ({ ...place, set }), [place, set]);
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
