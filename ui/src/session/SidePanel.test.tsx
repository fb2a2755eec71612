import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { fakeServer } from '../api/fakeServer';
import { timeWindow } from '../api/recordedWindows';
import { forget } from '../api/useAnswer';
import { onKeyDown } from '../ground/keys';
import { parsePlace } from '../ground/place';
import { SidePanel } from './SidePanel';
import { headOf, InSession } from './state/inSession';
import { sampleOutline, sampleRow } from './state/sampleRow';
import { explanation } from './why/sample';

const rows = [
  sampleRow(1, { kind: 'session_start', fields: { goal: 'find out why checkout fails' } }),
  sampleRow(2, { kind: 'error', status: 'error', summary: 'Error: timed out' }),
  sampleRow(3, { kind: 'session_end', summary: 'Session ended: failure' }),
];
const event = {
  ...{ id: 'e2', kind: 'error', time: '2026-02-23T10:00:00Z', session: 's', run: 'r/1' },
  ...{
    correlation: 'c-1',
    parent: 'e1',
    seq: 2,
    received: '2026-02-23T10:00:01Z',
    source: 'native',
  },
  ...{ flags: ['time_derived'], fields: { error: '<b>timed out</b>', __proto__x: 1 } },
};
const gaps = {
  ...explanation('s', 'up', []).completeness,
  complete: false,
  gaps: [{ rule: 'silent_agent', event: 'e2', detail: 'pager was not heard from' }],
};
const rules = [
  { rule: 'silent_agent', checked: 2, found: 1, note: null },
  { rule: 'cycles', checked: 7, found: 0, note: null },
  { rule: 'decision_without_outcome', checked: 0, found: 0, note: 'no decision was recorded' },
];

beforeEach(() => {
  forget('');
  history.replaceState(null, '', '#/session/s');
  document.addEventListener('keydown', onKeyDown);
  fakeServer((path, query) => {
    if (path === 'sessions/s/outline') {
      const at = query.get('at');
      if (at !== null && !rows.some(({ id }) => id === at)) return undefined;
      return timeWindow(sampleOutline(rows), query);
    }
    if (path === 'gaps/s') return { id: 's', scope: 'session', completeness: gaps, rules };
    if (path === 'events/e2') return event;
    if (path === 'events/e3') return { ...event, id: 'e3', source: undefined };
    return path === 'events/far' ? { ...event, id: 'far', session: 'other' } : undefined;
  });
});

function show(selected: string | null, state = {}) {
  render(
    <InSession state={{ head: headOf(3), event: selected, ...state }}>
      <SidePanel />
    </InSession>,
  );
}

test('without a selection it tells the goal, the end, what failed and what is missing', async () => {
  show(null);
  expect(await screen.findByText('find out why checkout fails')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /failure/ })).toBeTruthy();
  expect(await screen.findByText('Failed: 1')).toBeTruthy();
  expect(await screen.findByText(/silent agent: pager was not heard from/)).toBeTruthy();
  expect(screen.getByText('1 rule found nothing, 1 had nothing to check')).toBeTruthy();
  expect(screen.getByText('cycles: 7 checked')).toBeTruthy();
  expect(screen.getByText('decision without outcome: no decision was recorded')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /timed out/ }));
  expect(await screen.findByText('event 2 of 3')).toBeTruthy();
});

test('gaps of a long session are looked for only when asked', async () => {
  show(null, { head: headOf(1_000_000) });
  expect(await screen.findByRole('button', { name: 'Look through 1,000,000 events' })).toBeTruthy();
  expect(screen.queryByText(/silent agent/)).toBeNull();
});

test('the event tab shows every field as text, with links to its run and correlation', async () => {
  history.replaceState(null, '', '#/session/s?panel=event');
  show('e2');
  expect(await screen.findByText('<b>timed out</b>')).toBeTruthy();
  const debrief = screen.getByRole('link', { name: 'debrief' });
  expect(debrief.getAttribute('href')).toBe('#/debrief/r%2F1?session=s');
  expect(screen.getByRole('link', { name: 'replay' }).getAttribute('href')).toBe(
    '#/replay/trade/c-1',
  );
  expect(screen.getByText(/came without a time/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'As recorded' }));
  expect(await screen.findByText(/"flags":\["time_derived"\]/)).toBeTruthy();
});

test('an event without a source has no line for one', async () => {
  history.replaceState(null, '', '#/session/s?panel=event');
  show('e3');
  expect(await screen.findByText('received')).toBeTruthy();
  expect(screen.queryByText('source')).toBeNull();
});

test('an event of another session says so, and leads there', async () => {
  show('far');
  const link = await screen.findByRole('link', { name: 'Open other' });
  expect(link.getAttribute('href')).toBe('#/session/other?event=far');
});

test('w hides the panel and shows it again', async () => {
  show(null);
  fireEvent.keyDown(document.body, { key: 'w' });
  await waitFor(() => expect(parsePlace(location.hash).query.get('panel')).toBe('none'));
  expect(screen.queryByRole('tab', { name: 'Event' })).toBeNull();
  fireEvent.keyDown(document.body, { key: 'w' });
  expect(await screen.findByRole('tab', { name: 'Event' })).toBeTruthy();
});

test('the edge is moved by the keyboard', () => {
  show(null);
  const edge = screen.getByRole('separator', { name: 'Width of the panel' });
  const before = Number(edge.getAttribute('aria-valuenow'));
  fireEvent.keyDown(edge, { key: 'ArrowLeft' });
  expect(Number(edge.getAttribute('aria-valuenow'))).toBe(before + 20);
});

test('the goal is the first that a start or a prompt names, as in the lists', async () => {
  const begun = [
    sampleRow(1, { kind: 'session_start', fields: {} }),
    sampleRow(2, { kind: 'session_start', fields: { goal: '' } }),
    sampleRow(3, { kind: 'prompt', fields: { text: 'say hello with the shell' } }),
    sampleRow(4, { kind: 'session_start', fields: { goal: 'another' } }),
  ];
  fakeServer((path, query) =>
    path === 'sessions/s/outline' ? timeWindow(sampleOutline(begun), query) : undefined,
  );
  show(null);
  expect(await screen.findByText('say hello with the shell')).toBeDefined();
  expect(screen.queryByText('another')).toBeNull();
});
