import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fakeServer';
import type * as api from '../../api/types';
import { forget } from '../../api/useAnswer';
import { headOf, InSession } from '../state/inSession';
import { makePlayhead } from '../state/playhead';
import { KnewPanel } from './KnewPanel';

const known: api.Knew = {
  event: 'e5',
  agent: 'ada',
  run: 'r1',
  model_call: 'call-two',
  previous: 'call-one',
  recorded: true,
  exact: true,
  search: null,
  items: [],
  items_total: 0,
  items_found: 0,
  messages: {
    total: 16,
    kept: 14,
    bytes: 3200,
    added: [
      { index: 14, role: 'assistant', text: 'reading the file', bytes: 16, cut: false },
      { index: 15, role: null, text: '<img src=x onerror=alert(1)>', bytes: 90_000, cut: true },
    ],
    dropped: [{ index: 14, role: 'user', text: 'an older wish', bytes: 13, cut: false }],
    compared: true,
  },
  steps: [
    { id: 'e4', kind: 'tool_call', time: '2026-02-23T10:00:01Z', summary: 'Read', status: 'error' },
  ],
  more: false,
};

beforeEach(() => {
  forget('');
  history.replaceState(null, '', '#/session/s');
});

test('shows what was kept, added and dropped, as text', async () => {
  fakeServer((path) => (path === 'events/e5/knew' ? known : undefined));
  const select = vi.fn();
  render(
    <InSession state={{ event: 'e5', select }}>
      <KnewPanel event="e5" />
    </InSession>,
  );
  const messages = await screen.findByRole('region', { name: 'Messages in its context' });
  expect(messages.textContent).toContain('16 messages');
  expect(messages.textContent).toContain('14 kept, 2 added, 1 dropped');
  expect(messages.textContent).toContain('added: assistant');
  expect(messages.textContent).toContain('dropped: user');
  expect(messages.textContent).toContain('<img src=x onerror=alert(1)>');
  expect(messages.textContent).toContain('cut: the whole is in the model call');
  expect(messages.querySelector('img')).toBeNull();
  expect(screen.getByText('hence knew e5')).toBeDefined();
  screen.getByRole('button', { name: /tool call.*failed.*Read/ }).click();
  expect(select).toHaveBeenCalledWith('e4');
});

test('says when the call before has no messages, and when there were more steps', async () => {
  const messages = { ...known.messages, kept: 0, dropped: [], compared: false };
  fakeServer((path) => path === 'events/e6/knew' && { ...known, messages, more: true });
  render(
    <InSession>
      <KnewPanel event="e6" />
    </InSession>,
  );
  const shown = await screen.findByRole('region', { name: 'Messages in its context' });
  expect(shown.textContent).toContain('The messages of the call before were not recorded.');
  expect(shown.textContent).not.toContain('kept');
  expect(
    screen.getByRole('heading', { name: 'The newest 1 step since the call before' }),
  ).toBeDefined();
});

test('says plainly when no model call, or no message, was recorded', async () => {
  const nothing = {
    ...{ ...known, model_call: null, previous: null, recorded: false, messages: null },
    exact: false,
  };
  fakeServer((path) => {
    if (path === 'events/none/knew') return { ...nothing, event: 'none', steps: [] };
    return { ...nothing, event: 'silent', model_call: 'call-one' };
  });
  const { unmount } = render(
    <InSession>
      <KnewPanel event="none" />
    </InSession>,
  );
  expect((await screen.findByText(/No model call of ada was recorded/)).textContent).toContain(
    'assembled from the session',
  );
  expect(screen.getByText('No step in this run before it.')).toBeDefined();
  unmount();
  render(
    <InSession>
      <KnewPanel event="silent" />
    </InSession>,
  );
  expect(await screen.findByText(/were not recorded/)).toBeDefined();
});

const item: api.KnewItem = {
  event: 'o1',
  source: 'file',
  from: '/src/main.cpp',
  tool: 'Read',
  time: '2026-02-23T10:00:01Z',
  text: 'int main()',
  bytes: 10,
  cut: false,
  new: true,
  after_call: false,
};

test('assembled from the session, it shows what came in, newest first, and finds a text', async () => {
  const prompt = { ...item, event: 'p1', source: 'prompt' as const, from: null, text: 'go' };
  const assembled = {
    ...{ ...known, exact: false, messages: null },
    ...{ items: [prompt, item], items_total: 2, items_found: 2 },
  };
  const server = fakeServer((path, query) => {
    if (path !== 'events/e5/knew') return undefined;
    return query.get('search') === 'main'
      ? { ...assembled, search: 'main', items: [item], items_found: 1 }
      : assembled;
  });
  const select = vi.fn();
  render(
    <InSession state={{ event: 'e5', select }}>
      <KnewPanel event="e5" />
    </InSession>,
  );
  const region = await screen.findByRole('region', { name: 'What came in' });
  expect(region.textContent).toContain('2 items');
  expect(region.querySelectorAll('li')[0]?.textContent).toContain('/src/main.cpp');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'main' } });
  expect(await screen.findByText(/1 of 2 items hold “main”/)).toBeDefined();
  expect(server.asked.some((asked) => asked.includes('search=main'))).toBe(true);
  screen.getByRole('button', { name: 'open the event' }).click();
  expect(select).toHaveBeenCalledWith('o1');
});

test('without a selected event, it is about the one at the playhead', async () => {
  const server = fakeServer((path, query) => {
    if (path === 'sessions/s/outline') return { rows: [{ id: `e${query.get('offset')}` }] };
    return path === 'events/e4/knew' ? known : undefined;
  });
  const playhead = makePlayhead(5);
  const state = { head: headOf(9) };
  render(
    <InSession playhead={playhead} state={state}>
      <KnewPanel event={null} />
    </InSession>,
  );
  await screen.findByRole('region', { name: 'Messages in its context' });
  expect(server.asked).toContain('sessions/s/outline?order=time&offset=4&limit=1');
  expect(screen.getByRole('button', { name: 'At the playhead' }).ariaPressed).toBe('true');
});

test('a failure is told', async () => {
  fakeServer(() => undefined);
  render(
    <InSession>
      <KnewPanel event="gone" />
    </InSession>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('was never recorded');
});

test('in a session without times what it knew has none, and names hide nothing', async () => {
  const item = {
    ...{ event: 'e2', source: 'tool' as const, from: 'Read \u202eabc', tool: 'Read' },
    ...{ time: '1970-01-01T00:00:00.000000002Z', text: 'a\u202eb', bytes: 3, cut: false },
    ...{ new: true, after_call: false },
  };
  fakeServer((path) =>
    path === 'events/e5/knew' ? { ...known, items: [item], items_total: 1 } : undefined,
  );
  const head = { ...headOf(3), first: null, last: null };
  render(
    <InSession state={{ event: 'e5', head }}>
      <KnewPanel event="e5" />
    </InSession>,
  );
  expect(await screen.findAllByText('no time')).toHaveLength(2);
  expect(document.querySelector('time')).toBeNull();
  expect(screen.getByText('Read \\u{202e}abc', { exact: false })).toBeTruthy();
});
