import { useMemo } from 'react';

import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { useSession } from '../state/session';
import { textIn } from '../state/fields';

/** More delegations of a session are not looked at: what they began is not folded. */
const delegations_max = 500;

/** The runs and agents that work was delegated to in this session. */
export function useDelegated(): ReadonlySet<string> {
  const { session, head, version } = useSession();
  const some = (head?.kinds['delegation'] ?? 0) > 0;
  const { data } = useAnswer<api.Outline>(
    some
      ? address(['sessions', session, 'outline'], {
          ...{ order: 'time', kinds: 'delegation', limit: delegations_max, fields: 16_384 },
        })
      : null,
    version,
  );
  const lead = head?.rows[0];
  return useMemo(
    () => (some && data ? delegatedBy(data.rows, [lead?.agent, lead?.run]) : new Set<string>()),
    [some, data, lead?.agent, lead?.run],
  );
}

/** Without the one that the transcript is about, should somebody delegate back to it. */
export function delegatedBy(
  rows: readonly api.OutlineRow[],
  lead: readonly (string | null | undefined)[],
): ReadonlySet<string> {
  const names = rows.flatMap(({ fields }) => {
    const run = textIn(fields, 'run_id');
    const child = textIn(fields, 'child_id');
    return run !== null ? [run] : child !== null ? [child] : [];
  });
  return new Set(names.filter((name) => !lead.includes(name)));
}
