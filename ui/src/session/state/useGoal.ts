import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { useSession } from './session';

const fields_first = 16_384;

/** Some sessions begin with starts that name no goal: so many events are looked through. */
const looked_through = 20;

export type Goal = { readonly text: string | null; readonly waiting: boolean };

/**
 * The goal of the session, by the rule of the lists: the first that a start or a prompt names,
 * however large the event is that it came with.
 */
export function useGoal(): Goal {
  const { session, version } = useSession();
  const query = {
    ...{ order: 'time', kinds: 'session_start,prompt', limit: looked_through },
    fields: fields_first,
  };
  const first = useAnswer<api.Outline>(address(['sessions', session, 'outline'], query), version);
  const start = first.data?.rows.find((row) => isLarge(row) || goalIn(row.fields) !== null);
  const large = start !== undefined && isLarge(start);
  const whole = useAnswer<api.Event>(large ? address(['events', start.id]) : null);
  const text = goalIn(large ? whole.data?.fields : start?.fields);
  const waiting = (!first.data && !first.error) || (large && !whole.data && !whole.error);
  return { text, waiting };
}

function isLarge(row: api.OutlineRow): boolean {
  return row.fields === null && row.size > fields_first;
}

function goalIn(fields: api.OutlineRow['fields'] | undefined): string | null {
  const goal = fields?.['goal'] ?? fields?.['text'];
  return typeof goal === 'string' && goal !== '' ? goal : null;
}
