import { expect, test } from 'vitest';

import { chartOf } from './chart';

const answer = (columns: string[], rows: (string | number | null)[][]) => ({
  columns,
  rows,
  row_count: rows.length,
  complete: true,
  stopped: null,
});

test('names with a number are bars, days are a line', () => {
  const tools = chartOf(
    answer(
      ['tool', 'calls'],
      [
        ['Bash', 3],
        ['Read', 1],
      ],
    ),
  );
  expect(tools?.kind).toBe('bar');
  expect(tools?.points[0]).toEqual({ label: 'Bash', value: 3 });
  const days = chartOf(
    answer(
      ['day', 'n'],
      [
        ['2026-01-01', 3],
        ['2026-01-02', 4],
      ],
    ),
  );
  expect(days?.kind).toBe('line');
});

test('what has no number, or one row only, is no chart', () => {
  expect(
    chartOf(
      answer(
        ['a', 'b'],
        [
          ['x', 'y'],
          ['z', 'w'],
        ],
      ),
    ),
  ).toBeNull();
  expect(chartOf(answer(['a', 'b'], [['x', 1]]))).toBeNull();
  expect(chartOf(answer(['a'], [['x'], ['y']]))).toBeNull();
});
