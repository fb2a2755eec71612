/** A replay as it is drawn: lanes, marks, arrows, and the lines of the table. */
import type * as api from '../../api/types';
import { milliseconds } from '../../parts/format';
import { printable } from '../../parts/printable';
import { axisOf, type Axis } from './axis';

/** What can be replayed, in words. An incident is shown whole, like any other thread. */
export const types: ReadonlyMap<string, string> = new Map([
  ['trade', 'task or thread'],
  ['incident', 'incident'],
  ['directive', 'order'],
  ['session', 'session'],
]);

/** What the server is asked for: of an incident everything, unless only the bare facts are wanted. */
export function askedType(type: string, bare: boolean): string {
  if (bare && type !== 'session') return 'incident';
  return type === 'incident' ? 'trade' : type;
}

export type Lane = {
  /** Null for events of nobody. */
  readonly name: string | null;
  /** Whether it recorded anything here, or is only spoken to. */
  readonly heard: boolean;
};

export type Layer = 'trace' | 'audit' | 'event';

/** The layers for somebody who sees a replay for the first time. */
export const layer_words: { readonly [layer in Layer]: string } = {
  trace: 'reasoning',
  audit: 'message',
  event: 'step',
};

export type Mark = {
  readonly event: api.ReplayedEvent;
  readonly at: number;
  readonly lane: number;
  readonly x: number;
  /** How far it reaches to the right: its duration. */
  readonly length: number;
  readonly layer: Layer;
  readonly summary: string;
  readonly obstacle: boolean;
  /** What is missing here, in words. */
  readonly gaps: readonly string[];
};

export type Arrow = {
  readonly at: number;
  readonly x: number;
  readonly from: number;
  readonly to: number;
  readonly type: 'message' | 'delegation';
  readonly obstacle: boolean;
};

export type Model = {
  readonly lanes: readonly Lane[];
  readonly marks: readonly Mark[];
  readonly arrows: readonly Arrow[];
  readonly axis: Axis;
  readonly places: ReadonlyMap<api.EventId, number>;
};

export function modelOf(replay: api.Replay): Model {
  const lanes = lanesOf(replay);
  const lane_of = new Map(lanes.map((lane, at) => [lane.name, at]));
  const starts = startsOf(replay.events);
  const axis = axisOf(starts);
  const obstacles = new Set(replay.obstacles);
  const gaps = gapsOf(replay.completeness);
  const took = tookOf(replay.events);
  const marks = replay.events.map((event, at): Mark => {
    const x = axis.x[at] ?? 0;
    const ms = lengthOf(event, took);
    return {
      event,
      at,
      lane: lane_of.get(speakerOf(event)) ?? 0,
      x,
      length: ms > 0 ? Math.max(0, axis.at((starts[at] ?? 0) + ms) - x) : 0,
      layer: layerOf(replay.chain_type, event),
      summary: summaryOf(event),
      obstacle: obstacles.has(event.id),
      gaps: gaps.get(event.id) ?? [],
    };
  });
  return {
    lanes,
    marks,
    arrows: marks.flatMap((mark) => arrowsOf(mark, lane_of)),
    axis,
    places: new Map(replay.events.map((event, at) => [event.id, at])),
  };
}

/** A time that only says the order is no time. */
export function isTimed({ flags }: Pick<api.Event, 'flags'>): boolean {
  return !flags?.includes('time_derived');
}

/** In milliseconds. An event without a time stands with the one before it, or else with the first. */
function startsOf(events: readonly api.ReplayedEvent[]): readonly number[] {
  const first = events.find(isTimed);
  let last = first ? milliseconds(first.time) : 0;
  return events.map((event) => (last = isTimed(event) ? milliseconds(event.time) : last));
}

/** The server's line for an event; where an answer has none, the kind stands in for it. */
export function summaryOf(event: { readonly kind: string; readonly summary?: string }): string {
  return event.summary ?? printable(event.kind);
}

