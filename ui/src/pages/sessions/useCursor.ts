import { useCallback, useState } from 'react';

import { keyOf, type Row } from './pages';

export type Cursor = {
  /** The place of the row that has the keyboard, or -1. */
  readonly at: number;
  readonly row: Row | null;
  readonly point: (row: Row) => void;
  readonly move: (by: number) => void;
  readonly reveal: { readonly at: number; readonly version: number } | null;
};

/** The row that has the keyboard. It stays with its row when others come in above. */
export function useCursor(rows: readonly Row[]): Cursor {
  const [key, setKey] = useState<string | null>(null);
  const [version, setVersion] = useState(0);
  const at = key === null ? -1 : rows.findIndex((row) => keyOf(row) === key);
  const point = useCallback((row: Row) => setKey(keyOf(row)), []);
  const move = (by: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (!row) return;
    setKey(keyOf(row));
    setVersion((before) => before + 1);
  };
  return {
    at,
    row: rows[at] ?? null,
    point,
    move,
    reveal: at < 0 || version === 0 ? null : { at, version },
  };
}
