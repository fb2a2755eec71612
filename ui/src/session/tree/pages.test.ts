import { expect, test } from 'vitest';

import { sampleOutline, sampleRow, sampleTree } from '../state/sampleRow';
import { indentOf } from './indent';
import {
  aboveIn,
  amongSiblings,
  closedAt,
  missingPages,
  moved,
  no_pages,
  openedAt,
  page_size,
  parentPlace,
  placeOf,
  shownBelow,
  withRows,
  type Pages,
} from './pages';

const span = { from: 0, to: 20 };
const levels = [1, 2, 3, 3, 2, 1, 2];
const tree: Pages = withRows(no_pages, sampleOutline(sampleTree(levels)), span);

test('only pages with unknown rows are asked for, each once', () => {
  const rows = Array.from({ length: page_size }, (_, at) => sampleRow(at + 1));
  const pages = withRows(no_pages, sampleOutline(rows, { rows_total: 1000 }), span);
  expect(missingPages(pages, { from: 0, to: 50 })).toEqual([]);
  expect(missingPages(pages, { from: 150, to: 450 })).toEqual([200, 400]);
  expect(missingPages(pages, { from: 990, to: 5000 })).toEqual([800]);
  expect(missingPages(no_pages, { from: -8, to: 3 })).toEqual([0]);
});

test('rows far from what is looked at are let go of', () => {
  let pages = no_pages;
  for (let offset = 0; offset < 20_000; offset += page_size) {
    const rows = Array.from({ length: page_size }, (_, at) => sampleRow(offset + at + 1));
    const answer = sampleOutline(rows, { offset, rows_total: 1_000_000 });
    pages = withRows(pages, answer, { from: offset, to: offset + 40 });
  }
  expect(pages.rows.size).toBeLessThan(8000);
  expect(pages.rows.get(19_990)?.ordinal).toBe(19_991);
  expect(pages.rows.has(0)).toBe(false);
});

test('what is below a row is counted as far as it is known', () => {
  expect(shownBelow(tree, 0)).toBe(4);
  expect(shownBelow(tree, 5)).toBe(1);
  const hole = new Map(tree.rows);
  hole.delete(3);
  expect(shownBelow({ ...tree, rows: hole }, 0)).toBeNull();
});

test('a closed row takes what is below it away at once', () => {
  const closed = closedAt(tree, 1);
  expect(closed?.total).toBe(5);
  expect(
    [...(closed?.rows.entries() ?? [])].sort(([a], [b]) => a - b).map(([, row]) => row.id),
  ).toEqual(['e1', 'e2', 'e5', 'e6', 'e7']);
  expect(closed?.rows.get(1)?.closed).toBe(true);
});

test('a row whose end is not known can be closed where nothing is hidden', () => {
  const some: Pages = { total: 500_000, rows: new Map([...tree.rows].slice(0, 3)) };
  const root = { ...some.rows.get(0)!, descendants: 400_000 };
  const part = { ...some, rows: new Map(some.rows).set(0, root) };
  expect(closedAt(part, 0)).toBeNull();
  expect(closedAt(part, 0, true)).toMatchObject({ total: 100_000 });
  expect(closedAt(part, 0, true)?.rows.size).toBe(1);
});

test('closing agrees with a naive tree, wherever it is closed', () => {
  levels.forEach((level, at) => {
    const end = levels.findIndex((other, place) => place > at && other <= level);
    const kept = sampleTree(levels).filter((_, place) => place <= at || (end >= 0 && place >= end));
    const closed = closedAt(tree, at);
    expect(closed?.total).toBe(kept.length);
    kept.forEach((row, place) => expect(closed?.rows.get(place)?.id).toBe(row.id));
  });
});

test('an opened row keeps the others where they are until the answer comes', () => {
  const closed = closedAt(tree, 1) as Pages;
  const opened = openedAt(closed, 1);
  expect(opened.total).toBe(closed.total);
  expect(opened.rows.get(1)?.closed).toBe(false);
  expect(opened.rows.get(2)?.id).toBe('e5');
});

test('the parent is the nearest row above with a smaller level', () => {
  expect(parentPlace(tree, 3)).toBe(1);
  expect(parentPlace(tree, 0)).toBeNull();
  const far: Pages = { total: 9, rows: new Map([[8, sampleRow(9, { level: 4 })]]) };
  expect(parentPlace(far, 8)).toBeUndefined();
});

test('what stands above an event is told, and what of it is not known', () => {
  const rows = new Map(sampleTree(levels).map((row) => [row.id, row]));
  expect(aboveIn(rows, 'e4').found.map(({ id }) => id)).toEqual(['e2', 'e1']);
  expect(aboveIn(rows, 'e1')).toEqual({ found: [], missing: null });
  rows.delete('e1');
  expect(aboveIn(rows, 'e4')).toMatchObject({ found: [{ id: 'e2' }], missing: 'e1' });
});

test('a row knows its place among its siblings where its parent is known', () => {
  expect(amongSiblings(tree, 4)).toEqual({ place: 2, size: 2 });
  expect(amongSiblings(tree, 3)).toEqual({ place: 2, size: 2 });
  expect(amongSiblings(tree, 0)).toBeNull();
});

test('rows that arrive above move what is looked at by as many', () => {
  const more = withRows(no_pages, sampleOutline([sampleRow(99), ...sampleTree(levels)]), span);
  expect(moved(tree, more, { from: 0, to: 6 })).toBe(1);
  expect(moved(tree, no_pages, { from: 0, to: 6 })).toBe(0);
  expect(placeOf(more, (row) => row.seq === 1)).toBe(1);
});

test('indentation stops, and the level is said instead', () => {
  expect(indentOf(1)).toMatchObject({ px: 0, number: null });
  expect(indentOf(25)).toMatchObject({ px: 384, number: null });
  expect(indentOf(1_000_000)).toMatchObject({ px: 384, number: 1_000_000 });
});

test('a deep tree is moved in by less at each level, and never by more than 192 pixels', () => {
  expect(indentOf(3, 5)).toMatchObject({ px: 32, step: 16 });
  expect(indentOf(25, 25)).toMatchObject({ px: 192, step: 8 });
  expect(indentOf(87, 87)).toMatchObject({ px: 192, number: 87 });
});