/** By first word; then those who are only spoken of. */
export function lanesOf(replay: Pick<api.Replay, 'events' | 'agents'>): readonly Lane[] {
  const heard = new Set(replay.events.map(speakerOf));
  const others = [...replay.agents, ...replay.events.flatMap((event) => receiversOf(event))].filter(
    (name) => !heard.has(name),
  );
  return [
    ...[...heard].map((name) => ({ name, heard: true })),
    ...[...new Set(others)].map((name) => ({ name, heard: false })),
  ];
}

/** Who an event is of: a message is of its sender, whoever wrote it down. */
function speakerOf(event: api.ReplayedEvent): string | null {
  const from = event.kind === 'message' ? textOf(event, 'from') : null;
  return from ?? event.agent ?? null;
}

function receiversOf(event: api.ReplayedEvent): readonly string[] {
  if (event.kind === 'message') {
    const to = valueOf(event, 'to');
    const names = Array.isArray(to) ? (to as readonly api.Json[]) : [];
    return names.filter((name): name is string => typeof name === 'string' && name !== '');
  }
  if (event.kind !== 'delegation') return [];
  const child = textOf(event, 'child_id');
  return child === null ? [] : [child];
}

function arrowsOf(mark: Mark, lane_of: ReadonlyMap<string | null, number>): readonly Arrow[] {
  return [...new Set(receiversOf(mark.event))].flatMap((name) => {
    const to = lane_of.get(name);
    if (to === undefined || to === mark.lane) return [];
    return {
      at: mark.at,
      x: mark.x,
      from: mark.lane,
      to,
      type: mark.event.kind === 'message' ? ('message' as const) : ('delegation' as const),
      obstacle: mark.obstacle,
    };
  });
}

export function layerOf(type: string, event: api.ReplayedEvent): Layer {
  if (event.kind === 'message') return 'audit';
  if (type === 'incident') return 'event';
  const reasons = ['decision', 'thought', 'assumption'].includes(event.kind);
  return reasons || event.rationale ? 'trace' : 'event';
}

function valueOf(event: api.Event, name: string): api.Json | undefined {
  const fields = event.fields ?? {};
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function textOf(event: api.Event, name: string): string | null {
  const value = valueOf(event, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A call and the observation that ends it name the same call of the same session. */
function callOf(event: api.ReplayedEvent): string {
  const call = textOf(event, 'call_id');
  return call === null ? '' : JSON.stringify([event.session ?? null, call]);
}

/** What an observation says of time is about the call that it ends, and was before it. */
function lengthOf(event: api.ReplayedEvent, took: ReadonlyMap<string, number>): number {
  if (event.kind === 'observation' && callOf(event) !== '') return 0;
  return event.duration_ms ?? took.get(callOf(event)) ?? 0;
}

function tookOf(events: readonly api.ReplayedEvent[]): ReadonlyMap<string, number> {
  const ended = events.filter(
    (event) => event.kind === 'observation' && event.duration_ms !== undefined,
  );
  const took = new Map(ended.map((event) => [callOf(event), event.duration_ms ?? 0]));
  took.delete('');
  return took;
}

export function gapsOf(
  completeness: api.Completeness,
): ReadonlyMap<api.EventId, readonly string[]> {
  const found = new Map<api.EventId, string[]>();
  const add = (event: api.EventId, text: string) =>
    found.set(event, [...(found.get(event) ?? []), text]);
  completeness.missing_parents.forEach(({ event, parent }) =>
    add(event, `its parent ${parent} was never recorded`),
  );
  completeness.unresolved_refs.forEach(({ event, ref }) =>
    add(event, `refers to ${ref}: nothing is known by that name`),
  );
  completeness.gaps.forEach(({ event, rule, detail }) => {
    if (event !== null) add(event, `${rule.replaceAll('_', ' ')}: ${detail}`);
  });
  return found;
}

/** The event that a ref names: its id, or the key of what somebody saw in this thread. */
export function eventFor(model: Model, ref: string): api.EventId {
  if (model.places.has(ref)) return ref;
  const seen = model.marks.find(
    ({ event }) => event.kind === 'observation' && textOf(event, 'key') === ref,
  );
  return seen?.event.id ?? ref;
}
