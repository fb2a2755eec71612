import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../api/fakeServer';
import type * as api from '../api/types';
import { go } from '../ground/place';
import { DebriefPage } from './DebriefPage';

const hostile = '"><svg onload=alert(1)>';

const debrief: api.Debrief = {
  run_id: 'r',
  goal: hostile,
  path: [
    {
      iter: 1,
      action: 'tool:web_search',
      rationale: {
        why: 'needs fresh data',
        refs: ['obs:1'],
        alternatives: [{ option: 'ask', rejected_because: 'slow' }],
        confidence: 0.9,
      },
    },
    { iter: 1, action: 'tool:web_search', rationale: null },
    { iter: null, action: 'strategy:a→b', rationale: { why: 'stuck' } },
  ],
  assumptions: [{ iter: 2, assumption: 'user means USD', rationale: null }],
  curator_actions: [
    { iter: 2, action: 'marked-untrusted', target_ref: 'obs:9', rationale: { why: 'no trail' } },
  ],
  alternatives: [
    { iter: 3, chosen: 'calculator', rejected: [{ option: 'guess', rejected_because: 'no' }] },
  ],
  termination: { by: 'quality_threshold', rationale: { why: '0.92 is enough' } },
  verdict: {
    status: 'success',
    tokens: {
      ...{ input: null, output: null, cache_read: null, cache_write: null },
      ...{ reasoning: null, total: 1500 },
    },
    duration_ms: 2500,
  },
  rationale: [],
  coverage: { tool_calls: 5, with_rationale: 2 },
  completeness: {
    complete: false,
    missing_parents: [{ event: 'b', parent: 'x' }],
    cycles: [],
    unresolved_refs: [],
    uncaused: [],
    truncated: 0,
    gaps: [],
  },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the whole of a run, section by section', async () => {
  go('#/debrief/r?session=s');
  fakeServer((path) => (path === 'runs/r/debrief' ? debrief : undefined));
  render(<DebriefPage run="r" />);
  expect(await screen.findByText(hostile)).toBeDefined();
  expect(document.querySelector('svg')).toBeNull();
  const path = screen.getByRole('list', { name: 'Path' });
  expect(
    within(path)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual(['toolweb_search ×2', 'strategya→b']);
  expect(screen.getByText('needs fresh data')).toBeDefined();
  expect(screen.getByText('no rationale was given for this step')).toBeDefined();
  expect(screen.getByText('— slow')).toBeDefined();
  expect(screen.getByText('user means USD')).toBeDefined();
  expect(screen.getByText('no trail')).toBeDefined();
  expect(screen.getByText('chose calculator')).toBeDefined();
  expect(screen.getByText('0.92 is enough')).toBeDefined();
  expect(screen.getByText('1,500 tokens')).toBeDefined();
  expect(screen.getByText('3 of 5 tool calls carry no rationale')).toBeDefined();
  expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('2');
  expect(screen.getByText(/its parent x was never recorded/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open the session' }).getAttribute('href')).toBe(
    '#/session/s',
  );
  expect(screen.getByLabelText('The same as a command').textContent).toBe(
    'hence debrief r --session=s',
  );
});

test('what an agent left out is said in the words of the command', async () => {
  go('#/debrief/bare?session=s');
  const bare: api.Debrief = {
    ...debrief,
    assumptions: [{ iter: null, assumption: null, rationale: null }],
    curator_actions: [{ iter: null, action: 'dropped', target_ref: null, rationale: null }],
    alternatives: [
      { iter: null, chosen: null, rejected: [{ option: null, rejected_because: null }] },
    ],
  };
  fakeServer((path) => (path === 'runs/bare/debrief' ? bare : undefined));
  render(<DebriefPage run="bare" />);
  const assumptions = await screen.findByRole('region', { name: 'Assumptions' });
  expect(within(assumptions).getByText('unknown')).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Curator' })).getByText('?')).toBeDefined();
  const alternatives = screen.getByRole('region', { name: 'Alternatives considered' });
  expect(within(alternatives).getByText('chose ?')).toBeDefined();
  expect(within(alternatives).getByRole('list', { name: 'Rejected' }).textContent).toBe('✕ ?');
});

test('a step says what was done, and in whose words where nobody gave a reason', async () => {
  go('#/debrief/told?session=s');
  const step = { iter: null, action: 'tool:Bash', rationale: null };
  const summary = 'Tool call: Bash `rm -rf build` (3s)';
  const told: api.Debrief = {
    ...debrief,
    path: [
      { ...step, event: 'e1', summary, said: `It is stale. ${hostile}` },
      { ...step, event: 'e2', summary: 'Tool call: Bash `ls`', said: null },
    ],
  };
  const server = fakeServer((path) => (path === 'runs/told/debrief' ? told : undefined));
  render(<DebriefPage run="told" />);
  const why = await screen.findByRole('region', { name: 'Why this path' });
  const link = within(why).getByRole('link', { name: 'Bash `rm -rf build` (3s)' });
  expect(link.getAttribute('href')).toBe('#/session/s?event=e1');
  expect(within(why).getByText(`It is stale. ${hostile}`)).toBeDefined();
  expect(within(why).getAllByText('no rationale was given for this step')).toHaveLength(1);
  expect(server.asked).toContain('runs/told/debrief?session=s&summaries=1');
});

test('what nobody recorded is shown as missing', async () => {
  go('#/debrief/bare');
  const none = { by: 'unknown', rationale: null };
  fakeServer((path) => {
    if (path === 'runs/bare/debrief') {
      return { ...debrief, run_id: 'bare', goal: null, verdict: null, termination: none, path: [] };
    }
    if (path === 'runs') return { runs: [{ id: 'bare', session: 't' }, { id: 'bare2' }] };
    return undefined;
  });
  render(<DebriefPage run="bare" />);
  expect(await screen.findByText('no goal was recorded')).toBeDefined();
  expect(screen.getByText('none was recorded')).toBeDefined();
  expect(screen.getByText('no termination was recorded')).toBeDefined();
  expect(screen.queryByRole('list', { name: 'Path' })).toBeNull();
  const link = await screen.findByRole('link', { name: 'Open the session' });
  expect(link.getAttribute('href')).toBe('#/session/t');
});

test('it can be copied as Markdown', async () => {
  go('#/debrief/md?session=s');
  const server = fakeServer((path) => (path === 'runs/md/debrief' ? debrief : undefined));
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  render(<DebriefPage run="md" />);
  fireEvent.click(await screen.findByRole('button', { name: /Copy as Markdown/ }));
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledOnce());
  expect(server.asked).toContain('runs/md/debrief?session=s&markdown=1');
});

test('a run that was never recorded is said', async () => {
  go('#/debrief/nope');
  fakeServer(() => undefined);
  render(<DebriefPage run="nope" />);
  expect((await screen.findByRole('alert')).textContent).toContain('was never recorded');
});
