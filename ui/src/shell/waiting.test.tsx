import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { forget } from '../api/useAnswer';
import { go } from '../ground/place';
import { routes } from './routes';

afterEach(() => {
  cleanup();
  forget('');
  vi.unstubAllGlobals();
});

function open(hash: string): void {
  go(hash);
  const [, name, ...rest] = (hash.split('?')[0] ?? '').split('/');
  render(<>{routes.find((route) => route.name === name)?.page(rest)}</>);
}

const never = () => new Promise<Response>(() => {});

const places = [
  ...['sessions', 'runs', 'search?q=x', 'figures', 'replay', 'replay/trade/t', 'decisions'],
  ...['decisions/auth', 'calibration', 'compare?a=x&b=y', 'cohort', 'topology', 'integrity'],
  ...['sql?query=SELECT', 'debrief/r', 'dossier/e'],
];

test.each(places)('%s says that it reads, and not that there is nothing', (place) => {
  vi.stubGlobal('fetch', never);
  open(`#/${place}`);
  const told = screen.getAllByRole('status').map((each) => each.textContent ?? '');
  expect(told.join(' ')).toMatch(/Reading|Asking|Searching|Comparing|Counting/);
  expect(document.body.textContent).not.toMatch(/Nothing|Nobody|No event|No run/);
});

test('a step back to an earlier query gives its answer, be the one after it ever so late', async () => {
  const late: (() => void)[] = [];
  vi.stubGlobal('fetch', (target: string, { body }: RequestInit) => {
    if (!target.endsWith('/sql')) return never();
    const { query } = JSON.parse(String(body)) as { readonly query: string };
    const answer = { columns: ['n'], rows: [[query]], row_count: 1, stopped: null };
    if (query === 'SELECT 1') return Promise.resolve(Response.json(answer));
    return new Promise<Response>((done) => late.push(() => done(Response.json(answer))));
  });
  open('#/sql?query=SELECT+1');
  expect(await screen.findByRole('cell', { name: 'SELECT 1' })).toBeDefined();
  fireEvent.change(screen.getByRole('textbox', { name: 'A SELECT' }), {
    target: { value: 'SELECT 2' },
  });
  fireEvent.click(screen.getByRole('button', { name: /^Run/ }));
  await waitFor(() => expect(late).toHaveLength(1));
  go('#/sql?query=SELECT+1');
  expect(await screen.findByRole('cell', { name: 'SELECT 1' })).toBeDefined();
  late[0]?.();
  await new Promise((done) => setTimeout(done, 20));
  expect(screen.getByRole('cell', { name: 'SELECT 1' })).toBeDefined();
});

test('a last day of the topology is meant whole', () => {
  vi.stubGlobal('fetch', never);
  open('#/topology');
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-05-19' } });
  expect(decodeURIComponent(location.hash)).toContain('to=2026-05-19T23:59:59.999999999Z');
});
