import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { fakeServer, type FakeServer } from '../../api/fakeServer';
import { forget } from '../../api/useAnswer';
import { onKeyDown } from '../../ground/keys';
import { parsePlace } from '../../ground/place';
import { InSession } from '../state/inSession';
import { FindBox } from './FindBox';
import { openFind } from './opening';

let server: FakeServer;

beforeEach(() => {
  forget('');
  history.replaceState(null, '', '#/session/s');
  document.addEventListener('keydown', onKeyDown);
  server = fakeServer((path, query) => {
    if (path !== 'events') return undefined;
    const from = Number(query.get('cursor') ?? 0);
    const ids = query.get('text') === 'nothing' ? [] : [from + 1, from + 2];
    return { events: ids.map((id) => ({ id: `e${id}` })), next: from < 2 && ids[0] ? '2' : null };
  });
});

function show(select?: () => void) {
  render(
    <InSession state={select ? { select } : {}}>
      <FindBox />
    </InSession>,
  );
}

async function type(text: string) {
  fireEvent.keyDown(document.body, { key: '/' });
  const field = await screen.findByRole('textbox', { name: 'Text to find' });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.submit(field);
  return field;
}

test('a slash opens it, and Enter goes to the first hit and on', async () => {
  show();
  const field = await type('certificate');
  expect(await screen.findByText('1 of 2+')).toBeTruthy();
  expect(parsePlace(location.hash).query.get('find')).toBe('certificate');
  expect(server.asked[0]).toBe('events?session=s&text=certificate&limit=25');
  fireEvent.submit(field);
  expect(await screen.findByText('2 of 2+')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'n' });
  expect(await screen.findByText('3 of 4')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'N' });
  expect(await screen.findByText('2 of 4')).toBeTruthy();
});

test('it says when nothing is found, and Escape closes it', async () => {
  const select = vi.fn();
  show(select);
  const field = await type('nothing');
  expect(await screen.findByText('nothing found')).toBeTruthy();
  expect(select).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('search')).toBeNull());
  expect(parsePlace(location.hash).query.get('find')).toBeNull();
});

test('a link with a text shows it without taking the keyboard', async () => {
  history.replaceState(null, '', '#/session/s?find=certificate');
  show();
  expect(await screen.findByText('2+ found')).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
});

test('a button opens it, too', async () => {
  show();
  expect(screen.queryByRole('search')).toBeNull();
  act(openFind);
  expect(await screen.findByRole('textbox', { name: 'Text to find' })).toBeTruthy();
});
