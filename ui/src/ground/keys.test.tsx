import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { onKeyDown, useKeys } from './keys';

const below = vi.fn();
const above = vi.fn();

function Page() {
  useKeys('Page', [{ keys: ['Escape', 'j', 'g s'], label: 'Below', run: below }]);
  return <input aria-label="Search" />;
}

function Over() {
  useKeys('Over', [{ keys: ['?'], label: 'Above', run: above, over: true }]);
  return (
    <dialog open>
      <input aria-label="Palette" />
    </dialog>
  );
}

beforeEach(() => {
  below.mockReset();
  above.mockReset();
  document.addEventListener('keydown', onKeyDown);
});

afterEach(() => {
  cleanup();
  document.removeEventListener('keydown', onKeyDown);
});

test('a key works on the page, and not while one types; Escape always', () => {
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(below).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'j' });
  expect(below).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  expect(below).toHaveBeenCalledTimes(2);
});

test('one key after another', () => {
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'g' });
  expect(below).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 's' });
  expect(below).toHaveBeenCalledOnce();
});

test('in a dialog the keys of the page are off: Escape closes the dialog and nothing else', () => {
  render(
    <>
      <Page />
      <Over />
    </>,
  );
  const dialog = screen.getByRole('dialog');
  expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(true);
  fireEvent.keyDown(dialog, { key: 'j' });
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Palette' }), { key: 'Escape' });
  expect(below).not.toHaveBeenCalled();
  fireEvent.keyDown(dialog, { key: '?' });
  expect(above).toHaveBeenCalledOnce();
});
