import { useMemo } from 'react';

import { address } from '../../../api/client';
import type * as api from '../../../api/types';
import { useAnswer } from '../../../api/useAnswer';
import { useSession } from '../../state/session';
import { decisions_max, withDecisions } from '../scene/decisions';

/** The map with the decisions and outcomes of the session as nodes of it. */
export function useDecisions(
  map: api.SessionMap | null,
  closed: readonly string[],
): api.SessionMap | null {
  const { session, head, version } = useSession();
  const kinds = ['decision', 'outcome'].filter((kind) => (head?.kinds[kind] ?? 0) > 0);
  const { data } = useAnswer<api.Outline>(
    kinds.length > 0
      ? address(['sessions', session, 'outline'], {
          ...{ order: 'time', kinds: kinds.join(','), limit: decisions_max, fields: 2000 },
        })
      : null,
    version,
  );
  const rows = kinds.length > 0 ? data?.rows : undefined;
  const shut = closed.join('\n');
  return useMemo(
    () => (map && rows ? withDecisions(map, rows, shut === '' ? [] : shut.split('\n')) : map),
    [map, rows, shut],
  );
}
