import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { Tabs } from './Tabs';

test('arrows go from one to the next, and stop at the ends', () => {
  const onChoose = vi.fn();
  render(<Tabs label="Views" names={['graph', 'tree']} chosen="graph" onChoose={onChoose} />);
  const list = screen.getByRole('tablist', { name: 'Views' });
  fireEvent.keyDown(list, { key: 'ArrowLeft' });
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.keyDown(list, { key: 'ArrowRight' });
  expect(onChoose.mock.calls[0]?.[0]).toBe('tree');
  expect(document.activeElement?.textContent).toBe('tree');
});

test('only the chosen one is in the order of tabbing', () => {
  render(<Tabs label="Views" names={['a', 'b']} chosen="b" also="a" onChoose={vi.fn()} />);
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, 0]);
  expect(screen.getAllByRole('tab', { selected: true })).toHaveLength(2);
});
