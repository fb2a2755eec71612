import { useMemo, useRef, type PointerEvent } from 'react';

import type * as api from '../../api/types';
import { count } from '../../parts/format';
import { usePlayhead } from '../state/playhead';
import { laneName } from './describe';
import { axis_px } from './paintAxis';
import { ordinalAt, type Mark, type Picture } from './picture';
import type { Scale, Stretch } from './scale';
import { across, heightOf, hit, stackLanes } from './scene';
import { ticksOf, type Axis } from './ticks';
import { Tip } from './Tip';
import { useSize } from './useCanvas';
import { useDrawing } from './useDrawing';
import { usePointer } from './usePointer';

export type PlotProps = {
  readonly picture: Picture;
  /** Of the whole session: knows where the playhead is when the picture does not. */
  readonly whole: Picture;
  readonly scale: Scale;
  readonly view: Stretch;
  readonly axis: Axis;
  readonly lanes: 'agent' | 'run';
  readonly selected: api.EventId | null;
  /** When the selected event happened. */
  readonly chosen: number | null;
  readonly lit: ReadonlySet<api.EventId>;
  readonly onOpen: (mark: Mark | null) => void;
  readonly onPan: (share: number) => void;
  readonly onZoom: (factor: number, share: number) => void;
};

const tick_px = 96;

/** The axis and the lanes, drawn. */
export function Plot(props: PlotProps) {
  const { picture, whole, scale, view, axis, selected, chosen, lit } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ruler = useRef<HTMLCanvasElement>(null);
  const { width } = useSize(sheet);
  const { height } = useSize(scroller);
  const playhead = usePlayhead();
  const lanes = useMemo(() => stackLanes(picture, height), [picture, height]);
  const over = useMemo(() => across(view, scale, width), [view, scale, width]);
  const ticks = useMemo(
    () => ticksOf({ view, scale, count: width / tick_px, axis, origin_ms: picture.origin_ms }),
    [view, scale, width, axis, picture.origin_ms],
  );
  const find = (x: number, y: number) =>
    hit(picture, lanes, over, { x, y: y + (scroller.current?.scrollTop ?? 0) });
  const { pointed, handlers } = usePointer(sheet, { ...props, find });
  const draw = useDrawing({
    ...{ canvas, ruler, scroller, width, height, picture, whole, lanes, over, scale, ticks },
    ...{ selected, chosen, lit, pointed: pointed?.mark ?? null },
  });

  const playFrom = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const near = covering(picture, over.moment(x)) ? picture : whole;
    playhead.move(ordinalAt(near, over.moment(x)));
  };
  return (
    <>
      <div className="timeline__axis">
        <span className="timeline__gutter soft">{props.lanes}</span>
        <canvas
          ref={ruler}
          className="timeline__ruler"
          style={{ width, height: axis_px }}
          onPointerDown={playFrom}
          onPointerMove={playFrom}
          aria-hidden="true"
        />
      </div>
      <div ref={scroller} className="timeline__scroller" onScroll={draw}>
        <div className="timeline__content" style={{ height: heightOf(lanes) }}>
          <Labels of={whole.lanes} boxes={lanes} lanes={props.lanes} />
          <div ref={sheet} className="timeline__sheet" style={{ height }} {...handlers}>
            <canvas ref={canvas} style={{ width, height }} aria-hidden="true" />
            {pointed && <Tip {...pointed} at={pointed} picture={picture} width={width} />}
          </div>
        </div>
      </div>
    </>
  );
}

function covering(picture: Picture, moment: number): boolean {
  return moment >= picture.shown.from && moment <= picture.shown.to;
}

type LabelsProps = {
  readonly of: readonly api.TimelineLane[];
  readonly boxes: ReturnType<typeof stackLanes>;
  readonly lanes: 'agent' | 'run';
};

function Labels({ of, boxes, lanes }: LabelsProps) {
  return (
    <ul className="timeline__labels" aria-label={`Lanes, by ${lanes}`}>
      {of.map((lane, at) => {
        const name = laneName(lane, lanes);
        const box = boxes[at];
        return (
          <li key={at} style={{ top: box?.y, height: box?.height }}>
            <span className="cut" title={name}>
              {name}
            </span>
            <span className="soft timeline__lane-figures">
              {count(lane.events)}
              {lane.errors > 0 && <span className="timeline__failed"> ✕ {count(lane.errors)}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
