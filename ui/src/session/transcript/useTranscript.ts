import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

import { address, ApiError, type Query } from '../../api/client';
import type * as api from '../../api/types';
import { askOnce } from '../../api/useAnswer';
import {
  nothing,
  rows_max,
  step_rows,
  stretchOf,
  withEarlier,
  withLater,
  type Stretch,
} from './window';

/** Larger fields are asked for one by one. */
export const fields_max = 16_384;

/** A place behind every event. */
const end = Number.MAX_SAFE_INTEGER;

/** Whether what was asked for is shown, is not there, or something else was asked for since. */
export type Shown = 'shown' | 'not there' | 'overtaken';

export type Transcript = {
  readonly stretch: Stretch;
  readonly error: ApiError | null;
  /** Shows the surroundings of an event, or of a place in the order. */
  readonly openAtEvent: (event: api.EventId) => Promise<Shown>;
  readonly openAt: (ordinal: number) => Promise<Shown>;
  readonly extend: (where: 'earlier' | 'later') => Promise<void>;
};

type Ask = (query: Query) => Promise<api.Outline>;
type Show = (how: 'open' | 'add', make: () => Promise<Stretch>) => Promise<Shown>;
type Now = { stretch: Stretch; turn: number; opening: number; extending: boolean };

/** A stretch of the session in its order, as the filter has it. */
export function useTranscript(session: string, filter: Query, version: number): Transcript {
  const key = address([session], filter);
  const { stretch, error, now, show } = useShown();
  const ask = useCallback(
    (query: Query) =>
      askOnce<api.Outline>(
        address(['sessions', session, 'outline'], {
          order: 'time',
          fields: fields_max,
          ...filter,
          ...query,
        }),
      ),
    [key],
  );
  const openAtEvent = useCallback(
    (event: api.EventId) =>
      show('open', async () => stretchOf(await ask({ at: event, limit: step_rows }))),
    [ask, show],
  );
  const openAt = useCallback(
    (ordinal: number) => show('open', () => around(ask, ordinal)),
    [ask, show],
  );
  const extend = useExtend(now, ask, show);

  // Events arrived, or the filter changed: the same surroundings are asked for again.
  const seen = useRef(ask);
  const seen_version = useRef(version);
  useEffect(() => {
    if (seen.current === ask && seen_version.current === version) return;
    seen.current = ask;
    seen_version.current = version;
    if (now.current.opening > 0) return;
    const { rows } = now.current.stretch;
    const middle = rows[Math.floor(rows.length / 2)];
    const limit = Math.max(step_rows, Math.min(rows.length + step_rows, rows_max));
    if (middle) void show('open', async () => stretchOf(await ask({ at: middle.id, limit })));
    else void openAt(1);
  }, [version, ask, show, openAt]);

  return { stretch, error, openAtEvent, openAt, extend };
}

/** What is shown, and how something else takes its place. */
function useShown() {
  const [stretch, setStretch] = useState(nothing);
  const [error, setError] = useState<ApiError | null>(null);
  const now = useRef<Now>({ stretch, turn: 0, opening: 0, extending: false });
  /**
   * Shows what is made of answers, unless something else was opened in the meantime. Opening a place
   * overtakes everything; what only adds to what is shown waits for its next chance.
   */
  const show: Show = useCallback(async (how, make) => {
    const mine = now.current;
    if (how === 'add' && mine.opening > 0) return 'overtaken';
    const turn = how === 'open' ? ++mine.turn : mine.turn;
    if (how === 'open') ++mine.opening;
    let shown: Shown = 'overtaken';
    try {
      const next = await make();
      if (turn === mine.turn) {
        mine.stretch = next;
        setStretch(next);
        setError(null);
        shown = 'shown';
      }
    } catch (failed) {
      const known = failed instanceof ApiError ? failed : new ApiError(0, 'io', String(failed), '');
      if (turn === mine.turn) {
        if (known.status !== 404) setError(known);
        shown = 'not there';
      }
    }
    if (how === 'open') --mine.opening;
    return shown;
  }, []);
  return { stretch, error, now, show };
}

async function around(ask: Ask, ordinal: number): Promise<Stretch> {
  const half = step_rows / 2;
  const [earlier, later] = await Promise.all([
    ordinal > 1 ? ask({ before: Math.min(ordinal, end), limit: half }) : null,
    Number.isFinite(ordinal) ? ask({ after: ordinal - 1, limit: half }) : null,
  ]);
  return {
    rows: [...(earlier?.rows ?? []), ...(later?.rows ?? [])],
    from_start: (earlier?.rows.length ?? 0) < half,
    to_end: (later?.rows.length ?? 0) < half,
  };
}

function useExtend(now: RefObject<Now>, ask: Ask, show: Show): Transcript['extend'] {
  return useCallback(
    async (where) => {
      const { rows, from_start, to_end } = now.current.stretch;
      if (rows.length === 0 || now.current.extending) return;
      if (where === 'earlier' ? from_start : to_end) return;
      now.current.extending = true;
      await show('add', async () => {
        const before = now.current.stretch;
        if (where === 'later') {
          const after = rows.at(-1)?.ordinal ?? 0;
          return withLater(before, (await ask({ after, limit: step_rows })).rows);
        }
        const answer = await ask({ before: rows[0]?.ordinal ?? end, limit: step_rows });
        return withEarlier(before, answer.rows);
      });
      now.current.extending = false;
    },
    [ask, show],
  );
}
