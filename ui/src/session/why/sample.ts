/** For tests: links and chains of which only what matters has to be said. */
import { complete } from '../../api/sample';
import type * as api from '../../api/types';

export function link(
  event_id: string,
  from: string | null = null,
  more: Partial<api.ChainLink> = {},
): api.ChainLink {
  const via = from === null ? null : { from, type: 'parent', provenance: 'explicit' as const };
  return {
    ...{ event_id, kind: 'thought', agent: 'ada', time: '2026-02-23T10:00:00Z' },
    ...{ summary: `Thought: ${event_id}`, rationale: null, said: null, via, also: [], ...more },
  };
}

export function explanation(
  event: string,
  direction: 'up' | 'down',
  chain: readonly api.ChainLink[],
  lacks: Partial<api.Completeness> = {},
): api.Explanation {
  return { event, direction, chain, links: [], completeness: { ...complete, ...lacks } };
}
