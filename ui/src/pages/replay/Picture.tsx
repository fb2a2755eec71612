import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';

import type * as api from '../../api/types';
import { plural } from '../../parts/format';
import { named } from '../../parts/printable';
import { Drawing } from './Drawing';
import { captionsOf } from './lines';
import type { Lane, Mark, Model } from './model';
import { axis_height, laneRows, partAround, type LaneRow } from './rows';
import { TimeAxis } from './TimeAxis';

import './Picture.css';

export type PictureProps = {
  readonly model: Model;
  readonly selected: api.EventId | null;
  readonly onSelect: (event: api.EventId) => void;
};

const names_width = 150;
const width_unknown = 1600;

/** One timeline across sessions and agents: a lane for each, and arrows for what they said. */
export function Picture({ model, selected, onSelect }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const captions = useMemo(() => captionsOf(model.marks), [model]);
  const rows = useMemo(() => laneRows(model, captions), [model, captions]);
  const { part, look } = usePart(box);
  const mark = selected === null ? undefined : model.marks[model.places.get(selected) ?? -1];
  useInView(box, mark, rows);
  const last = rows.at(-1);
  const height = last ? last.top + last.height : 0;
  return (
    <div
      ref={box}
      className="picture"
      role="region"
      aria-label="Timeline"
      tabIndex={0}
      onScroll={look}
    >
      <div
        className="picture__inside"
        style={{ width: names_width + model.axis.width, height: axis_height + height }}
      >
        <div className="picture__axis" style={{ height: axis_height }}>
          <div className="picture__corner" style={{ width: names_width }} />
          <div className="picture__drawing" style={{ left: names_width }}>
            <TimeAxis model={model} part={part} />
          </div>
        </div>
        <ul className="picture__names" style={{ width: names_width }} aria-label="Lanes">
          {model.lanes.map((lane, at) => (
            <LaneName key={at} lane={lane} height={rows[at]?.height} />
          ))}
        </ul>
        <div className="picture__drawing" style={{ left: names_width, top: axis_height }}>
          <Drawing
            model={model}
            captions={captions}
            rows={rows}
            part={part}
            height={height}
            selected={mark ?? null}
            onSelect={onSelect}
            label={`${plural(model.marks.length, 'event')} in ${plural(model.lanes.length, 'lane')}; the table has each of them`}
          />
        </div>
      </div>
    </div>
  );
}

type LaneNameProps = { readonly lane: Lane; readonly height: number | undefined };

function LaneName({ lane, height }: LaneNameProps) {
  return (
    <li
      style={{ height }}
      className={lane.heard ? '' : 'is-silent'}
      title={lane.name === null ? 'events of no agent' : named(lane.name)}
    >
      <span className="cut">{lane.name === null ? '(no agent)' : named(lane.name)}</span>
      {!lane.heard && <small>not heard</small>}
    </li>
  );
}

type Box = RefObject<HTMLDivElement | null>;

/** The part of the picture that is on the screen, and a little around it; `look` finds it anew. */
function usePart(box: Box) {
  const [part, setPart] = useState(partAround(0, width_unknown));
  const look = useCallback(() => {
    const next = partAround(
      box.current?.scrollLeft ?? 0,
      box.current?.clientWidth || width_unknown,
    );
    setPart((before) => (before.from === next.from && before.to === next.to ? before : next));
  }, []);
  useLayoutEffect(() => {
    look();
    if (typeof ResizeObserver === 'undefined' || !box.current) return;
    const watch = new ResizeObserver(look);
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [look]);
  return { part, look };
}

/** Scrolls to the selected event when it is not on the screen. */
function useInView(box: Box, mark: Mark | undefined, rows: readonly LaneRow[]): void {
  useEffect(() => {
    const element = box.current;
    if (!element || !mark) return;
    const width = element.clientWidth - names_width;
    const inside = mark.x > element.scrollLeft + 20 && mark.x < element.scrollLeft + width - 20;
    if (!inside) element.scrollLeft = mark.x - width / 2;
    const row = rows[mark.lane];
    if (!row) return;
    if (row.top < element.scrollTop) element.scrollTop = row.top;
    const bottom = axis_height + row.top + row.height - element.clientHeight;
    if (bottom > element.scrollTop) element.scrollTop = bottom;
  }, [mark?.x, mark?.lane, rows]);
}
