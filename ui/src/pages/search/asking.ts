/** What is asked of the search of all texts, from what is chosen on a page. */
import { address } from '../../api/client';
import { command } from '../../parts/format';

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
  const { rank, limit, cursor } = chosen;
  return address(['search'], { q, ...filtersOf(chosen), rank, limit, cursor });
}

/** The command that finds the same. */
export function searchCommand(q: string, chosen: Chosen): string {
  const filters = Object.entries(filtersOf(chosen)).map(
    ([name, value]) => value && `--${name}=${value}`,
  );
  return command(
    'search',
    ...filters,
    chosen.rank && '--rank',
    `--limit=${chosen.limit}`,
    chosen.cursor && `--cursor=${chosen.cursor}`,
    // What begins with a dash would be an option.
    q.startsWith('-') && '--',
    q,
  );
}

function filtersOf({ session, agent, kind, day, tool, failed, from, to }: Chosen) {
  const conditions = [
    tool ? `fields.tool_name = ${JSON.stringify(tool)}` : '',
    failed ? failed_only : '',
  ].filter(Boolean);
  return {
    session,
    agent,
    kinds: kind,
    where: conditions.join(' and '),
    from: day ? `${day}T00:00:00Z` : from,
    to: day ? `${day}T23:59:59.999999999Z` : to,
  };
}
