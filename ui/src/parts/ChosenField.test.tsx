import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { ChosenField } from './ChosenField';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Agent' });

test('a field follows the address, and takes what was typed only when it differs', () => {
  const choose = vi.fn();
  const { rerender } = render(<ChosenField label="Agent" value="ada" onChoose={choose} />);
  fireEvent.blur(field());
  expect(choose).not.toHaveBeenCalled();
  fireEvent.change(field(), { target: { value: ' bob ' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(choose).toHaveBeenLastCalledWith('bob');
  // As after the back button.
  rerender(<ChosenField label="Agent" value="" onChoose={choose} />);
  expect(field().value).toBe('');
  fireEvent.blur(field());
  expect(choose).toHaveBeenCalledTimes(1);
});
