import { expect, test, vi } from 'vitest';

import { allAnswered, askOnce, forget } from './useAnswer';

test('an address is asked once until it is forgotten, and again when it failed', async () => {
  const asked = vi.fn(async () => Response.json({ n: 1 }));
  vi.stubGlobal('fetch', asked);
  await Promise.all([askOnce('a/b'), askOnce('a/b')]);
  expect(asked).toHaveBeenCalledTimes(1);
  forget('a/');
  await askOnce('a/b');
  expect(asked).toHaveBeenCalledTimes(2);
  forget('a/');
  asked.mockResolvedValueOnce(new Response('{}', { status: 500 }));
  await expect(askOnce('a/b')).rejects.toMatchObject({ status: 500 });
  await expect(askOnce('a/b')).resolves.toEqual({ n: 1 });
});

test('all answered waits for what is on its way, and for what fails', async () => {
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => (answer = done)));
  const slow = askOnce('slow').catch(() => 'failed');
  let over = false;
  const all = allAnswered().then(() => (over = true));
  await new Promise((done) => setTimeout(done, 100));
  expect(over).toBe(false);
  answer(new Response('{}', { status: 500 }));
  await all;
  expect(await slow).toBe('failed');
});
