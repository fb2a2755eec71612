import type * as api from '../../api/types';
import { count } from '../../parts/format';
import { rangeOf } from './diagram';

export type BinTableProps = {
  readonly bins: readonly api.CalibrationBin[];
  readonly chosen: number | null;
  readonly onChoose: (lo: number) => void;
};

/** The same as numbers. */
export function BinTable({ bins, chosen, onChoose }: BinTableProps) {
  const n_max = Math.max(1, ...bins.map((bin) => bin.n));
  return (
    <table className="bin-table">
      <thead>
        <tr>
          <th>Confidence</th>
          <th>Decisions</th>
          <th>Sure</th>
          <th>Right</th>
          <th>95 %</th>
        </tr>
      </thead>
      <tbody>
        {bins.map((bin) => (
          <tr key={bin.lo} className={bin.n === 0 ? 'soft' : ''} aria-current={bin.lo === chosen}>
            <td>
              {bin.n === 0 ? (
                rangeOf(bin)
              ) : (
                <button
                  type="button"
                  aria-pressed={bin.lo === chosen}
                  onClick={() => onChoose(bin.lo)}
                >
                  {rangeOf(bin)}
                </button>
              )}
            </td>
            <td>
              <span className="bin-table__bar" style={{ width: `${(bin.n / n_max) * 80}px` }} />
              {count(bin.n)}
            </td>
            <td>{bin.mean_confidence?.toFixed(2) ?? ''}</td>
            <td>{bin.accuracy?.toFixed(2) ?? ''}</td>
            <td>
              {bin.wilson_lo !== null && bin.wilson_hi !== null
                ? `${bin.wilson_lo.toFixed(2)}–${bin.wilson_hi.toFixed(2)}`
                : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
