import { useSyncExternalStore } from 'react';

/** Up to this width, pages are one column. Style sheets say it as `(max-width: 700px)`. */
const one_column_px = 700;

/** Whether the window is as narrow as a phone, or zoomed in until it is; or as narrow as `px`. */
export function useNarrow(px = one_column_px): boolean {
  const narrow = `(max-width: ${px}px)`;
  return useSyncExternalStore(
    (watcher) => {
      const query = window.matchMedia?.(narrow);
      query?.addEventListener('change', watcher);
      return () => query?.removeEventListener('change', watcher);
    },
    () => window.matchMedia?.(narrow).matches ?? false,
  );
}
