import { expect, test } from 'vitest';

import { changed } from '../../ground/place';
import { sampleRow } from '../state/sampleRow';
import { all_open, foldChange, foldOf, leveled, openedAll, toggled } from './fold';

const parent = sampleRow(7, { level: 2, children: 3 });

test('a fold survives the address', () => {
  const fold = { levels: 3, closed: new Set([12, 5]), open: new Set([9]) };
  const query = changed(new URLSearchParams(), foldChange(fold));
  expect(query.get('closed')).toBe('5,12');
  expect(foldOf(query)).toEqual({ levels: 3, closed: new Set([5, 12]), open: new Set([9]) });
});

test('what is no number in the address counts as absent', () => {
  expect(foldOf(new URLSearchParams('levels=-1&closed=x,__proto__,4&open=1e9'))).toEqual({
    levels: null,
    closed: new Set([4]),
    open: new Set(),
  });
});

test('closing and opening again leaves nothing behind', () => {
  const closed = toggled(all_open, parent);
  expect([...closed.closed]).toEqual([7]);
  expect(toggled(closed, { ...parent, closed: true })).toEqual(all_open);
});

test('a row that the levels hide is opened by name, and closed by forgetting it', () => {
  const flat = { ...all_open, levels: 2 };
  const opened = toggled(flat, { ...parent, closed: true });
  expect([...opened.open]).toEqual([7]);
  expect(toggled(opened, parent)).toEqual(flat);
});

test('what stands above an event is opened, and nothing else', () => {
  const fold = { levels: 2, closed: new Set([1, 4]), open: new Set([9]) };
  const above = [sampleRow(3, { level: 2 }), sampleRow(1)];
  expect(openedAll(fold, above)).toEqual({
    levels: 2,
    closed: new Set([4]),
    open: new Set([9, 3]),
  });
});

test('a row without children stays as it is', () => {
  expect(toggled(all_open, sampleRow(1))).toBe(all_open);
});

test('levels go down to one, and at the deepest nothing is hidden', () => {
  expect(leveled(all_open, -1, 4).levels).toBe(3);
  expect(leveled({ ...all_open, levels: 1 }, -1, 4).levels).toBe(1);
  expect(leveled({ ...all_open, levels: 3 }, 1, 4)).toEqual(all_open);
});
