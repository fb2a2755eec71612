import { expect, test } from 'vitest';

import { brief, named, printable } from './printable';

test('a row takes no more than it can show', () => {
  expect(named(' ')).toBe(`" "`);
  expect(brief('x'.repeat(300))).toBe('x'.repeat(300));
  expect(brief('x'.repeat(1_000_000))).toBe(`${'x'.repeat(299)}…`);
});

test('what would act on the text around it is shown instead', () => {
  expect(printable('a\u001b[31m\u0007b\r\nc\td')).toBe('a\\x1b[31m\\x07b c d');
  expect(printable('\u202eevil\ufeff\ud800')).toBe('\\u{202e}evil\\u{feff}\ufffd');
});
