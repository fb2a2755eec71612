import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { fakeServer, type FakeServer } from '../../api/fakeServer';
import { forget } from '../../api/useAnswer';
import { onKeyDown } from '../../ground/keys';
import { parsePlace } from '../../ground/place';
import { headOf, InSession } from '../state/inSession';
import { makePlayhead, type Playhead } from '../state/playhead';
import { span, time, timeline } from '../timeline/sample';
import { PlaybackBar } from './PlaybackBar';

const events = 20;
const kinds = ['llm_call', 'tool_call', 'observation', 'decision'];
const rows = Array.from({ length: events }, (_, at) => ({
  ...{ id: `e${at + 1}`, ordinal: at + 1, kind: kinds[at % 4], time: time(at * 100) },
  ...{ summary: `step ${at + 1}`, agent: 'ada', status: at === 9 ? 'error' : 'ok' },
}));
const head = headOf(events, { llm_call: 5, tool_call: 5, observation: 5, decision: 5 });
const state = { head };

function answer(path: string, query: URLSearchParams): unknown {
  if (path === 'sessions/s/timeline') {
    return timeline(
      rows.map((row) => span(row.ordinal, row.ordinal * 100, null, { kind: row.kind ?? '' })),
      2000,
    );
  }
  const wanted = query.get('kinds');
  const after = Number(query.get('after') ?? 0);
  const before = Number(query.get('before') ?? Infinity);
  const found = rows.filter(
    (row) =>
      (!wanted || wanted.split(',').includes(row.kind ?? '')) &&
      (query.get('errors') !== '1' || row.status === 'error') &&
      row.ordinal > after &&
      row.ordinal < before,
  );
  const limit = Number(query.get('limit'));
  const offset = query.has('before') ? Math.max(0, found.length - limit) : 0;
  return { ...head, rows: found.slice(offset, offset + limit) };
}

let server: FakeServer;
let playhead: Playhead;

beforeEach(() => {
  forget('');
  history.replaceState(null, '', '#/session/s');
  document.addEventListener('keydown', onKeyDown);
  server = fakeServer(answer);
  playhead = makePlayhead();
});

function show() {
  return render(
    <InSession playhead={playhead} state={state}>
      <PlaybackBar />
    </InSession>,
  );
}

function press(key: string) {
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));
}

test('the slider says which event it is at', async () => {
  playhead.move(10);
  show();
  const slider = screen.getByRole('slider', { name: 'Place in the session' });
  await waitFor(() =>
    expect(slider.getAttribute('aria-valuetext')).toBe(
      'event 10 of 20, 10:00:00, tool call step 10, failed',
    ),
  );
  expect(slider.getAttribute('aria-valuenow')).toBe('10');
  expect(screen.getByRole('group', { name: 'Now' }).textContent).toContain('✕ failed');
});

test('steps by event, with keys and buttons, and stops at both ends', () => {
  show();
  press('h');
  expect(playhead.at()).toBe(19);
  press('l');
  expect(playhead.at()).toBe(Infinity);
  act(() => screen.getByRole('button', { name: 'To the start' }).click());
  press('h');
  expect(playhead.at()).toBe(1);
  act(() => screen.getByRole('button', { name: 'Next event' }).click());
  expect(playhead.at()).toBe(2);
});

test('steps by turn, decision and failure ask for one row', async () => {
  playhead.move(2);
  show();
  press('L');
  await waitFor(() => expect(playhead.at()).toBe(5));
  press('>');
  await waitFor(() => expect(playhead.at()).toBe(8));
  press('x');
  await waitFor(() => expect(playhead.at()).toBe(10));
  press('<');
  await waitFor(() => expect(playhead.at()).toBe(8));
  press('H');
  await waitFor(() => expect(playhead.at()).toBe(5));
  press('X');
  expect(await screen.findByText('no earlier failure')).toBeDefined();
  expect(server.asked).toContain('sessions/s/outline?order=time&limit=1&after=2&kinds=llm_call');
});

test('keys pressed quickly lead as far as keys pressed slowly', async () => {
  playhead.move(1);
  show();
  press('>');
  press('>');
  press('>');
  await waitFor(() => expect(playhead.at()).toBe(12));
});

test('plays to the end and stops there', async () => {
  show();
  press(' ');
  expect(playhead.at()).toBe(1);
  expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined();
  await waitFor(() => expect(playhead.at()).toBeGreaterThan(1));
  act(() => screen.getByRole('button', { name: 'Pause' }).click());
  const at = playhead.at();
  await new Promise((done) => setTimeout(done, 150));
  expect(playhead.at()).toBe(at);
  act(() => history.replaceState(null, '', '#/session/s?speed=64'));
  act(() => void window.dispatchEvent(new Event('hashchange')));
  act(() => screen.getByRole('button', { name: 'Play' }).click());
  await waitFor(() => expect(playhead.at()).toBe(Infinity), { timeout: 3000 });
  expect(playhead.playing()).toBe(false);
});

test('a loop is in the address and is played again', async () => {
  playhead.move(5);
  show();
  press('i');
  expect(parsePlace(location.hash).query.get('loop')).toBe('5-20');
  act(() => playhead.move(7));
  press('o');
  expect(parsePlace(location.hash).query.get('loop')).toBe('5-7');
  act(() => history.replaceState(null, '', '#/session/s?speed=64&loop=5-7'));
  act(() => void window.dispatchEvent(new Event('hashchange')));
  const seen = new Set<number>();
  const stop = playhead.subscribe(() => seen.add(playhead.at()));
  press(' ');
  await new Promise((done) => setTimeout(done, 300));
  stop();
  expect(Math.max(...seen)).toBe(7);
  expect(Math.min(...seen)).toBe(5);
  expect(playhead.playing()).toBe(true);
  press('r');
  expect(parsePlace(location.hash).query.get('loop')).toBeNull();
});

test('the slider is moved by keys, and Space plays from it', () => {
  playhead.move(10);
  show();
  const slider = screen.getByRole('slider');
  slider.focus();
  press('ArrowLeft');
  expect(playhead.at()).toBe(9);
  press('PageUp');
  expect(playhead.at()).toBe(10);
  press('End');
  expect(playhead.at()).toBe(Infinity);
  press('Home');
  expect(playhead.at()).toBe(1);
  press(' ');
  expect(playhead.playing()).toBe(true);
});

test('speed and gaps are in the address', () => {
  show();
  fireEvent.change(screen.getByRole('combobox', { name: 'Speed' }), { target: { value: '8' } });
  expect(parsePlace(location.hash).query.get('speed')).toBe('8');
  act(() => screen.getByRole('button', { name: 'Short gaps' }).click());
  expect(parsePlace(location.hash).query.get('gaps')).toBe('whole');
});

test('a server that is gone is told, not hidden', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('gone')));
  playhead.move(3);
  show();
  expect(await screen.findByText(/the server does not answer/)).toBeDefined();
});
