import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useState } from 'react';

import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { usePlace } from '../../ground/place';
import { milliseconds } from '../../parts/format';
import { usePlayhead } from '../state/playhead';
import { useSession } from '../state/session';
import { GraphBar } from './controls/GraphBar';
import { GraphLegend } from './controls/GraphLegend';
import { GraphNotices } from './controls/GraphNotices';
import { useCursor, type Cursor } from './controls/useCursor';
import { useExport } from './controls/useExport';
import { useGraphKeys } from './controls/useGraphKeys';
import { useStage } from './controls/useStage';
import { GraphCanvas } from './drawing/GraphCanvas';
import { useCamera, type Camera } from './drawing/useCamera';
import { nodeNow, stacksOn } from './scene/find';
import { GraphContext, markStore, unmarked } from './scene/marks';
import { changeOf, mapAddress, optionsOf, toggled, type GraphOptions } from './scene/options';
import type { PlacedNode, Stage } from './scene/scene';
import { nameOf } from './scene/words';

import './GraphView.css';

/** The context graph of the session: from the incident over thoughts and calls to the action. */
export function GraphView() {
  return (
    <ReactFlowProvider>
      <Graph />
    </ReactFlowProvider>
  );
}

function Graph() {
  const { session, version, event, select } = useSession();
  const { query, set } = usePlace();
  const options = useOptions(query);
  const change = useCallback((next: Partial<GraphOptions>) => set(changeOf(next), 'push'), [set]);
  const map = useAnswer<api.SessionMap>(mapAddress(session, options), version);
  const staged = useStage(map.data, options);
  const { stage } = staged;
  const cursor = useCursor(stage);
  const playhead = usePlayhead();
  const started = cursor.active ?? (stage && nodeNow(stage, playhead.at()));
  const camera = useCamera(stage, started);
  const legend = query.get('legend') !== '0';
  const marks = useGraphMarks(stage, cursor, camera, options.follow);
  const keep = useExport(stage);
  const toggle = useToggle(stage, options, camera, change);
  const actions = useMemo(() => ({ marks, toggle }), [marks, toggle]);
  const pick = useCallback(
    (placed: PlacedNode) => {
      if (placed.node.type === 'STACK') toggle(placed.node);
      else cursor.to(placed);
    },
    [toggle, cursor.to],
  );
  const onKeyDown = useGraphKeys({ stage, cursor, camera, toggle, options, change, keep });
  return (
    <GraphContext value={actions}>
      <div className="graph">
        <GraphBar
          options={options}
          map={stage?.scene.map ?? map.data}
          onChange={change}
          onFit={camera.fit}
          onZoom={camera.zoom}
          onExport={keep.save}
          legend={legend}
          onLegend={() => set({ legend: legend ? '0' : null })}
        />
        <div className="graph__stage" onKeyDown={onKeyDown}>
          {stage && stage.nodes.length > 0 && (
            <GraphCanvas stage={stage} active={cursor.active} onPick={pick} onMoved={camera.note} />
          )}
          <GraphNotices
            map={map}
            staged={staged}
            options={options}
            holder={cursor.holder}
            problem={keep.problem}
            onOpen={() => {
              if (cursor.holder) camera.hold(cursor.holder);
              if (event) change({ open: [...options.open, event] });
            }}
            onSelect={select}
            onChange={change}
          />
          <span className="unseen" role="status">
            {cursor.active && nameOf(cursor.active.node)}
          </span>
        </div>
        {legend && <GraphLegend />}
      </div>
    </GraphContext>
  );
}

/** The same options while the address changes in other ways: it does so with every playing second. */
function useOptions(query: URLSearchParams): GraphOptions {
  const text = JSON.stringify(optionsOf(query));
  return useMemo(() => JSON.parse(text) as GraphOptions, [text]);
}

/** Opens a stack, or hides and shows what hangs under a node; it stays where it is. */
function useToggle(
  stage: Stage | null,
  { open, closed }: GraphOptions,
  camera: Camera,
  change: (next: Partial<GraphOptions>) => void,
): (node: api.MapNode) => void {
  return useCallback(
    (node) => {
      const placed = stage?.byId.get(node.id);
      if (placed) camera.hold(placed);
      change(toggled({ open, closed }, node));
    },
    [stage, open, closed, camera, change],
  );
}

function timeOf(placed: PlacedNode | null): number {
  const time = placed?.node.time ?? null;
  return time === null ? -Infinity : milliseconds(time);
}

/** How long a dragged playhead rests before the picture goes there. */
const rest_ms = 120;

/** Tells the nodes what is selected, lit and to come, and goes along with it. */
function useGraphMarks(
  stage: Stage | null,
  { active, holder }: Cursor,
  camera: Camera,
  follow: boolean,
) {
  const { event, lit, up, down } = useSession();
  const playhead = usePlayhead();
  const passed = useMemo(() => {
    const chains = [up, down].filter((each) => each !== null && each.event === event);
    return stage
      ? stacksOn(
          stage,
          chains.flatMap((each) => each?.chain ?? []),
        )
      : unmarked.passed;
  }, [stage, event, up, down]);
  const [marks] = useState(markStore);
  useEffect(() => {
    let shown: PlacedNode | null = null;
    let rests: ReturnType<typeof setTimeout> | undefined;
    // A picture that runs after a dragged playhead costs more frames than it shows: it waits.
    const go_along = (now: PlacedNode) => {
      clearTimeout(rests);
      if (playhead.playing()) camera.reveal(now);
      else rests = setTimeout(() => camera.reveal(now), rest_ms);
    };
    const tell = () => {
      const at = playhead.at();
      const now = stage && nodeNow(stage, at);
      marks.set({
        event,
        lit,
        at,
        active: active?.node.id ?? null,
        now: now?.node.id ?? null,
        holder: holder?.node.id ?? null,
        // The newest node that is there: never later than the playhead, so no future is lit.
        until: Number.isFinite(at) ? timeOf(now) : Infinity,
        passed,
      });
      if (follow && now && shown && shown !== now) go_along(now);
      shown = now ?? null;
    };
    tell();
    const stop = playhead.subscribe(tell);
    return () => {
      stop();
      clearTimeout(rests);
    };
  }, [stage, event, lit, passed, active, holder, playhead, marks, camera, follow]);
  const place = active ?? holder;
  const key = place?.node.id ?? null;
  useEffect(() => {
    if (place && stage) camera.reveal(place);
    // Only when the selection moves: looking elsewhere afterwards is the reader's right.
  }, [key, event]);
  return marks;
}
