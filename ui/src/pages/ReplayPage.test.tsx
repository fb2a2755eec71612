import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../api/fakeServer';
import type * as api from '../api/types';
import { onKeyDown } from '../ground/keys';
import { go } from '../ground/place';
import { ReplayPage } from './ReplayPage';

const stored = { seq: 1, received: '2026-05-19T22:05:00Z', source: 'native', session: 's/1' };
const hostile = '<script>alert(1)</script>';

const events: readonly (api.ReplayedEvent & { readonly summary?: string })[] = [
  {
    ...stored,
    id: 'd',
    kind: 'decision',
    time: '2026-05-19T22:04:01.400Z',
    agent: 'pager',
    rationale: { why: 'money is lost by the minute', confidence: 0.95 },
    fields: { description: 'how urgent it is', chosen: 'severity 1' },
    summary: 'Decision: how urgent it is -> severity 1',
    outcome: null,
  },
  {
    ...stored,
    id: 'm',
    kind: 'message',
    time: '2026-05-19T22:04:02Z',
    agent: 'pager',
    fields: { from: 'pager', to: [hostile], status: 'escalated' },
    summary: `Message: pager -> ${hostile} (escalated)`,
  },
  { ...stored, id: 'x', kind: 'error', time: '2026-05-19T22:08:09Z', agent: 'reader' },
];

function thread(id: string, more: Partial<api.Replay> = {}): api.Replay {
  return {
    chain_type: 'trade',
    chain_id: id,
    events,
    traces: [],
    audit_entries: [],
    agents: ['pager', 'reader', hostile],
    from: events[0]?.time ?? null,
    to: null,
    duration_ms: 247_600,
    ended_by: 'x',
    obstacles: ['m', 'x'],
    completeness: {
      complete: false,
      missing_parents: [],
      cycles: [],
      unresolved_refs: [],
      uncaused: [],
      truncated: 0,
      gaps: [
        { rule: 'decision_without_outcome', event: 'd', detail: 'none came' },
        { rule: 'unthreaded_message', event: 'far', detail: 'sent without a correlation' },
      ],
    },
    ...more,
  };
}

function serve(id: string, more: Partial<api.Replay> = {}) {
  return fakeServer((path) => {
    // An incident is shown whole.
    if (path === `replay/trade/${id}`) return thread(id, more);
    if (path === 'events/far') return { ...stored, id: 'far', kind: 'thought', time: 'x' };
    if (path === 'events/far/explain') return { chain: [{ summary: 'Thought: far away' }] };
    return undefined;
  });
}

beforeEach(() => document.addEventListener('keydown', onKeyDown));

afterEach(() => {
  cleanup();
  document.removeEventListener('keydown', onKeyDown);
  vi.unstubAllGlobals();
});

test('events stand in order, with why, obstacles and gaps in place', async () => {
  go('#/replay/incident/one');
  serve('one');
  render(<ReplayPage type="incident" id="one" />);
  const table = await screen.findByRole('grid', { name: 'Events' });
  const text = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(text).toEqual([
    '22:04:01.400reasoningpagerDecision: how urgent it is -> severity 1',
    'why money is lost by the minute (confidence 0.95)',
    'missing decision without outcome: none came',
    `22:04:02messagepager! obstacle Message: pager -> ${hostile} (escalated)`,
    '22:08:09stepreader! obstacle error',
  ]);
  expect(screen.getByText('3 events · 3 agents', { exact: false })).toBeDefined();
  expect(screen.getByRole('img', { name: /^3 events in 3 lanes/ })).toBeDefined();
  expect(within(screen.getByRole('list', { name: 'Lanes' })).getByText(hostile)).toBeDefined();
  expect(document.querySelector('script')).toBeNull();
  expect(screen.getByText('4 min 7 s', { selector: 'text' })).toBeDefined();
  expect(screen.getByLabelText('The same as a command').textContent).toBe(
    'hence replay trade one --limit=500',
  );
});

test('the selection stands in the address, and leads to the session', async () => {
  go('#/replay/incident/two');
  serve('two');
  render(<ReplayPage type="incident" id="two" />);
  fireEvent.click(await screen.findByText(/how urgent it is/, { selector: '[role=gridcell]' }));
  expect(location.hash).toBe('#/replay/incident/two?event=d');
  const detail = screen.getByRole('complementary', { name: 'Selected event' });
  expect(within(detail).getByText('none was recorded')).toBeDefined();
  const hrefs = within(detail)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(['#/session/s%2F1?event=d', '#/dossier/d']);
  fireEvent.keyDown(document.body, { key: 'n' });
  expect(location.hash).toBe('#/replay/incident/two?event=m');
  fireEvent.keyDown(document.body, { key: 'k' });
  expect(location.hash).toBe('#/replay/incident/two?event=d');
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(location.hash).toBe('#/session/s%2F1?event=d');
});

test('a gap may be about an event that is not in the thread', async () => {
  go('#/replay/incident/three');
  serve('three');
  render(<ReplayPage type="incident" id="three" />);
  fireEvent.click(await screen.findByRole('button', { name: 'far' }));
  expect(await screen.findByText('It is not part of this thread.')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Thought: far away' })).toBeDefined();
});

test('a replay that was cut says so, and asks for more', async () => {
  go('#/replay/incident/four');
  const cut = { complete: false, truncated: 7 };
  const server = serve('four', { completeness: { ...thread('').completeness, ...cut } });
  render(<ReplayPage type="incident" id="four" />);
  expect(await screen.findByText('7 left out by the limit', { exact: false })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Load more events' }));
  expect(location.hash).toContain('limit=2000');
  await vi.waitFor(() =>
    expect(server.asked.at(-1)).toBe('replay/trade/four?limit=2000&summaries=1'),
  );
});

test('without an id there is a choice', async () => {
  go('#/replay/trade');
  const row = { id: 'trade-1', first: '2026-05-19T22:04:00Z', last: '2026-05-19T22:04:00Z' };
  const figures = {
    duration_ms: 0,
    events: 1,
    kinds: {},
    agents: [],
    tokens: 0,
    errors: 0,
    goal: null,
  };
  fakeServer((path) =>
    path === 'correlations'
      ? { correlations: [{ ...row, ...figures, sessions: ['s1', 's2'] }], next: null }
      : undefined,
  );
  render(<ReplayPage type="trade" id="" />);
  expect((await screen.findByRole('link', { name: 'trade-1' })).getAttribute('href')).toBe(
    '#/replay/trade/trade-1',
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Correlation' }), {
    target: { value: 'a/b' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Replay' }));
  expect(location.hash).toBe('#/replay/trade/a%2Fb');
});

test('what was never recorded is said, with a hint', async () => {
  go('#/replay/incident/nope');
  fakeServer(() => undefined);
  render(<ReplayPage type="incident" id="nope" />);
  expect((await screen.findByRole('alert')).textContent).toContain('was never recorded');
});
