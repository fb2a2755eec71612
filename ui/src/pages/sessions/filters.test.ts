import { expect, test } from 'vitest';

import { address } from '../../api/client';
import { hashOf, parsePlace } from '../../ground/place';
import { changed } from '../../ground/place';
import { command } from '../../parts/format';
import { anyFilter, filtersIn, no_filters, queryOf, wordsOf } from './filters';

const now = Date.parse('2026-05-20T12:00:00Z');
const put = {
  text: 'a&b="c"',
  agent: '__proto__',
  kind: 'tool_call',
  errors: true,
  during: '2h',
  correlation: 'c/1',
};
const hash = hashOf(['sessions'], put);
const filters = filtersIn(parsePlace(hash).query);

test('filters come back from the address as they were put there', () => {
  expect(filters).toEqual(put);
  expect(anyFilter(filters)).toBe(true);
});

test('no filters leave nothing in the address', () => {
  const query = changed(parsePlace(hash).query, no_filters);
  expect(query.size).toBe(0);
  expect(anyFilter(filtersIn(query))).toBe(false);
});

test('the server is asked with a range that begins where the words say', () => {
  const asked = new URLSearchParams(address(['sessions'], queryOf(filters, now)).split('?')[1]);
  expect(asked.get('from')).toBe('2026-05-20T10:00:00.000Z');
  expect(asked.get('to')).toBeNull();
  expect(asked.get('errors')).toBe('1');
  expect(asked.get('text')).toBe('a&b="c"');
  expect(asked.get('during')).toBeNull();
});

test('the same as a command that a shell takes', () => {
  expect(command(...wordsOf('runs', filters, now))).toBe(
    `hence runs '--text=a&b="c"' --agent=__proto__ --kind=tool_call ` +
      `--from=2026-05-20T10:00:00.000Z --correlation=c/1 --errors --status`,
  );
});

test('a range that is none is left out of both', () => {
  const odd = { ...filters, during: 'soon' };
  expect(queryOf(odd, now)).toMatchObject({ from: null, to: null });
  expect(wordsOf('runs', odd, now).join(' ')).not.toContain('--from');
});
