import { address, ask } from '../../api/client';
import type * as api from '../../api/types';

/** The event that a ref names: the key of what was seen in the session, else the id itself. */
export async function eventNamed(ref: string, session: string | undefined): Promise<api.EventId> {
  const target = address(['events'], {
    session,
    kinds: 'observation',
    where: `fields.key = ${JSON.stringify(ref)}`,
    limit: 1,
  });
  const seen = session === undefined ? null : await ask<api.EventPage>(target);
  return seen?.events[0]?.id ?? ref;
}
