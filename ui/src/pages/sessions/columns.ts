/** The columns of the lists, and by which of them the server sorts. */
import type { Listed } from './filters';

export type Column = {
  readonly title: string;
  /** How the server calls the order, where it has one. */
  readonly sort?: string;
  readonly number?: boolean;
  /** Left out where the window has no room for it. */
  readonly spared?: 'kinds' | 'tokens';
};

const goal = { title: 'Goal', sort: 'goal' };
const figures: readonly Column[] = [
  { title: 'Agents', sort: 'agent' },
  { title: 'Kinds', spared: 'kinds' },
  { title: 'Events', sort: 'events', number: true },
  { title: 'Tokens', sort: 'tokens', number: true, spared: 'tokens' },
  { title: 'Errors', sort: 'errors', number: true },
  { title: 'Duration', sort: 'duration', number: true },
];
const begun = { title: 'Begun', sort: 'first' };

export const columnsOf: { readonly [space in Listed]: readonly Column[] } = {
  sessions: [goal, { title: 'Session', sort: 'id' }, ...figures, { title: 'Outcome' }, begun],
  runs: [
    goal,
    { title: 'Run', sort: 'id' },
    { title: 'Session' },
    ...figures,
    { title: 'Outcome' },
    begun,
  ],
  correlations: [
    goal,
    { title: 'Correlation', sort: 'id' },
    ...figures,
    { title: 'Sessions' },
    begun,
  ],
};

export type Order = { readonly sort: string; readonly ascending: boolean };

/** As the server lists them unasked: the newest first. */
export const newest_first: Order = { sort: 'first', ascending: false };

const sorts = new Set(
  Object.values(columnsOf).flatMap((all) => all.flatMap(({ sort }) => (sort ? [sort] : []))),
);

export function orderIn(query: URLSearchParams): Order {
  const sort = query.get('sort') ?? '';
  return sorts.has(sort) ? { sort, ascending: query.get('ascending') === '1' } : newest_first;
}

/** What a click on a heading changes: names go from A on, figures from the largest on. */
export function orderAfter(before: Order, column: Column): Order {
  if (column.sort === before.sort) return { ...before, ascending: !before.ascending };
  const is_text = !column.number && column.sort !== 'first';
  return { sort: column.sort ?? newest_first.sort, ascending: is_text };
}

/** What of it must be asked for, and stands in the address. */
export function orderQuery({ sort, ascending }: Order): {
  readonly sort: string | null;
  readonly ascending: boolean | null;
} {
  const usual = sort === newest_first.sort;
  return { sort: usual && !ascending ? null : sort, ascending: ascending || null };
}
