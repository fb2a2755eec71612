import { expect, test } from 'vitest';

import { drawnBins, radius, whereOf, x, y } from './diagram';

const empty = { mean_confidence: null, accuracy: null, wilson_lo: null, wilson_hi: null };

test('who is as often right as sure stands on the diagonal', () => {
  for (const share of [0, 0.3, 1]) expect(x(share) - x(0)).toBeCloseTo(y(0) - y(share));
});

test('empty bins are not drawn', () => {
  expect(drawnBins([{ lo: 0, hi: 0.1, n: 0, ...empty }])).toEqual([]);
});

test('only the last bin is closed', () => {
  expect(whereOf({ lo: 0.1, hi: 0.2, n: 1, ...empty })).toBe(
    'rationale.confidence >= 0.1 and rationale.confidence < 0.2',
  );
  expect(whereOf({ lo: 0.9, hi: 1, n: 1, ...empty })).toContain('<= 1');
});

test('the area of a dot grows with its count', () => {
  expect((radius(4, 4) - 3) / (radius(1, 4) - 3)).toBeCloseTo(2);
});
