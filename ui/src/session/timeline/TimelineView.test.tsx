import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fakeServer';
import type * as api from '../../api/types';
import { forget } from '../../api/useAnswer';
import { parsePlace } from '../../ground/place';
import { InSession } from '../state/inSession';
import { bucket, span, time, timeline } from './sample';
import { TimelineView } from './TimelineView';

const hostile = '<script>alert(1)</script>';
const lanes: readonly api.TimelineLane[] = [
  { name: 'ada', events: 3, errors: 1, others: 0 },
  { name: hostile, events: 1, errors: 0, others: 0 },
  { name: null, events: 0, errors: 0, others: 0 },
];
const answer = timeline(
  [
    span(1, 0, 400),
    span(2, 500, 100, { status: 'error' }),
    span(3, 900, null),
    span(4, 100, 50, { lane: 1, summary: hostile }),
  ],
  1000,
  {
    lanes,
    critical: {
      duration_ms: 400,
      steps: 1,
      segments: [{ event: 'e1', ordinal: 1, lane: 0, from: time(0), to: time(400) }],
    },
  },
);

beforeEach(() => {
  forget('');
  history.replaceState(null, '', '#/session/s?view=timeline');
});

function show(given: unknown = answer, state = {}) {
  const server = fakeServer((path) =>
    path === 'sessions/s/timeline' && given !== null ? given : undefined,
  );
  render(
    <InSession state={state}>
      <TimelineView />
    </InSession>,
  );
  return server;
}

const query = () => parsePlace(location.hash).query;

test('says what it shows: lanes, events, the critical path', async () => {
  show();
  const group = await screen.findByRole('group', { name: /^Timeline of 4 events · 3 lanes/ });
  expect(group.getAttribute('aria-label')).toContain('critical path 400 ms in 1 step');
  const names = within(screen.getByRole('list', { name: 'Lanes, by agent' })).getAllByRole(
    'listitem',
  );
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'ada3 ✕ 1',
    `${hostile}1`,
    'no agent0',
  ]);
  expect(document.querySelector('.timeline script')).toBeNull();
});

test('has every event in view as a button that selects it', async () => {
  const select = vi.fn();
  show(answer, { select });
  const table = await screen.findByRole('table', { name: 'Events in view' });
  expect(within(table).getAllByRole('button')).toHaveLength(4);
  within(table).getByRole('button', { name: 'tool call step 2, failed, 100 ms' }).click();
  expect(select).toHaveBeenCalledWith('e2');
});

test('keys zoom, pan and go through a lane, and the address follows', async () => {
  show();
  const group = await screen.findByRole('group', { name: /^Timeline of/ });
  group.focus();
  const press = (key: string) => act(() => void fireEvent.keyDown(group, { key }));
  press('w');
  press('d');
  await vi.waitFor(() => expect(query().get('from')).not.toBeNull());
  expect(new Date(query().get('from') ?? '').getTime()).toBeGreaterThan(
    new Date(time(0)).getTime(),
  );
  press('0');
  await vi.waitFor(() => expect(query().get('from')).toBeNull());
  press('.');
  press('.');
  expect(screen.getByRole('status').textContent).toBe('tool call step 2, failed, 100 ms');
  press(',');
  expect(screen.getByRole('status').textContent).toBe('tool call step 1, 400 ms');
});

test('a long session is asked for nearer when one looks nearer, and not before', async () => {
  const buckets = Array.from({ length: 100 }, (_, at) =>
    bucket(0, [at * 10, at * 10 + 10], [at * 50 + 1, at * 50 + 50]),
  );
  const server = show(timeline([], 1000, { events: 5000, lanes: lanes.slice(0, 1), buckets }));
  const table = await screen.findByRole('table', { name: 'Events in view' });
  expect(within(table).getAllByRole('button')[0]?.textContent).toBe('50 events, mostly tool call');
  expect(server.asked).toEqual(['sessions/s/timeline']);
  act(() => within(table).getAllByRole('button')[50]?.click());
  await vi.waitFor(() => expect(server.asked).toHaveLength(2));
  const asked = new URLSearchParams(server.asked[1]?.split('?')[1]);
  expect(asked.get('from') ?? '').toMatch(/^2026-02-23T10:00:00\.4/);
  expect(asked.get('limit')).toBe('2000');
});

test('a deep link shows its part; by run, when asked', async () => {
  history.replaceState(
    null,
    '',
    `#/session/s?lanes=run&axis=clock&from=${time(450)}&to=${time(700)}`,
  );
  const server = show();
  const table = await screen.findByRole('table', { name: 'Events in view' });
  expect(within(table).getAllByRole('button')).toHaveLength(1);
  expect(server.asked).toEqual(['sessions/s/timeline?lanes=run']);
  expect(screen.getByRole('button', { name: 'Runs' }).ariaPressed).toBe('true');
  expect(screen.getByRole('button', { name: 'Clock' }).ariaPressed).toBe('true');
});

test('goes to what is selected elsewhere, also when it is one of very many', async () => {
  history.replaceState(null, '', `#/session/s?idle=shown&from=${time(0)}&to=${time(100)}`);
  show(answer, { event: 'e3' });
  await vi.waitFor(() => expect(query().get('from')).toBe(time(850)));
  cleanup();
  forget('');
  history.replaceState(null, '', `#/session/s?idle=shown&from=${time(0)}&to=${time(100)}`);
  const buckets = [bucket(0, [0, 500], [1, 2000]), bucket(0, [500, 1000], [2001, 4000])];
  const long = timeline([], 1000, { events: 4000, lanes: lanes.slice(0, 1), buckets });
  fakeServer((path) => (path === 'events/e3000' ? { id: 'e3000', time: time(750) } : long));
  render(
    <InSession state={{ event: 'e3000' }}>
      <TimelineView />
    </InSession>,
  );
  await vi.waitFor(() => expect(query().get('from')).toBe(time(700)));
});

test('an empty session and a failure are told', async () => {
  show(timeline([], 0, { lanes: [] }));
  expect(await screen.findByText(/Nothing was recorded/)).toBeDefined();
});

test('what the server says is told', async () => {
  show(null);
  expect((await screen.findByRole('alert')).textContent).toContain('was never recorded');
});
