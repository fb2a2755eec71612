/** For tests: a row of an outline, of which only what matters has to be said. */
import type * as api from '../../api/types';

export function sampleRow(ordinal: number, more: Partial<api.OutlineRow> = {}): api.OutlineRow {
  return {
    ...{ seq: ordinal, id: `e${ordinal}`, ordinal, kind: 'thought', agent: null, run: null },
    ...{ time: '2026-02-23T10:00:00Z', duration_ms: null, summary: `Thought: step ${ordinal}` },
    ...{ status: null, level: 1, parent: null, parent_missing: false, children: 0 },
    ...{ descendants: 0, closed: false, last: false, why: null, confidence: null, tokens: null },
    ...{ synthesized: false, fields: null, size: 0, source: 'native', ...more },
  };
}

/** Rows of a tree by their levels, depth first: [1, 2, 2, 1] has two roots. */
export function sampleTree(levels: readonly number[]): readonly api.OutlineRow[] {
  return levels.map((level, at) => {
    const end = levels.findIndex((other, place) => place > at && other <= level);
    const below = levels.slice(at + 1, end < 0 ? undefined : end);
    const above = levels.findLastIndex((other, place) => place < at && other < level);
    return sampleRow(at + 1, {
      level,
      parent: above < 0 ? null : `e${above + 1}`,
      descendants: below.length,
      children: below.filter((other) => other === level + 1).length,
    });
  });
}

export function sampleOutline(
  rows: readonly api.OutlineRow[],
  more: Partial<api.Outline> = {},
): api.Outline {
  const time = '2026-02-23T10:00:00Z';
  return {
    ...{ session: 's', events: rows.length, rows_total: rows.length, roots: 1 },
    ...{ depth: Math.max(1, ...rows.map(({ level }) => level)), first: time, last: time },
    ...{ kinds: {}, agents: [], runs: 1, missing_parents: 0, cycles: 0 },
    ...{ last_seq: rows.length, offset: 0, rows, ...more },
  };
}
