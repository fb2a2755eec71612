/** What is asked of the search of all texts, from what is chosen on a page. */
import { address } from '../../api/client';

export type Chosen = {
  readonly session?: string | null;
  readonly agent?: string | null;
  readonly tool?: string | null;
  readonly kind?: string | null;
  /** A day in UTC, as the counts name it. */
  readonly day?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly failed?: boolean;
  readonly rank?: string | null;
  readonly cursor?: string | null;
  readonly limit: number;
};

/** Errors, and calls that failed. */
const failed_only = '(kind = "error" or fields.status = "error" or fields.error exists)';

export function searchAddress(q: string, chosen: Chosen): string {
  const { day, tool } = chosen;
  const conditions = [
    tool ? `fields.tool_name = ${JSON.stringify(tool)}` : '',
    chosen.failed ? failed_only : '',
  ].filter(Boolean);
  return address(['search'], {
    q,
    session: chosen.session,
    agent: chosen.agent,
    kinds: chosen.kind,
    where: conditions.join(' and '),
    from: day ? `${day}T00:00:00Z` : chosen.from,
    to: day ? `${day}T23:59:59.999999999Z` : chosen.to,
    rank: chosen.rank,
    limit: chosen.limit,
    cursor: chosen.cursor,
  });
}
