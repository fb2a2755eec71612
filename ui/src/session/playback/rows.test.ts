import { expect, test, vi } from 'vitest';

import type * as api from '../../api/types';
import { makeRows, page_rows } from './rows';

/** Event n happened n seconds after ten. */
function row(ordinal: number): api.OutlineRow {
  const time = new Date(Date.parse('2026-02-23T10:00:00Z') + ordinal * 1000).toISOString();
  return { id: `e${ordinal}`, ordinal, time } as api.OutlineRow;
}

function load(offset: number, limit: number): Promise<readonly api.OutlineRow[]> {
  return Promise.resolve(Array.from({ length: limit }, (_, at) => row(offset + at + 1)));
}

test('a row is there when its page has come, and is asked for once', async () => {
  const asked = vi.fn(load);
  const rows = makeRows(asked);
  expect(rows.get(page_rows)).toBeNull();
  await Promise.all([rows.want(page_rows), rows.want(1), rows.want(page_rows + 1)]);
  expect(asked.mock.calls.map(([offset]) => offset)).toEqual([0, page_rows]);
  expect(rows.get(page_rows)?.id).toBe(`e${page_rows}`);
  expect(rows.get(page_rows + 1)?.id).toBe(`e${page_rows + 1}`);
  expect((rows.timeOf(2) ?? 0) - (rows.timeOf(1) ?? 0)).toBe(1000);
});

test('pages that were not used for long are let go', async () => {
  const rows = makeRows(load);
  for (let page = 0; page < 40; ++page) {
    await rows.want(1);
    await rows.want(page * page_rows + 1);
  }
  expect(rows.get(1)).not.toBeNull();
  expect(rows.get(5 * page_rows + 1)).toBeNull();
  expect(rows.get(39 * page_rows + 1)).not.toBeNull();
});

test('a server that does not answer is not asked with every frame', async () => {
  let now = 0;
  const broken = vi.fn(() => Promise.reject(new Error('gone')));
  const rows = makeRows(broken, () => now);
  for (now = 0; now < 1000; now += 16) await rows.want(1);
  expect(broken).toHaveBeenCalledTimes(1);
  expect(rows.error(1)).toEqual(new Error('gone'));
  now = 5000;
  await rows.want(1);
  expect(broken).toHaveBeenCalledTimes(2);
});
