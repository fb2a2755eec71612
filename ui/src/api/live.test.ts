import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { listen, readMessages, type ServerMessage } from './live';

const encoder = new TextEncoder();

function bodyOf(...pieces: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (to) => {
      pieces.forEach((piece) => to.enqueue(encoder.encode(piece)));
      to.close();
    },
  });
}

const asked: string[] = [];
let answers: (() => Response)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal('fetch', (target: string) => {
    asked.push(target);
    const answer = answers.shift();
    return answer ? Promise.resolve(answer()) : new Promise(() => {});
  });
});

afterEach(() => vi.useRealTimers());

test('a message may come in pieces, and a name may have no value', async () => {
  const seen: ServerMessage[] = [];
  await readMessages(bodyOf('id: 7\nda', 'ta: {"a":\ndata: 1}\n', '\n: a comment\n\n'), (each) =>
    seen.push(each),
  );
  expect(seen[0]).toEqual({ id: '7', event: '', data: '{"a":\n1}' });
  expect(seen[1]).toEqual({ id: '7', event: '', data: '' });
});

test('goes on where it broke off, and says once that it is back', async () => {
  const open = new ReadableStream<Uint8Array>();
  const event = 'id: 41\nevent: event\ndata: {"id":"e1"}\n\n';
  answers = [
    () => new Response(bodyOf(event)),
    () => new Response('', { status: 503 }),
    () => new Response(open),
  ];
  const take = vi.fn();
  const say = vi.fn();
  const stop = listen({ session: 's' }, take, say);
  await vi.advanceTimersByTimeAsync(100);
  expect(take.mock.calls).toEqual([[[{ id: 'e1' }]]]);
  expect(say.mock.calls).toEqual([['live'], ['waiting']]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked.map((each) => new URL(each, 'http://h').searchParams.get('last_event_id'))).toEqual([
    null,
    '41',
    '41',
  ]);
  expect(say).toHaveBeenLastCalledWith('live');
  expect(take.mock.calls.slice(1)).toEqual([[[]]]);
  stop();
});
