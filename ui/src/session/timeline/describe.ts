/** What the timeline says in words: for tips, for the list beside the canvas, for a screen reader. */
import type * as api from '../../api/types';
import { count, duration, plural } from '../../parts/format';
import { lineageText } from '../../parts/lineage';
import type { Mark, Picture } from './picture';
import type { Stretch } from './scale';
import { labelOf } from './ticks';

/** Any text may be a name, also a very long one. */
const name_max = 200;

export function laneName(lane: api.TimelineLane | undefined, lanes: 'agent' | 'run'): string {
  if (lane && lane.others > 0) return `${plural(lane.others, 'more ' + lanes)}`;
  if (!lane || lane.name === null) return `no ${lanes}`;
  return lane.name === '' ? '(an empty name)' : lane.name.slice(0, name_max);
}

/** A moment to the millisecond, by the clock. */
export function momentText(picture: Picture, moment: number): string {
  return labelOf(moment, 1, 'clock', picture.origin_ms);
}

export function markText(mark: Mark): string {
  const kind = mark.kind.slice(0, name_max).replaceAll('_', ' ');
  if (mark.bucket) {
    const { events, errors } = mark.bucket;
    return `${plural(events, 'event')}, mostly ${kind}${errors > 0 ? `, ${count(errors)} failed` : ''}`;
  }
  const length = mark.span?.duration_ms ?? null;
  return [
    `${kind} ${(mark.span?.summary ?? '').slice(0, 300)}`.trim(),
    mark.failed ? 'failed' : '',
    length === null ? '' : duration(length),
    mark.span ? lineageText(mark.span) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** How much of the session is in view. */
export function figures(whole: Picture, picture: Picture, visible: readonly Mark[]): string {
  const seen = visible.reduce((sum, { events }) => sum + events, 0);
  const all = plural(whole.events, 'event');
  // A long event is in several buckets, so that their sum is not exact.
  const about = picture.bucketed ? 'about ' : '';
  const parts = [
    visible.length === whole.marks.length ? all : `${about}${count(seen)} of ${all} in view`,
    plural(whole.lanes.length, 'lane'),
  ];
  return parts.join(' · ');
}

/** Empty when nothing was waited for. */
export function criticalText(whole: Picture): string {
  const { steps, duration_ms } = whole.critical;
  return steps > 0 ? `critical path ${duration(duration_ms)} in ${plural(steps, 'step')}` : '';
}

export function shownText(picture: Picture, view: Stretch): string {
  const from = momentText(picture, Math.max(view.from, picture.whole.from));
  const to = momentText(picture, Math.min(view.to, picture.whole.to));
  return `${from} to ${to}`;
}
