import { memo } from 'react';

import type * as api from '../../api/types';
import { brief } from '../../parts/printable';
import type { Caption } from './lines';
import { MarkShape } from './MarkShape';
import type { Arrow, Mark, Model } from './model';
import { arrowsIn, marksIn, type LaneRow, type Part } from './rows';

export type DrawingProps = {
  readonly model: Model;
  readonly captions: readonly Caption[];
  readonly rows: readonly LaneRow[];
  readonly part: Part;
  readonly height: number;
  readonly selected: Mark | null;
  readonly onSelect: (event: api.EventId) => void;
  readonly label: string;
};

/** The part of the picture that is near what one sees. */
export const Drawing = memo(function Drawing(props: DrawingProps) {
  const { model, rows, height, selected } = props;
  const from = Math.max(0, props.part.from);
  const { to } = props.part;
  const width = Math.max(1, to - from);
  const middle = (lane: number) => rows[lane]?.middle ?? 0;
  return (
    <svg
      role="img"
      aria-label={props.label}
      width={width}
      height={height}
      viewBox={`${from} 0 ${width} ${height}`}
      style={{ left: from }}
    >
      {model.lanes.map((lane, at) => (
        <line
          key={at}
          x1={from}
          x2={to}
          y1={middle(at)}
          y2={middle(at)}
          className={`picture__lane ${lane.heard ? '' : 'is-silent'}`}
        />
      ))}
      {model.axis.breaks
        .filter((each) => each.x + each.width >= from && each.x <= to)
        .map((each) => (
          <rect
            key={each.x}
            x={each.x}
            y={0}
            width={each.width}
            height={height}
            className="picture__break"
          />
        ))}
      {selected && (
        <line x1={selected.x} x2={selected.x} y1={0} y2={height} className="picture__here" />
      )}
      {arrowsIn(model.arrows, props.part).map((arrow, at) => (
        <ArrowLine key={at} arrow={arrow} from={middle(arrow.from)} to={middle(arrow.to)} />
      ))}
      {marksIn(model.marks, props.part).map((mark) => (
        <g
          key={mark.at}
          className={`picture__mark ${mark === selected ? 'is-selected' : ''}`}
          onClick={() => props.onSelect(mark.event.id)}
        >
          <title>{[mark.summary, ...mark.gaps].map((line) => brief(line)).join('\n')}</title>
          <rect
            x={mark.x - 9}
            y={middle(mark.lane) - 11}
            width={18}
            height={22}
            fill="transparent"
          />
          <MarkShape mark={mark} y={middle(mark.lane)} />
          <Signs mark={mark} y={middle(mark.lane)} />
        </g>
      ))}
      {props.captions
        .filter(({ mark }) => mark.x >= from - 240 && mark.x <= to)
        .map(({ mark, text, width: room }) => (
          <foreignObject
            key={mark.at}
            x={mark.x - 7}
            y={middle(mark.lane) + 11}
            width={room}
            height={18}
            onClick={() => props.onSelect(mark.event.id)}
          >
            <div className="picture__caption cut" title={text}>
              {text}
            </div>
          </foreignObject>
        ))}
    </svg>
  );
});

/** What stands out: an obstacle, something missing, what is selected. */
function Signs({ mark, y }: { readonly mark: Mark; readonly y: number }) {
  return (
    <>
      {mark.obstacle && <circle cx={mark.x} cy={y} r={11} className="picture__obstacle" />}
      {mark.gaps.length > 0 && <circle cx={mark.x} cy={y} r={13} className="picture__gap" />}
      {(mark.obstacle || mark.gaps.length > 0) && (
        <text x={mark.x + 9} y={y - 8} className="picture__sign">
          {mark.obstacle && <tspan>!</tspan>}
          {mark.gaps.length > 0 && <tspan className="picture__sign--gap">?</tspan>}
        </text>
      )}
      <circle cx={mark.x} cy={y} r={14} className="picture__ring" />
    </>
  );
}

const slant = 12;

type ArrowLineProps = { readonly arrow: Arrow; readonly from: number; readonly to: number };

function ArrowLine({ arrow, from, to }: ArrowLineProps) {
  const down = to > from ? 1 : -1;
  const [x, tip] = [arrow.x + slant, to - 5 * down];
  return (
    <g className={`picture__arrow ${arrow.obstacle ? 'is-obstacle' : ''}`}>
      <path
        d={`M${arrow.x} ${from}L${x} ${tip}`}
        strokeDasharray={arrow.type === 'delegation' ? '4 3' : undefined}
      />
      <path d={`M${x} ${tip}l-4 ${-7 * down}h7z`} className="picture__tip" />
    </g>
  );
}
