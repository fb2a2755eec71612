import { expect, test } from 'vitest';

import type * as api from '../../api/types';
import { rowsOf, type CompareRow } from './rows';

function edits(text: string): readonly api.Edit[] {
  const ops = { '=': 'same', '+': 'added', '-': 'removed', '~': 'changed' } as const;
  return [...text].map((sign) => ({ op: ops[sign as keyof typeof ops], a: null, b: null }));
}

function told(rows: readonly CompareRow[]): string {
  return rows
    .map((row) => (row.type === 'fold' ? `(${row.from}-${row.to})` : row.edit.op[0]))
    .join('');
}

test('same steps far from a difference are folded', () => {
  expect(told(rowsOf(edits('==========+==========')))).toBe('(0-7)sssasss(14-21)');
});

test('few same steps between two differences stay', () => {
  expect(told(rowsOf(edits('+======~')))).toBe('assssssc');
  expect(told(rowsOf(edits('+========~')))).toBe('asss(4-6)sssc');
});

test('an opened fold shows every step', () => {
  expect(told(rowsOf(edits('==========+'), new Set([0])))).toBe('ssssssssssa');
});

test('nothing is nothing', () => {
  expect(rowsOf([])).toEqual([]);
});

test('every edit is shown or folded, once', () => {
  const all = edits('==+=====~~=========-=======');
  const covered = rowsOf(all).flatMap((row) =>
    row.type === 'edit'
      ? [row.index]
      : Array.from({ length: row.to - row.from }, (_, i) => row.from + i),
  );
  expect(covered).toEqual(all.map((_, at) => at));
});
