import { memo, useMemo } from 'react';

import { clock, duration, timeOfDay } from '../../parts/format';
import { ticksOf } from './axis';
import { isTimed, type Model } from './model';
import { axis_height, type Part } from './rows';

export type TimeAxisProps = { readonly model: Model; readonly part: Part };

/** When it was: times where there is room, and how long nothing happened. */
export const TimeAxis = memo(function TimeAxis({ model, part }: TimeAxisProps) {
  const ticks = useMemo(() => labelled(model), [model]);
  const from = Math.max(0, part.from);
  const width = Math.max(1, part.to - from);
  const seen = (x: number) => x >= from - 200 && x <= part.to;
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={axis_height}
      viewBox={`${from} 0 ${width} ${axis_height}`}
      style={{ left: from }}
    >
      {model.axis.breaks
        .filter((each) => seen(each.x))
        .map((each) => (
          <g key={each.x}>
            <rect
              x={each.x}
              y={0}
              width={each.width}
              height={axis_height}
              className="picture__break"
            />
            <text x={each.x + each.width / 2} y={12} className="picture__idle">
              {duration(each.ms)}
            </text>
          </g>
        ))}
      {ticks
        .filter((tick) => seen(tick.x))
        .map((tick) => (
          <g key={tick.x}>
            <line
              x1={tick.x}
              x2={tick.x}
              y1={axis_height - 5}
              y2={axis_height}
              className="picture__tick"
            />
            <text x={tick.x} y={27} className="picture__time">
              {tick.text}
            </text>
          </g>
        ))}
    </svg>
  );
});

type Label = { readonly x: number; readonly text: string };

/** The date stands only where it changes. */
function labelled({ axis, marks }: Model): readonly Label[] {
  let day = '';
  return ticksOf(
    axis,
    marks.map(({ event }) => (isTimed(event) ? event.time : null)),
  ).map(({ x, time }) => {
    const changed = time.slice(0, 10) !== day;
    day = time.slice(0, 10);
    return { x, text: changed ? clock(time) : timeOfDay(time) };
  });
}
