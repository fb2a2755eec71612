import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Chart } from './sql/Chart';

test('a name that turns the text around it is shown, not obeyed', () => {
  const points = [
    { label: 'a\u202eb', value: 1 },
    { label: 'plain', value: 2 },
  ];
  render(<Chart chart={{ kind: 'bar', name: 'n', points }} />);
  expect(screen.getByText('a\\u{202e}b')).toBeDefined();
});
