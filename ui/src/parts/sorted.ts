/** Rows in the order of one of their values. */
export type SortValue = number | string | null;

/** Those without a value come last either way; equal ones stay in their order. */
export function sortedBy<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  ascending: boolean,
): readonly Row[] {
  return [...rows].sort((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order = left < right ? -1 : left > right ? 1 : 0;
    return ascending ? order : -order;
  });
}
