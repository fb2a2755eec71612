/** Where the grounds of a reason are found: a ref names an event, or the key of an observation. */
import { address } from '../../api/client';
import type * as api from '../../api/types';
import { askOnce } from '../../api/useAnswer';

/** By ref: the event that it names. */
export type Evidence = ReadonlyMap<string, api.EventId>;

/**
 * A ref that is the id of an event leads there. The key of an observation leads to the event that a
 * link of the same answer names for it, when there is but one that it can be.
 */
export function evidenceOf(link: api.ChainLink, links: readonly api.Link[]): Evidence {
  const refs = link.rationale?.refs ?? [];
  const named = [
    ...[link.via, ...link.also].flatMap((origin) => (origin?.type === 'ref' ? [origin.from] : [])),
    ...links.flatMap(({ from, to, type }) =>
      to === link.event_id && type === 'ref' ? [from] : [],
    ),
  ];
  const found = new Map(refs.filter((ref) => named.includes(ref)).map((ref) => [ref, ref]));
  const left = [...new Set(named)].filter((id) => !found.has(id));
  const open = refs.filter((ref) => !found.has(ref) && !ref.startsWith('scratch:'));
  if (left.length === 1 && open.length === 1) found.set(open[0] as string, left[0] as string);
  return found;
}

/** The event of that id, or the newest observation of the session with that key; null: neither. */
export async function findRef(session: string, ref: string): Promise<api.EventId | null> {
  try {
    const event = await askOnce<api.Event>(address(['events', ref]));
    if (event.id === ref) return event.id;
  } catch {
    // No event is called so: it is the key of one.
  }
  try {
    const query = { session, kinds: 'observation', text: ref, limit: 50 };
    const { events } = await askOnce<api.EventPage>(address(['events'], query));
    return events.findLast(({ fields }) => fields?.['key'] === ref)?.id ?? null;
  } catch {
    return null;
  }
}
