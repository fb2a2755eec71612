import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../api/fakeServer';
import type { Summary } from '../api/types';
import { onKeyDown } from '../ground/keys';
import { go } from '../ground/place';
import { SessionsPage } from './SessionsPage';

const hostile = '<img src=x onerror=alert(1)>';

function row(id: string, more: Partial<Summary> = {}): Summary {
  return {
    id,
    first: '2026-05-19T22:04:00Z',
    last: '2026-05-19T22:08:52Z',
    duration_ms: 292_000,
    events: 24,
    kinds: { tool_call: 20, decision: 4 },
    agents: ['pager', 'on-call'],
    tokens: 3196,
    errors: 3,
    goal: 'find out why checkout fails',
    ...more,
  };
}

function press(key: string): void {
  fireEvent.keyDown(document.body, { key });
}

beforeEach(() => {
  go('#/sessions');
  document.addEventListener('keydown', onKeyDown);
});

afterEach(() => {
  cleanup();
  document.removeEventListener('keydown', onKeyDown);
  vi.unstubAllGlobals();
});

test('a session is one row of figures, whatever its name is', async () => {
  fakeServer((path) =>
    path === 'sessions'
      ? {
          sessions: [
            row(hostile, {
              status: 'failure',
              outcomes: { correct: 2, incorrect: 1, unknown: 0 },
            }),
          ],
          next: null,
        }
      : undefined,
  );
  render(<SessionsPage space="sessions" />);
  const line = (await screen.findByText(hostile)).closest('[role=row]') as HTMLElement;
  expect(within(line).getByText('find out why checkout fails')).toBeDefined();
  expect(within(line).getByText('! 3')).toBeDefined();
  expect(within(line).getByText('4 min 52 s')).toBeDefined();
  expect(within(line).getByText('failure')).toBeDefined();
  expect(within(line).getByText('decisions: 2 correct, 1 incorrect, 0 unknown')).toBeDefined();
  expect(within(line).getByRole('img', { name: '20 tool call, 4 decision' })).toBeDefined();
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByLabelText('The same as a command').textContent).toBe(
    'hence sessions --status',
  );
});

test('filters stand in the address and are asked of the server', async () => {
  const server = fakeServer((path, query) =>
    path === 'sessions'
      ? { sessions: query.get('errors') ? [row('b')] : [row('a'), row('b')], next: null }
      : undefined,
  );
  render(<SessionsPage space="sessions" />);
  await screen.findByText('a');
  fireEvent.click(screen.getByRole('button', { name: 'Errors only' }));
  await vi.waitFor(() => expect(screen.queryByText('a')).toBeNull());
  expect(location.hash).toBe('#/sessions?errors=1');
  fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: 'x&y' } });
  await vi.waitFor(() => expect(server.asked.at(-1)).toContain('text=x%26y'));
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('a');
  expect(location.hash).toBe('#/sessions');
});

test('a time that is none is said to be none', async () => {
  fakeServer(() => ({ sessions: [row('a')], next: null }));
  go('#/sessions?during=soon');
  render(<SessionsPage space="sessions" />);
  expect(await screen.findByText(/^No time: try 25m/)).toBeDefined();
});

test('keys move through the rows, and Enter opens one', async () => {
  fakeServer(() => ({ sessions: [row('a'), row('b/c')], next: null }));
  render(<SessionsPage space="sessions" />);
  await screen.findByText('a');
  press('j');
  press('ArrowDown');
  press('j');
  expect(screen.getByRole('row', { selected: true }).textContent).toContain('b/c');
  press('Enter');
  await vi.waitFor(() => expect(location.hash).toBe('#/session/b%2Fc'));
});

test('two marked runs are compared', async () => {
  go('#/runs');
  fakeServer((path) =>
    path === 'runs'
      ? { runs: [row('r', { session: 's' }), row('r', { session: 't' })], next: null }
      : undefined,
  );
  render(<SessionsPage space="runs" />);
  await screen.findAllByText('r');
  press('j');
  press('c');
  expect(await screen.findByText(/^Comparing with r/)).toBeDefined();
  press('j');
  press('c');
  expect(location.hash).toBe('#/compare?a=r&b=r&session_a=s&session_b=t');
});

test('the next page is read when one gets near the end, and no row twice', async () => {
  const page = (from: number) => Array.from({ length: 200 }, (_, at) => row(`s-${from + at}`));
  const server = fakeServer((path, query) =>
    path === 'sessions'
      ? query.get('cursor')
        ? { sessions: page(199), next: null }
        : { sessions: page(0), next: 'there' }
      : undefined,
  );
  render(<SessionsPage space="sessions" />);
  expect(await screen.findByText('200 sessions read, and more')).toBeDefined();
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  press('G');
  expect(await screen.findByText('399 sessions')).toBeDefined();
  expect(server.asked.filter((each) => each.includes('cursor=there'))).toHaveLength(1);
});

test('an empty store says how to record something', async () => {
  fakeServer(() => ({ sessions: [], next: null }));
  render(<SessionsPage space="sessions" />);
  expect(await screen.findByText('Nothing is recorded yet')).toBeDefined();
  expect(screen.getByText('hence demo')).toBeDefined();
});

test('a filter that nothing fits is not an empty store', async () => {
  fakeServer(() => ({ sessions: [], next: null }));
  go('#/sessions?agent=nobody');
  render(<SessionsPage space="sessions" />);
  expect(await screen.findByText(/^Nothing fits/)).toBeDefined();
});

test('what arrives comes in at the top, and waits for one who reads further down', async () => {
  let sessions = [row('old', { events: 1 })];
  const server = fakeServer((path) => (path === 'sessions' ? { sessions, next: null } : undefined));
  render(<SessionsPage space="sessions" />);
  await screen.findByText('old');
  await screen.findByText('live');
  sessions = [row('new'), row('old', { events: 77 })];
  server.arrive({ session: 'new' });
  expect(await screen.findByText('new', {}, { timeout: 3000 })).toBeDefined();
  expect(screen.getByText('77')).toBeDefined();

  const grid = screen.getByRole('grid', { name: 'Sessions' });
  Object.defineProperty(grid, 'scrollTop', { value: 500, configurable: true });
  sessions = [row('newer'), ...sessions];
  server.arrive({ session: 'newer' });
  expect(await screen.findByRole('button', { name: '↑ 1 new' }, { timeout: 3000 })).toBeDefined();
  expect(screen.queryByText('newer')).toBeNull();
});

test('what goes wrong is said', async () => {
  fakeServer(() => undefined);
  render(<SessionsPage space="sessions" />);
  expect((await screen.findByRole('alert')).textContent).toContain('was never recorded');
});
