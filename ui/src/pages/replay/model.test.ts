import { expect, test } from 'vitest';

import { complete } from '../../api/sample';
import type * as api from '../../api/types';
import { captionsOf, lineOfEvents, linesOf, nextMark } from './lines';
import { ticksOf } from './axis';
import { gapsOf, isTimed, modelOf } from './model';

/** An event of a replay, with the line that the server wrote for it. */
type Told = api.ReplayedEvent & { readonly summary?: string };

const stored = { seq: 1, received: '2026-05-19T22:05:00Z', source: 'native' };

function event(id: string, kind: string, second: number, more: Partial<Told> = {}) {
  const time = `2026-05-19T22:04:${String(second).padStart(2, '0')}Z`;
  return { ...stored, id, kind, time, ...more } as Told;
}

function replay(events: readonly api.ReplayedEvent[], more: Partial<api.Replay> = {}): api.Replay {
  return {
    chain_type: 'directive',
    chain_id: 'c',
    events,
    traces: [],
    audit_entries: [],
    agents: [],
    from: null,
    to: null,
    duration_ms: null,
    ended_by: null,
    obstacles: [],
    completeness: complete,
    ...more,
  };
}

test('a message is an arrow from its sender to each who gets it', () => {
  const { lanes, arrows } = modelOf(
    replay([
      event('a', 'thought', 1, { agent: 'scanner' }),
      event('m', 'message', 2, {
        agent: 'bus',
        fields: { from: 'scanner', to: ['sizer', 'guard', 'sizer', 'scanner', 7 as never, ''] },
      }),
    ]),
  );
  expect(lanes).toEqual([
    { name: 'scanner', heard: true },
    { name: 'sizer', heard: false },
    { name: 'guard', heard: false },
  ]);
  expect(arrows.map(({ from, to, type }) => [from, to, type])).toEqual([
    [0, 1, 'message'],
    [0, 2, 'message'],
  ]);
});

test('a delegation is an arrow to the child, also to one that was never heard of', () => {
  const { lanes, arrows } = modelOf(
    replay([
      event('d', 'delegation', 1, { agent: 'pager', fields: { child_id: '__proto__' } }),
      event('e', 'thought', 2),
    ]),
  );
  expect(lanes.map((lane) => lane.name)).toEqual(['pager', null, '__proto__']);
  expect(lanes[2]?.heard).toBe(false);
  expect(arrows).toMatchObject([{ from: 0, to: 2, type: 'delegation' }]);
});

test('layers are those of the command', () => {
  const events = [
    event('m', 'message', 1, { rationale: { why: 'w' } }),
    event('d', 'decision', 2),
    event('t', 'tool_call', 3, { rationale: { why: 'w' } }),
    event('o', 'observation', 4),
  ];
  const layers = (type: api.Replay['chain_type']) =>
    modelOf(replay(events, { chain_type: type })).marks.map((mark) => mark.layer);
  expect(layers('trade')).toEqual(['audit', 'trace', 'trace', 'event']);
  expect(layers('incident')).toEqual(['audit', 'event', 'event', 'event']);
});

test('a call takes as long as the observation that ends it says', () => {
  const call = { session: 's', fields: { tool_name: 'Read', call_id: 'c1' } };
  const { marks } = modelOf(
    replay([
      event('t', 'tool_call', 1, call),
      event('u', 'tool_call', 2, { ...call, session: 'other' }),
      event('o', 'observation', 3, { ...call, duration_ms: 45 }),
      event('e', 'error', 4),
    ]),
  );
  expect(marks[0]?.length).toBeGreaterThan(0);
  expect(marks[1]?.length).toBe(0);
  expect(marks[2]?.length).toBe(0);
});

const thread = replay(
  [
    event('d', 'decision', 1, {
      agent: 'pager',
      rationale: { why: 'money is lost', confidence: 0.9 },
      summary: 'Decision: how urgent -> now',
      outcome: event('o', 'outcome', 9, { summary: 'Outcome: correct' }),
    }),
    event('e', 'error', 2, { agent: 'pager', summary: 'Error: timed out' }),
    event('f', 'decision', 3, { agent: 'pager', rationale: { why: 'the logs\nagree' } }),
  ],
  {
    obstacles: ['e'],
    completeness: {
      ...complete,
      complete: false,
      gaps: [{ rule: 'silent_agent', event: 'f', detail: 'x' }],
      missing_parents: [{ event: 'f', parent: 'y' }],
    },
  },
);

test('beneath a decision stand its why, its outcome and what is missing', () => {
  const lines = linesOf(modelOf(thread).marks);
  expect(lines.map((line) => [line.type, line.text])).toEqual([
    ['event', 'Decision: how urgent -> now'],
    ['why', 'money is lost (confidence 0.9)'],
    ['outcome', 'Outcome: correct'],
    ['event', 'Error: timed out'],
    ['event', 'decision'],
    ['why', 'the logs agree'],
    ['gap', 'its parent y was never recorded'],
    ['gap', 'silent agent: x'],
  ]);
  expect([...lineOfEvents(lines).values()]).toEqual([0, 3, 4]);
});

test('a gap may be about no event', () => {
  const gap = { rule: 'silent_agent', event: null, detail: 'x' };
  expect(gapsOf({ ...complete, complete: false, gaps: [gap] }).size).toBe(0);
});

test('one can step from obstacle to gap', () => {
  const { marks } = modelOf(thread);
  const odd = (mark: (typeof marks)[number]) => mark.obstacle || mark.gaps.length > 0;
  expect(nextMark(marks, -1, 1, odd)?.event.id).toBe('e');
  expect(nextMark(marks, 1, 1, odd)?.event.id).toBe('f');
  expect(nextMark(marks, 1, -1, odd)).toBeNull();
});

test('captions do not run into each other', () => {
  const captions = captionsOf(modelOf(thread).marks);
  const [first, second] = captions;
  expect(captions).toHaveLength(2);
  expect((first?.mark.x ?? 0) + (first?.width ?? 0)).toBeLessThan(second?.mark.x ?? 0);
});

test('an event without a time stands with the one before it, and no time is written for it', () => {
  const untimed = (id: string, nanosecond: number) => ({
    ...event(id, 'thought', 0),
    ...{ time: `1970-01-01T00:00:00.00000000${nanosecond}Z`, flags: ['time_derived'] },
  });
  const { axis, marks } = modelOf(
    replay([untimed('a', 1), untimed('b', 2), event('c', 'thought', 1), event('d', 'thought', 2)]),
  );
  expect(axis.breaks).toEqual([]);
  expect(marks.map(({ event: { id } }) => id)).toEqual(['a', 'b', 'c', 'd']);
  const ticks = ticksOf(
    axis,
    marks.map(({ event: each }) => (isTimed(each) ? each.time : null)),
  );
  expect(ticks[0]?.time).toBe('2026-05-19T22:04:01Z');
});
