/** The sum of what is known; null when nothing is. */
export function sumOf<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => number | null,
): number | null {
  const known = rows.map(valueOf).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Dollars, with as many digits as small sums need. */
export function usd(value: number): string {
  return `$${value.toFixed(value >= 1 ? 2 : value >= 0.01 || value === 0 ? 4 : 6)}`;
}
