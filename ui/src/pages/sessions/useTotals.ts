import { address, type Query } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import type { Space } from './filters';

/** Sums over all that fits, asked for beside the list: to add up all rows may take a moment. */
export function useTotals(space: Space, filters: Query, version: number): api.ListTotals | null {
  const { status: _, ...others } = filters;
  const { data } = useAnswer<Partial<api.SessionPage>>(
    address([space], { ...others, totals: true, limit: 1 }),
    version,
  );
  return data?.totals ?? null;
}
