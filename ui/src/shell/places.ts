/** What can be gone to by typing a part of its name: pages, sessions, runs, one event. */
import { address, ask } from '../api/client';
import { recorded } from '../api/recorded';
import type * as api from '../api/types';
import { go, hashOf } from '../ground/place';
import { shortId } from '../parts/format';

export type Choice = {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly run: () => void;
};

const found_max = 8;

/** Asks the server; what it does not know is no choice, and no failure either. */
export async function placesLike(typed: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const text = typed.trim();
  if (text === '' || recorded) return [];
  const found = await Promise.allSettled([
    ask<api.SessionPage>(address(['sessions'], { text, limit: found_max }), signal).then(
      ({ sessions }) => sessions.map(sessionChoice),
    ),
    ask<api.RunPage>(address(['runs'], { text, limit: found_max }), signal).then(({ runs }) =>
      runs.map(runChoice),
    ),
    ask<api.Event>(address(['events', text]), signal).then((event) => [eventChoice(event)]),
  ]);
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

function sessionChoice(row: api.Session): Choice {
  return {
    key: `session ${row.id}`,
    label: row.id,
    note: row.goal ? `session: ${row.goal}` : 'session',
    run: () => go(hashOf(['session', row.id])),
  };
}

function runChoice(row: api.Run): Choice {
  return {
    key: `run ${row.session ?? ''} ${row.id}`,
    label: row.id,
    note: row.session ? `debrief of a run of ${row.session}` : 'debrief of a run',
    run: () => go(hashOf(['debrief', row.id], { session: row.session })),
  };
}

function eventChoice(event: api.Event): Choice {
  const where = event.session ?? event.run;
  return {
    key: `event ${event.id}`,
    label: `${event.kind} ${shortId(event.id)}`,
    note: where ? `event of ${where}` : 'event without a session',
    run: () => where && go(hashOf(['session', where], { event: event.id })),
  };
}
