import { afterEach, expect, test, vi } from 'vitest';

import { keepToken, keptToken } from './token';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('a token is kept by the tab', () => {
  keepToken('c1d9e8a7b6f54321');
  expect(keptToken()).toBe('c1d9e8a7b6f54321');
  sessionStorage.clear();
  expect(keptToken()).toBe('');
});

test('where there is no storage, the page keeps it', () => {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  keepToken('0f1e2d3c4b5a6978');
  expect(keptToken()).toBe('0f1e2d3c4b5a6978');
});
