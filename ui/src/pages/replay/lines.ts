/** The table of a replay: a line for each event, and beneath it what is known or missing of it. */
import { brief, printable } from '../../parts/printable';
import { summaryOf, type Mark } from './model';

export type Line = {
  readonly mark: Mark;
  readonly type: 'event' | 'why' | 'outcome' | 'gap';
  readonly text: string;
};

export function linesOf(marks: readonly Mark[]): readonly Line[] {
  return marks.flatMap((mark) => [
    { mark, type: 'event' as const, text: mark.summary },
    ...(mark.event.kind === 'decision' ? reasonsOf(mark) : []),
    ...mark.gaps.map((gap) => ({ mark, type: 'gap' as const, text: printable(gap) })),
  ]);
}

function reasonsOf(mark: Mark): readonly Line[] {
  const { rationale, outcome } = mark.event;
  const sure = rationale?.confidence === undefined ? '' : ` (confidence ${rationale.confidence})`;
  return [
    ...(rationale
      ? [{ mark, type: 'why' as const, text: `${printable(rationale.why)}${sure}` }]
      : []),
    ...(outcome ? [{ mark, type: 'outcome' as const, text: summaryOf(outcome) }] : []),
  ];
}

/** Where the line of each event stands. */
export function lineOfEvents(lines: readonly Line[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  lines.forEach((line, at) => {
    if (line.type === 'event') found.set(line.mark.at, at);
  });
  return found;
}

/** The next event, in that direction, that fits; null when there is none. */
export function nextMark(
  marks: readonly Mark[],
  from: number,
  by: 1 | -1,
  fits: (mark: Mark) => boolean,
): Mark | null {
  for (let at = from + by; at >= 0 && at < marks.length; at += by) {
    const mark = marks[at];
    if (mark && fits(mark)) return mark;
  }
  return null;
}

export type Caption = { readonly mark: Mark; readonly text: string; readonly width: number };

const caption_max = 240;
const caption_min = 36;

/** What stands under the decisions of a lane: as wide as there is room before the next. */
export function captionsOf(marks: readonly Mark[]): readonly Caption[] {
  const next_of_lane = new Map<number, number>();
  const found: Caption[] = [];
  for (const mark of [...marks].reverse()) {
    if (mark.event.kind !== 'decision') continue;
    const room = (next_of_lane.get(mark.lane) ?? Infinity) - mark.x - 8;
    const text = mark.event.rationale?.why;
    if (text === undefined || room < caption_min) continue;
    next_of_lane.set(mark.lane, mark.x);
    found.push({ mark, text: brief(text), width: Math.min(caption_max, room) });
  }
  return found.reverse();
}
