import type * as api from '../../api/types';

const points_max = 200;

export type ChartData = {
  readonly kind: 'bar' | 'line';
  readonly name: string;
  readonly points: readonly { readonly label: string; readonly value: number }[];
};

/** A result suits a chart when its first column names rows and another one counts something. */
export function chartOf(answer: api.SqlAnswer): ChartData | null {
  const { columns, rows } = answer;
  if (columns.length < 2 || rows.length < 2 || rows.length > points_max) return null;
  const number = columns.findIndex(
    (_, i) => i > 0 && rows.every((row) => typeof row[i] === 'number'),
  );
  if (number < 0 || rows.some((row) => !isLabel(row[0]))) return null;
  const points = rows.map((row) => ({ label: String(row[0]), value: Number(row[number]) }));
  const ordered = points.every((point) => /^\d{4}-\d\d(-\d\d)?/.test(point.label));
  return { kind: ordered ? 'line' : 'bar', name: columns[number] ?? '', points };
}

function isLabel(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || value === null;
}
