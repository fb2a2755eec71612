/** What can be gone to by typing: sessions and runs by name, events by what they say, one event. */
import { address, ask } from '../api/client';
import { recorded } from '../api/recorded';
import type * as api from '../api/types';
import { go, hashOf } from '../ground/place';
import { count, shortId } from '../parts/format';
import { brief } from '../parts/printable';

export type Choice = {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly run: () => void;
};

const found_max = 6;

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
    ask<api.SearchAnswer>(address(['search'], { q: text, limit: found_max }), signal).then(
      (answer) => [...answer.rows.map(contentChoice), ...allChoice(text, answer)],
    ),
    // Only what may be an id: every other text would be asked for in vain.
    ...(mayBeId(text)
      ? [ask<api.Event>(address(['events', text]), signal).then((event) => [eventChoice(event)])]
      : []),
  ]);
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

/** Ids that programs make have a digit; words that people type seldom do. */
export function mayBeId(text: string): boolean {
  return /^[^\s]{4,256}$/.test(text) && /\d/.test(text);
}

/** What it was about comes first: few know a session by its id. */
function sessionChoice(row: api.Session): Choice {
  return {
    key: `session ${row.id}`,
    label: brief(row.goal ?? row.id),
    note: `session ${brief(row.id)}`,
    run: () => go(hashOf(['session', row.id])),
  };
}

function runChoice(row: api.Run): Choice {
  return {
    key: `run ${row.session ?? ''} ${row.id}`,
    label: brief(row.goal ?? row.id),
    note: `debrief of run ${brief(row.id)}`,
    run: () => go(hashOf(['debrief', row.id], { session: row.session })),
  };
}

function contentChoice(row: api.SearchRow): Choice {
  const where = row.session ?? row.run;
  return {
    key: `found ${row.event}`,
    label: brief(row.summary),
    note: where ? `in ${brief(where)}` : 'event without a session',
    run: () => where && go(hashOf(['session', where], { event: row.event })),
  };
}

function allChoice(q: string, { matches, counted_all }: api.SearchAnswer): readonly Choice[] {
  if (matches === 0) return [];
  return [
    {
      key: 'found all',
      label: `All ${count(matches)}${counted_all ? '' : ' or more'} events with “${brief(q, 60)}”`,
      note: 'search',
      run: () => go(hashOf(['search'], { q })),
    },
  ];
}

function eventChoice(event: api.Event): Choice {
  const where = event.session ?? event.run;
  return {
    key: `event ${event.id}`,
    label: `${event.kind} ${shortId(event.id)}`,
    note: where ? `event of ${brief(where)}` : 'event without a session',
    run: () => where && go(hashOf(['session', where], { event: event.id })),
  };
}
