import { useEffect, useState } from 'react';

import type * as api from '../../api/types';
import { usePlayhead } from '../state/playhead';
import type { Rows } from './rows';

/** The event at the playhead. While it moves fast, one page at a time is asked for, no more. */
export function useRow(rows: Rows, events: number): api.OutlineRow | null {
  const playhead = usePlayhead();
  const [row, setRow] = useState<api.OutlineRow | null>(null);
  useEffect(() => {
    let there = true;
    let asking = false;
    const look = () => {
      if (!there || events === 0) return;
      const ordinal = Math.min(playhead.at(), events);
      const known = rows.get(ordinal);
      if (known) setRow(known);
      if (known || asking) return;
      asking = true;
      void rows.want(ordinal).then(() => {
        asking = false;
        // A page that did not come, or came without the row, is not asked for again until the
        // playhead moves.
        const moved = Math.min(playhead.at(), events) !== ordinal;
        if (rows.error(ordinal) === null && (moved || rows.get(ordinal))) look();
      });
    };
    look();
    const stop = playhead.subscribe(look);
    return () => {
      there = false;
      stop();
    };
  }, [playhead, rows, events]);
  return row;
}
