import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { fakeServer, type FakeServer } from '../../api/fakeServer';
import { timeWindow } from '../../api/recordedWindows';
import type * as api from '../../api/types';
import { forget } from '../../api/useAnswer';
import { onKeyDown } from '../../ground/keys';
import { headOf, InSession } from '../state/inSession';
import { sampleOutline, sampleRow } from '../state/sampleRow';
import { TranscriptView } from './TranscriptView';

const first = { role: 'user', content: 'What is the price?' };
const second = { role: 'tool', content: '702.10 EUR' };
const call = (ordinal: number, fields: api.JsonObject) =>
  sampleRow(ordinal, { kind: 'llm_call', agent: 'ada', run: 'r', tokens: 692, size: 99, fields });
const rows = [
  call(1, { model: 'gpt-5-mini', messages: [first], completion: 'I will look.' }),
  sampleRow(2, {
    ...{ kind: 'tool_call', agent: 'ada', status: 'error', why: 'a price must be fresh' },
    ...{
      confidence: 0.9,
      fields: { tool_name: 'quote_api', input: { symbol: 'ASML' }, call_id: 'p' },
    },
  }),
  sampleRow(3, {
    ...{ kind: 'observation', agent: 'ada', status: 'error' },
    ...{ fields: { call_id: 'p', error: '<script>alert(1)</script>' } },
  }),
  call(4, { model: 'gpt-5-mini', messages: [first, second] }),
  sampleRow(5, { kind: 'decision', agent: 'bob', why: 'one quote', fields: { chosen: 'answer' } }),
  sampleRow(6, { kind: 'heartbeat', agent: 'bob', size: 1_200_000 }),
];
const decision = {
  ...{ id: 'e5', kind: 'decision' },
  rationale: { why: 'one quote', alternatives: [{ option: 'wait', rejected_because: 'too slow' }] },
};
let server: FakeServer;

beforeEach(() => {
  forget('');
  history.replaceState(null, '', '#/session/s?view=transcript');
  document.addEventListener('keydown', onKeyDown);
  server = fakeServer((path, query) => {
    if (path === 'sessions/s/outline') return timeWindow(sampleOutline(rows), query);
    if (path === 'events/e5') return decision;
    return path === 'events/e6' ? { id: 'e6', fields: { beat: 'whole and large' } } : undefined;
  });
});

function show(event: string | null = null) {
  const select = vi.fn();
  render(
    <InSession state={{ head: headOf(6), event, select }}>
      <TranscriptView />
    </InSession>,
  );
  return select;
}

const cards = () => screen.getAllByRole('article');

test('model calls show what is new, calls their input and how they ended', async () => {
  show();
  await screen.findAllByRole('article');
  expect(cards()).toHaveLength(5);
  expect(screen.getAllByText('What is the price?')).toHaveLength(1);
  expect(screen.getByText('I will look.')).toBeTruthy();
  expect(screen.getByRole('button', { name: '1 earlier message, sent again' })).toBeTruthy();
  const tool = within(cards()[1] as HTMLElement);
  expect(tool.getByText('quote_api')).toBeTruthy();
  expect(tool.getByText('ASML')).toBeTruthy();
  expect(tool.getByText(/failed/)).toBeTruthy();
  expect(tool.getByText('<script>alert(1)</script>')).toBeTruthy();
  expect(document.querySelector('script')).toBeNull();
});

test('earlier messages come when asked for', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: /1 earlier message/ }));
  await waitFor(() => expect(screen.getAllByText('What is the price?')).toHaveLength(2));
});

test('a decision gives what else there was, and why not', async () => {
  show();
  expect(await screen.findByText(/too slow/)).toBeTruthy();
});

test('large fields are loaded on demand', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Load 1.2 MB' }));
  expect(await screen.findByText('whole and large')).toBeTruthy();
});

test('a card shows its recorded JSON, and is selected by a click', async () => {
  const select = show();
  await screen.findAllByRole('article');
  const card = cards()[3] as HTMLElement;
  fireEvent.click(within(card).getByRole('button', { name: 'JSON' }));
  expect(await screen.findByText(/"rejected_because":"too slow"/)).toBeTruthy();
  expect(select).not.toHaveBeenCalled();
  fireEvent.click(card);
  expect(select).toHaveBeenCalledWith('e5');
});

test('an event that is folded into a call marks the call', async () => {
  show('e3');
  await screen.findAllByRole('article');
  expect(cards()[1]?.getAttribute('aria-current')).toBe('true');
  expect(server.asked.some((each) => each.includes('at=e3'))).toBe(true);
});

test('another filter shows the same surroundings', async () => {
  show();
  await screen.findAllByRole('article');
  fireEvent.click(screen.getByRole('button', { name: 'Failed only' }));
  await waitFor(() => expect(cards()).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Failed only' }));
  await waitFor(() => expect(cards()).toHaveLength(5));
});

test('the slider goes to a place in the session', async () => {
  show();
  await screen.findAllByRole('article');
  fireEvent.change(screen.getByRole('slider', { name: 'Place in the session' }), {
    target: { value: '5' },
  });
  await waitFor(() => expect(server.asked.some((each) => each.includes('after=4'))).toBe(true));
});
