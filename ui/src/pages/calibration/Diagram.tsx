import type { KeyboardEvent } from 'react';

import type * as api from '../../api/types';
import { plural } from '../../parts/format';
import { drawnBins, radius, rangeOf, size, x, y, type Drawn } from './diagram';

export type DiagramProps = {
  readonly bins: readonly api.CalibrationBin[];
  readonly chosen: number | null;
  readonly onChoose: (lo: number) => void;
};

const ticks = [0, 0.25, 0.5, 0.75, 1];

/** How sure against how often right; whiskers are Wilson's intervals at 95 %. */
export function Diagram({ bins, chosen, onChoose }: DiagramProps) {
  const drawn = drawnBins(bins);
  const n_max = Math.max(0, ...drawn.map(({ bin }) => bin.n));
  return (
    <svg
      className="diagram"
      viewBox={`0 0 ${size} ${size + 16}`}
      role="group"
      aria-label="Reliability diagram: how sure against how often right"
    >
      {ticks.map((tick) => (
        <g key={tick} className="diagram__tick">
          <line x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
          <text x={x(0) - 5} y={y(tick) + 4} textAnchor="end">
            {tick}
          </text>
          <text x={x(tick)} y={y(0) + 15} textAnchor="middle">
            {tick}
          </text>
        </g>
      ))}
      <text className="diagram__axis" x={x(0.5)} y={size + 12} textAnchor="middle">
        how sure
      </text>
      <text
        className="diagram__axis"
        transform={`translate(9 ${y(0.5)}) rotate(-90)`}
        textAnchor="middle"
      >
        how often right
      </text>
      <line className="diagram__even" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
      {drawn.map((each) => (
        <Dot
          key={each.bin.lo}
          drawn={each}
          radius={radius(each.bin.n, n_max)}
          isChosen={each.bin.lo === chosen}
          onChoose={onChoose}
        />
      ))}
    </svg>
  );
}

type DotProps = {
  readonly drawn: Drawn;
  readonly radius: number;
  readonly isChosen: boolean;
  readonly onChoose: (lo: number) => void;
};

function Dot({ drawn, radius: r, isChosen, onChoose }: DotProps) {
  const { bin, confidence, accuracy, low, high } = drawn;
  const choose = () => onChoose(bin.lo);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    choose();
  };
  return (
    <g
      className="diagram__dot"
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={`${rangeOf(bin)}: ${plural(bin.n, 'decision')}, sure ${confidence.toFixed(2)}, right ${accuracy.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`}
      onClick={choose}
      onKeyDown={onKeyDown}
    >
      <line x1={x(confidence)} x2={x(confidence)} y1={y(low)} y2={y(high)} />
      <line x1={x(confidence) - 4} x2={x(confidence) + 4} y1={y(low)} y2={y(low)} />
      <line x1={x(confidence) - 4} x2={x(confidence) + 4} y1={y(high)} y2={y(high)} />
      <circle cx={x(confidence)} cy={y(accuracy)} r={r} />
      <text x={x(confidence) + r + 3} y={y(accuracy) + 4}>
        {bin.n}
      </text>
    </g>
  );
}
