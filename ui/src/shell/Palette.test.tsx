import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { useKeys } from '../ground/keys';
import { Palette } from './Palette';

const answers = vi.fn();
beforeEach(() => {
  answers.mockReset();
  vi.stubGlobal('fetch', answers);
  answers.mockResolvedValue(
    new Response('{"error":{"code":"x","message":"x","hint":""}}', { status: 404 }),
  );
});

function Page({ onFit }: { readonly onFit: () => void }) {
  useKeys('Graph', [{ keys: ['f'], label: 'Fit the graph', run: onFit }]);
  return <Palette onClose={() => {}} />;
}

test('runs the command that fits what was typed', async () => {
  const onFit = vi.fn();
  render(<Page onFit={onFit} />);
  const box = screen.getByRole('combobox', { hidden: true });
  fireEvent.change(box, { target: { value: 'fit' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  await vi.waitFor(() => expect(onFit).toHaveBeenCalledOnce());
});

test('finds sessions by a part of their name', async () => {
  answers.mockImplementation((target: string) =>
    Promise.resolve(
      target.includes('/sessions')
        ? Response.json({ sessions: [{ id: '<b>checkout</b>', goal: 'repair it' }], next: null })
        : new Response('{}', { status: 404 }),
    ),
  );
  render(<Page onFit={() => {}} />);
  fireEvent.change(screen.getByRole('combobox', { hidden: true }), { target: { value: 'check' } });
  expect(await screen.findByText('repair it')).toBeDefined();
  expect(screen.getByText('session <b>checkout</b>')).toBeDefined();
});

test('finds what was recorded by its words, and never says that there is nothing', async () => {
  const row = { event: 'e1', session: 's1', run: null, summary: 'Tool call: Bash `rm -rf build`' };
  answers.mockImplementation((target: string) =>
    Promise.resolve(
      target.includes('/search?q=rm+-rf')
        ? Response.json({ matches: 11, counted_all: true, rows: [row], by: {}, next: null })
        : Response.json({ sessions: [], runs: [], next: null }),
    ),
  );
  render(<Page onFit={() => {}} />);
  const box = screen.getByRole('combobox', { hidden: true });
  fireEvent.change(box, { target: { value: 'rm -rf build' } });
  expect(await screen.findByText('Tool call: Bash `rm -rf build`')).toBeDefined();
  expect(screen.getByText('All 11 events with “rm -rf build”')).toBeDefined();
  // No id is looked for under a text that cannot be one: each would be a 404 in the console.
  expect(answers.mock.calls.every(([target]) => !String(target).includes('/events/'))).toBe(true);
});
