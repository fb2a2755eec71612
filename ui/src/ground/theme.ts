/** Dark or light: what was chosen here before, else what the system prefers. */
import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';
const key = 'hence.theme';
const watchers = new Set<() => void>();

export function currentTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  watchers.forEach((watcher) => watcher());
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A page without storage (an exported file, say) forgets the choice, and that is all.
  }
}

export function startTheme(): void {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(key);
  } catch {
    // As above.
  }
  const prefers_dark = window.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
  const dark = chosen ? chosen === 'dark' : prefers_dark;
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

export function useTheme(): Theme {
  return useSyncExternalStore((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, currentTheme);
}
