/** Which sessions or runs are listed: in the address, to the server, and as a command. */
import type { Query } from '../../api/client';
import { parseRange } from '../../parts/when';
import { newest_first, orderQuery, type Order } from './columns';

export type Space = 'sessions' | 'runs';
/** What can be listed as rows of the same form. */
export type Listed = Space | 'correlations';

export type Filters = {
  readonly text: string;
  readonly agent: string;
  readonly kind: string;
  readonly errors: boolean;
  /** As it was typed: `2h` goes on meaning the last two hours. */
  readonly during: string;
  readonly correlation: string;
};

export function filtersIn(query: URLSearchParams): Filters {
  return {
    text: query.get('text') ?? '',
    agent: query.get('agent') ?? '',
    kind: query.get('kind') ?? '',
    errors: query.get('errors') === '1',
    during: query.get('during') ?? '',
    correlation: query.get('correlation') ?? '',
  };
}

/** Set all of these to have none. */
export const no_filters = {
  text: null,
  agent: null,
  kind: null,
  errors: null,
  during: null,
  correlation: null,
};

export function anyFilter(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== '' && value !== false);
}

/** A range of times that is none asks for nothing: the field says so. */
export function queryOf(filters: Filters, now: number): Query {
  const { during, ...others } = filters;
  const range = parseRange(during, now) ?? { from: null, to: null };
  return { ...others, from: range.from, to: range.to, status: true };
}

export function wordsOf(
  space: Space,
  filters: Filters,
  now: number,
  order: Order = newest_first,
): readonly string[] {
  const range = parseRange(filters.during, now);
  const options: readonly (readonly [string, string | null | undefined])[] = [
    ['--text', filters.text],
    ['--agent', filters.agent],
    ['--kind', filters.kind],
    ['--from', range?.from],
    ['--to', range?.to],
    ['--correlation', filters.correlation],
    ['--sort', orderQuery(order).sort],
  ];
  return [
    space,
    ...options.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])),
    ...(filters.errors ? ['--errors'] : []),
    ...(order.ascending ? ['--ascending'] : []),
    '--status',
  ];
}
