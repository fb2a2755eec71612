/** The value of a series without labels in the text that Prometheus reads, or null. */
export function metricIn(text: string, name: string): number | null {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  const value = line === undefined ? NaN : Number(line.slice(name.length + 1));
  return Number.isFinite(value) ? value : null;
}
