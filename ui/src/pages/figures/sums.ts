/** The sum of what is known; null when nothing is. */
export function sumOf<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => number | null,
): number | null {
  const known = rows.map(valueOf).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
