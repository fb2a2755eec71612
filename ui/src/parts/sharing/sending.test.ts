import { expect, test } from 'vitest';

import { onlyHere, ticketOf } from './sending';

test('a loopback address is of use on this machine only', () => {
  expect(['127.0.0.1', 'localhost', '[::1]', '127.1.2.3'].map(onlyHere)).not.toContain(false);
  expect(['10.0.0.7', 'hence.example', '127.0.0.1.example'].map(onlyHere)).not.toContain(true);
});

test('recorded text cannot leave its block, nor a name its code', () => {
  const told = 'Tool call: `x`\n````\n# not a heading\n';
  const text = ticketOf({ session: 's`1\n# x', event: 'e', told, link: 'l' });
  expect(text).toContain('`````text\n');
  expect(text.split('\n').filter((line) => line === '`````')).toHaveLength(1);
  expect(text).toContain('- session: `` s`1 # x ``');
});
