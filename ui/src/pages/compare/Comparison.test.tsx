import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type * as api from '../../api/types';
import { Comparison } from './Comparison';

const step = (event: string, text: string) => ({ event, step: text });
const same = Array.from({ length: 9 }, (_, at) => ({
  op: 'same' as const,
  a: step(`a${at}`, `tool:Read ${at}`),
  b: step(`b${at}`, `tool:Read ${at}`),
}));
const no_tokens = {
  ...{ input: null, output: null, cache_read: null, cache_write: null },
  ...{ reasoning: null, total: null },
};
const diff: api.Diff = {
  a: 'one',
  b: 'two',
  same: false,
  first_divergence: { index: 9, a: null, b: step('b9', 'tool:Bash') },
  edits: [...same, { op: 'added', a: null, b: step('b9', 'tool:<img src=x>') }],
  tokens: { a: { ...no_tokens, total: 100 }, b: { ...no_tokens, total: 150 } },
  duration_ms: { a: 1000, b: null },
};

test('says where the runs part, and what each cost', () => {
  render(<Comparison diff={diff} sessionA={null} sessionB={null} />);
  expect(screen.getByText('First divergence after 9 steps alike')).toBeDefined();
  expect(screen.getByText('(+50)')).toBeDefined();
  expect(screen.getByText(/1 s → not recorded/)).toBeDefined();
  expect(screen.getByText('tool:<img src=x>')).toBeDefined();
});

test('a fold opens', () => {
  render(<Comparison diff={diff} sessionA={null} sessionB={null} />);
  expect(screen.queryByTitle('tool:Read 0')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '6 same steps' }));
  expect(screen.getAllByTitle('tool:Read 0')).toHaveLength(2);
});

test('a step links to its session', () => {
  render(<Comparison diff={diff} sessionA="s 1" sessionB="s 2" />);
  expect(screen.getByRole('link', { name: 'tool:<img src=x>' }).getAttribute('href')).toBe(
    '#/session/s%202?event=b9',
  );
});
