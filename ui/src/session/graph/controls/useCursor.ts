import { useCallback, useEffect, useMemo, useState } from 'react';

import { address } from '../../../api/client';
import type * as api from '../../../api/types';
import { useAnswer } from '../../../api/useAnswer';
import { useSession } from '../../state/session';
import { nodeAround, nodeOfEvent, thoughtBefore } from '../scene/find';
import type { PlacedNode, Stage } from '../scene/scene';

export type Cursor = {
  /** The node that the keyboard is at. */
  readonly active: PlacedNode | null;
  /** The node in which the selected event is, when it has none of its own. */
  readonly holder: PlacedNode | null;
  /** Goes to a node, and selects its event if it has one. */
  readonly to: (placed: PlacedNode) => void;
};

/** One selection for all views: where it is in this graph. */
export function useCursor(stage: Stage | null): Cursor {
  const { session, event, select, version } = useSession();
  const [visited, setVisited] = useState<string | null>(null);
  const here = visited === null ? null : (stage?.byId.get(visited) ?? null);
  const own = useMemo(() => {
    if (!stage || event === null) return null;
    // A call and what it returned may be one event: whoever went to the second stays there.
    return here?.node.event === event ? here : nodeOfEvent(stage, event);
  }, [stage, event, here]);
  const asked = stage !== null && event !== null && own === null;
  const row = useAnswer<api.Outline>(
    asked
      ? address(['sessions', session, 'outline'], { order: 'time', at: event, limit: 1 })
      : null,
    version,
  );
  const ordinal = row.data?.rows.find(({ id }) => id === event)?.ordinal ?? null;
  const holder = useMemo(() => {
    if (!stage || !asked || ordinal === null) return null;
    return nodeAround(stage, ordinal) ?? thoughtBefore(stage, ordinal);
  }, [stage, asked, ordinal]);
  // Somebody selected elsewhere: the keyboard goes there, too.
  useEffect(() => setVisited((now) => own?.node.id ?? now), [own]);
  const to = useCallback(
    (placed: PlacedNode) => {
      setVisited(placed.node.id);
      if (placed.node.event !== null) select(placed.node.event);
    },
    [select],
  );
  return { active: here ?? own ?? holder, holder, to };
}
