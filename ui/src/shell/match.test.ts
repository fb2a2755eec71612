import { expect, test } from 'vitest';

import { best, fit } from './match';

test('letters must occur in order', () => {
  expect(fit('gs', 'Go to sessions')).not.toBeNull();
  expect(fit('sg', 'go to x')).toBeNull();
});

test('the text itself beats scattered letters, and the beginning of words beats their middle', () => {
  const texts = ['Go to calibration', 'Go to decisions', 'Dark or light', 'Copy the link'];
  expect(best('cal', texts, (text) => text)[0]).toBe('Go to calibration');
  expect(best('gd', texts, (text) => text)[0]).toBe('Go to decisions');
});

test('nothing typed keeps everything in order', () => {
  expect(best('', ['b', 'a'], (text) => text)).toEqual(['b', 'a']);
});
