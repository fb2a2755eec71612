import { count } from '../../parts/format';
import { brief } from '../../parts/printable';
import { useNarrow } from '../../parts/useNarrow';
import type { ChartData } from './chart';

/** How wide it is drawn, and how much of that is for names: a phone scrolls nothing aside. */
const wide = { width: 900, label_width: 200, letters: 28 };
const slim = { width: 340, label_width: 110, letters: 15 };
const behind = 64;
const row_height = 20;
const line_height = 220;

export type ChartProps = { readonly chart: ChartData };

/** Bars for names, a line for days. The table below has the same numbers. */
export function Chart({ chart }: ChartProps) {
  return (
    <div className="sql__plot" tabIndex={0} role="region" aria-label="Chart">
      {chart.kind === 'bar' ? <Bars chart={chart} /> : <Line chart={chart} />}
    </div>
  );
}

function Bars({ chart }: ChartProps) {
  const { width, label_width, letters } = useNarrow() ? slim : wide;
  const most = Math.max(...chart.points.map((point) => Math.abs(point.value)), 1e-9);
  const room = width - label_width - behind;
  return (
    <svg
      className="sql__chart"
      viewBox={`0 0 ${width} ${chart.points.length * row_height + 4}`}
      role="img"
      aria-label={`${chart.name} as bars`}
    >
      {chart.points.map((point, i) => (
        <g key={i} transform={`translate(0 ${i * row_height})`}>
          <text x={label_width - 8} y={14} textAnchor="end">
            {brief(point.label, letters)}
          </text>
          <rect
            x={label_width}
            y={3}
            height={14}
            width={(Math.abs(point.value) / most) * room}
            rx={2}
          />
          <text x={label_width + (Math.abs(point.value) / most) * room + 6} y={14}>
            {count(point.value)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Line({ chart }: ChartProps) {
  const { width } = useNarrow() ? slim : wide;
  const values = chart.points.map((point) => point.value);
  const [low, high] = [Math.min(0, ...values), Math.max(...values, 1e-9)];
  const x = (i: number) => 60 + (i / (chart.points.length - 1)) * (width - 80);
  const y = (value: number) =>
    line_height - 30 - ((value - low) / (high - low)) * (line_height - 50);
  const first = chart.points[0];
  const last = chart.points[chart.points.length - 1];
  return (
    <svg
      className="sql__chart"
      viewBox={`0 0 ${width} ${line_height}`}
      role="img"
      aria-label={`${chart.name} as a line`}
    >
      <text x={52} y={y(high) + 4} textAnchor="end">
        {count(high)}
      </text>
      <text x={52} y={y(low) + 4} textAnchor="end">
        {count(low)}
      </text>
      <polyline points={chart.points.map((point, i) => `${x(i)},${y(point.value)}`).join(' ')} />
      <text x={60} y={line_height - 8}>
        {first?.label}
      </text>
      <text x={width - 20} y={line_height - 8} textAnchor="end">
        {last?.label}
      </text>
    </svg>
  );
}
