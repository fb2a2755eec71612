import { expect, test } from 'vitest';

import { fileName } from './saveFile';

test('a name that a file system takes', () => {
  expect(fileName('../../etc/<passwd>\u202e.html')).toBe('etc-passwd-.html');
  expect(fileName('chat 9001.html')).toBe('chat 9001.html');
  expect(fileName(`${'x'.repeat(500)}.svg`)).toHaveLength(104);
  expect(fileName('///.svg')).toBe('svg');
});
