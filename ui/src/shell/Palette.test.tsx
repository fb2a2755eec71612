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
  expect(await screen.findByText('<b>checkout</b>')).toBeDefined();
  expect(screen.getByText('session: repair it')).toBeDefined();
});
