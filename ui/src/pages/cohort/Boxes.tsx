import type * as api from '../../api/types';
import { brief } from '../../parts/printable';
import { useNarrow } from '../../parts/useNarrow';
import { shown, type Measure } from './measures';

/** How wide it is drawn, and how much of that is for names: a phone scrolls nothing aside. */
const wide = { width: 900, left: 190, letters: 26 };
const slim = { width: 340, left: 104, letters: 14 };
const behind = 74;
const row_height = 34;
const shown_max = 40;

export type BoxesProps = {
  readonly groups: readonly api.CohortGroup[];
  readonly measure: Measure;
};

/** A box for each group: the middle half of its runs, the median, and the ends. */
export function Boxes({ groups, measure }: BoxesProps) {
  const { width, left, letters } = useNarrow() ? slim : wide;
  const drawn = groups.slice(0, shown_max);
  const most = Math.max(...drawn.map((group) => group[measure.name].max ?? 0), 1e-9);
  const x = (value: number) => left + (value / most) * (width - left - behind);
  return (
    <svg
      className="cohort__boxes"
      viewBox={`0 0 ${width} ${drawn.length * row_height + 4}`}
      role="img"
      aria-label={`${measure.title} of each group`}
    >
      {drawn.map((group, i) => {
        const { min, p25, median, p75, max } = group[measure.name];
        return (
          <g key={group.value} transform={`translate(0 ${i * row_height})`}>
            <text x={left - 10} y={20} textAnchor="end">
              {brief(group.value, letters)}
            </text>
            {min !== null && p25 !== null && median !== null && p75 !== null && max !== null ? (
              <>
                <line x1={x(min)} x2={x(max)} y1={16} y2={16} />
                <rect x={x(p25)} y={6} width={Math.max(1, x(p75) - x(p25))} height={20} />
                <line className="median" x1={x(median)} x2={x(median)} y1={4} y2={28} />
                <text x={x(max) + 8} y={20}>
                  {shown(measure, median)}
                </text>
              </>
            ) : (
              <text x={left} y={20} className="soft">
                not recorded
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
