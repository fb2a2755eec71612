import { useSyncExternalStore } from 'react';

/** Up to this width, pages are one column. Style sheets say it as `(max-width: 700px)`. */
const narrow = '(max-width: 700px)';

/** Whether the window is as narrow as a phone, or zoomed in until it is. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      const query = window.matchMedia?.(narrow);
      query?.addEventListener('change', watcher);
      return () => query?.removeEventListener('change', watcher);
    },
    () => window.matchMedia?.(narrow).matches ?? false,
  );
}
