import { count, duration } from '../../parts/format';

export type Measure = {
  readonly name: 'duration_ms' | 'tokens' | 'cost_usd' | 'failures' | 'loops';
  readonly title: string;
};

export const measures: readonly Measure[] = [
  { name: 'duration_ms', title: 'Duration' },
  { name: 'tokens', title: 'Tokens' },
  { name: 'cost_usd', title: 'Cost' },
  { name: 'failures', title: 'Failures' },
  { name: 'loops', title: 'Loops' },
];

export function shown(measure: Measure, value: number): string {
  if (measure.name === 'duration_ms') return duration(value);
  if (measure.name === 'cost_usd') return `$${value.toPrecision(3)}`;
  return count(value);
}
