import { useDeferredValue, useEffect, useMemo, useRef } from 'react';

import { address } from '../../api/client';
import { recorded } from '../../api/recorded';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { usePlace } from '../../ground/place';
import { Failure, Notice } from '../../parts/Notice';
import { useSession } from '../state/session';
import { criticalText, figures, markText, shownText } from './describe';
import { Overview } from './Overview';
import { foldsIn, pictureOf, type Picture } from './picture';
import { Plot } from './Plot';
import { scaleOf, type Stretch } from './scale';
import { inView } from './scene';
import { SpanList } from './SpanList';
import { TimelineBar } from './TimelineBar';
import { useChosen, useFollowing } from './useFollowing';
import { useMoves } from './useMoves';
import { useNear, useView } from './useView';
import { covers } from './view';

import './Timeline.css';

/** The session by the clock: who did what when, and what it waited for. */
export function TimelineView() {
  const { session, version, head } = useSession();
  const { query } = usePlace();
  // An exported file has the lanes of agents alone.
  const lanes = query.get('lanes') === 'run' && !recorded ? 'run' : 'agent';
  const target = address(['sessions', session, 'timeline'], lanes === 'run' ? { lanes } : {});
  const { data, error } = useAnswer<api.Timeline>(target, version);
  if (error && !data) return <Failure error={error} />;
  if (!data) return <div className="timeline" aria-busy="true" />;
  if (head && head.events > 0 && head.first === null) {
    return (
      <Notice tone="missing">
        No event of this session has a recorded time: only the order is known, and there is nothing
        to draw by the clock. The transcript and the tree show the order.
      </Notice>
    );
  }
  if (data.lanes.length === 0) return <Notice>Nothing was recorded in this session yet.</Notice>;
  return <Timeline answer={data} lanes={lanes} />;
}

type TimelineProps = { readonly answer: api.Timeline; readonly lanes: 'agent' | 'run' };

function Timeline({ answer, lanes }: TimelineProps) {
  const { session, event, lit, version } = useSession();
  const { query } = usePlace();
  const axis = query.get('axis') === 'clock' ? 'clock' : 'since';
  const linear = query.get('idle') === 'shown';
  const frame = useRef<HTMLDivElement>(null);
  const whole = useMemo(() => pictureOf(answer), [answer]);
  const folds = useMemo(() => foldsIn(whole), [whole]);
  const scale = useMemo(() => scaleOf(whole.whole, linear ? [] : folds), [whole, folds, linear]);
  const [view, setView] = useView(whole.origin_ms, scale);
  const near = useNear(session, lanes === 'run' ? lanes : null, whole, view, version);
  const nearer = useMemo(() => near.data && pictureOf(near.data), [near.data]);
  const picture = nearer && whole.bucketed && hasMost(nearer, view) ? nearer : whole;
  const current = useMemo(
    () => picture.marks.find(({ span }) => span !== null && span.id === event) ?? null,
    [picture, event],
  );
  const chosen = useChosen(event, current, whole);
  useFollowing({ chosen, event, whole, scale, setView });
  const { zoom, pan, open, said, onKeyDown } = useMoves({ picture, scale, view, setView, current });
  useEffect(() => {
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, []);

  const shown = shownText(whole, view);
  const visible = useMemo(() => inView(picture, view), [picture, view]);
  const told = figures(whole, picture, visible);
  const listed = useDeferredValue(visible);
  return (
    <div className="timeline">
      <TimelineBar
        {...{ axis, linear, lanes, shown }}
        figures={told}
        critical={criticalText(whole)}
        nearby={near.waiting}
        folded={folds.length > 0}
        onZoom={zoom}
        onWhole={() => setView(null)}
      />
      {near.error && <Failure error={near.error} />}
      <Overview
        {...{ whole, scale, view }}
        onView={setView}
        label={`Overview of the session; shown is ${shown}`}
      />
      <div
        ref={frame}
        className="timeline__frame"
        role="group"
        aria-roledescription="timeline"
        aria-label={[`Timeline of ${told}`, criticalText(whole), shown].filter(Boolean).join(', ')}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Plot
          {...{ picture, whole, scale, view, axis, lanes, lit, chosen }}
          selected={event}
          onOpen={open}
          onPan={pan}
          onZoom={zoom}
        />
        <SpanList {...{ picture, lanes }} marks={listed} selected={event} onOpen={open} />
      </div>
      <div className="unseen" role="status">
        {said || (current && markText(current))}
      </div>
    </div>
  );
}

/** The answer before serves until the next is there, as long as it has most of what is shown. */
function hasMost(picture: Picture, view: Stretch): boolean {
  const quarter = (view.to - view.from) / 4;
  return covers(picture.shown, { from: view.from + quarter, to: view.to - quarter });
}
