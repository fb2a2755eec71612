import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { useSession } from './session';

const fields_first = 16_384;

export type Goal = { readonly text: string | null; readonly waiting: boolean };

/** The goal that the session began with, however large the event is that it came with. */
export function useGoal(): Goal {
  const { session, version } = useSession();
  const query = { order: 'time', kinds: 'session_start', limit: 1, fields: fields_first };
  const first = useAnswer<api.Outline>(address(['sessions', session, 'outline'], query), version);
  const start = first.data?.rows[0];
  const large = start && start.fields === null && start.size > fields_first;
  const whole = useAnswer<api.Event>(large ? address(['events', start.id]) : null);
  const goal = (start?.fields ?? (large ? whole.data?.fields : undefined))?.['goal'];
  const waiting = (!first.data && !first.error) || Boolean(large && !whole.data && !whole.error);
  return { text: typeof goal === 'string' ? goal : null, waiting };
}
