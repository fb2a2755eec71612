import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { WindowedRows } from './WindowedRows';

function show(count: number, onRange = vi.fn()) {
  render(
    <WindowedRows
      label="Rows"
      count={count}
      rowHeight={20}
      row={(at) => <span>row {at}</span>}
      onRange={onRange}
    />,
  );
  return { list: screen.getByRole('list', { name: 'Rows' }), onRange };
}

function scroll(list: HTMLElement, top: number): void {
  list.scrollTop = top;
  fireEvent.scroll(list);
}

test('only the rows on the screen exist, and who asks for them is told which', () => {
  const { list, onRange } = show(10_000);
  expect(screen.getByText('row 0')).toBeDefined();
  expect(screen.getAllByText(/^row/).length).toBeLessThan(60);
  scroll(list, 4000);
  expect(screen.getByText('row 200')).toBeDefined();
  expect(screen.queryByText('row 0')).toBeNull();
  expect(onRange.mock.lastCall?.[0]).toMatchObject({ from: 192 });
});

test('a jump to the very top is followed like any other', () => {
  const { list } = show(10_000);
  scroll(list, 4000);
  scroll(list, 0);
  expect(screen.getByText('row 0')).toBeDefined();
  expect(screen.queryByText('row 200')).toBeNull();
});
