/** A session that was exported as one file carries its answers with it: nothing is asked of anybody. */
import { ApiError } from './failure';
import { timelineWindow, treeWindow, timeWindow } from './recordedWindows';
import type * as api from './types';

/** What a file shows when it is opened: the event and the view that were chosen when it was made. */
export type OpensAt = { readonly event: string | null; readonly view: string | null };

export type Recorded = {
  readonly session: string;
  readonly opens_at: OpensAt;
  readonly events_total: number;
  readonly events_kept: number;
  /** Single-event answers that would have made the file too large. */
  readonly answers_left_out: number;
  answer<Answer>(target: string): Promise<Answer>;
};

type Carried = {
  readonly session: string;
  readonly opens_at?: OpensAt;
  readonly events_total: number;
  readonly events_kept: number;
  readonly answers: { readonly [address: string]: unknown };
  readonly answers_left_out: number;
};

export const recorded: Recorded | null = fromDocument();

function fromDocument(): Recorded | null {
  if (typeof document === 'undefined') return null;
  const text = document.getElementById('hence-recorded')?.textContent;
  return text ? recordedFrom(JSON.parse(text) as Carried) : null;
}

export function recordedFrom(carried: Carried): Recorded {
  const known = new Map(Object.entries(carried.answers));
  return {
    session: carried.session,
    opens_at: carried.opens_at ?? { event: null, view: null },
    events_total: carried.events_total,
    events_kept: carried.events_kept,
    answers_left_out: carried.answers_left_out,
    answer: async <Answer>(target: string) => answerOf(known, target) as Answer,
  };
}

type Known = ReadonlyMap<string, unknown>;

function find<T>(known: Known, address: string): T {
  const answer = known.get(`/api/v1/${address}`);
  if (answer === undefined) {
    const hint = 'ask the server that it came from';
    throw new ApiError(404, 'not_found', 'this file does not have it', hint);
  }
  return answer as T;
}

function answerOf(known: Known, target: string): unknown {
  const [path = '', text = ''] = split(target);
  const query = new URLSearchParams(text);
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (path === 'events') return eventsOf(known, query);
  if (last === 'outline') {
    const asked = query.get('order');
    const order = asked === 'time' || asked === 'turns' ? asked : 'tree';
    const whole = find<api.Outline>(known, `${path}?order=${order}`);
    return order === 'time' ? timeWindow(whole, query) : treeWindow(whole, query);
  }
  if (last === 'timeline') return timelineWindow(find(known, path), query);
  if (last === 'map') return find(known, `${path}?by=${query.get('by') ?? 'turn'}`);
  if (last === 'explain') {
    return find(known, `${path}?direction=${query.get('direction') ?? 'up'}`);
  }
  if (path.startsWith('gaps/')) return find(known, `${path}?scope=session`);
  if (last === 'debrief') return find(known, `${path}?session=${strict(session(query, known))}`);
  return find(known, path);
}

function split(target: string): readonly string[] {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const segments = path.split('/').map((segment) => strict(decodeURIComponent(segment)));
  return [segments.join('/'), mark < 0 ? '' : target.slice(mark + 1)];
}

/** As the file spells addresses: everything but unreserved characters is escaped. */
function strict(text: string): string {
  const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, escaped);
}

function session(query: URLSearchParams, known: Known): string {
  const given = query.get('session');
  if (given) return given;
  const { sessions } = find<api.SessionPage>(known, 'sessions');
  return sessions[0]?.id ?? '';
}

/** Find in the session: the events whose text has what is looked for. */
function eventsOf(known: Known, query: URLSearchParams): api.EventPage {
  const wanted = (query.get('text') ?? '').toLowerCase();
  const kinds = query.get('kinds')?.split(',');
  const about = aboutIn(query.get('where'));
  const events = [...known]
    .filter(([address]) => /^\/api\/v1\/events\/[^/?]+$/.test(address))
    .map(([, event]) => event as api.Event)
    .filter((event) => !kinds || kinds.includes(event.kind))
    .filter((event) => about === null || event.fields?.['of'] === about)
    .filter((event) => JSON.stringify(event).toLowerCase().includes(wanted))
    .sort((a, b) => (a.time === b.time ? a.seq - b.seq : a.time < b.time ? -1 : 1));
  return { events, next: null };
}

/** The one condition that a file knows: which event an outcome or a note is about. */
function aboutIn(where: string | null): string | null {
  const quoted = /^fields\.of = (".*")$/s.exec(where ?? '')?.[1];
  return quoted === undefined ? null : (JSON.parse(quoted) as string);
}
