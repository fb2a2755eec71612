/** Where the parts of a reliability diagram stand. */
import type * as api from '../../api/types';

export const size = 360;
export const edge = 42;
const inner = size - edge - 10;

/** Of a share between 0 and 1. */
export function x(share: number): number {
  return edge + share * inner;
}

export function y(share: number): number {
  return 10 + (1 - share) * inner;
}

/** The area grows with the count: twice as many decisions, twice the dot. */
export function radius(n: number, n_max: number): number {
  return n_max === 0 ? 0 : 3 + 7 * Math.sqrt(n / n_max);
}

export type Drawn = {
  readonly bin: api.CalibrationBin;
  readonly confidence: number;
  readonly accuracy: number;
  readonly low: number;
  readonly high: number;
};

/** The bins that have decisions. */
export function drawnBins(bins: readonly api.CalibrationBin[]): readonly Drawn[] {
  return bins.flatMap((bin) =>
    bin.mean_confidence === null || bin.accuracy === null
      ? []
      : [
          {
            bin,
            confidence: bin.mean_confidence,
            accuracy: bin.accuracy,
            low: bin.wilson_lo ?? bin.accuracy,
            high: bin.wilson_hi ?? bin.accuracy,
          },
        ],
  );
}

export function rangeOf(bin: api.CalibrationBin): string {
  return `${bin.lo.toFixed(2)}–${bin.hi.toFixed(2)}`;
}

/** The expression that finds the decisions of a bin: the last one is closed. */
export function whereOf(bin: api.CalibrationBin): string {
  const upper = bin.hi >= 1 ? '<=' : '<';
  return `rationale.confidence >= ${bin.lo} and rationale.confidence ${upper} ${bin.hi}`;
}
