import { expect, test } from 'vitest';

import { textOfBytes } from './bytes';

test('bytes come back as text, and what is no text as the sign for that', () => {
  expect(textOfBytes('eyJh4oKs')).toBe('{"a€');
  expect(textOfBytes('/w==')).toBe('\ufffd');
  expect(textOfBytes('no base64!')).toBe('no base64!');
});
