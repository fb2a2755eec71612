/** For tests: stands in for the server, so that a page can be asked what it shows and asks. */
import { vi } from 'vitest';

import type { Event } from './types';

export type FakeServer = {
  /** What was asked for so far, below /api/v1/. */
  readonly asked: readonly string[];
  /** Lets an event arrive at everybody who listens. */
  readonly arrive: (event: Partial<Event>) => void;
};

/** `answer` gives what an address answers, or undefined for what was never recorded. */
export function fakeServer(answer: (path: string, query: URLSearchParams) => unknown): FakeServer {
  const asked: string[] = [];
  const listeners: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal('fetch', (target: string) => {
    const url = new URL(target, 'http://127.0.0.1');
    const path = decodeURIComponent(url.pathname.replace('/api/v1/', ''));
    if (path === 'live') {
      const body = new ReadableStream<Uint8Array>({ start: (each) => void listeners.push(each) });
      return Promise.resolve(new Response(body));
    }
    asked.push(path + url.search);
    const found = answer(path, url.searchParams);
    if (found !== undefined) return Promise.resolve(Response.json(found));
    const error = { code: 'not_found', message: `${path} was never recorded`, hint: 'a hint' };
    return Promise.resolve(Response.json({ error }, { status: 404 }));
  });
  return {
    asked,
    arrive: (event) => {
      const data = `id: 1\nevent: event\ndata: ${JSON.stringify({ id: 'e', ...event })}\n\n`;
      listeners.forEach((each) => each.enqueue(new TextEncoder().encode(data)));
    },
  };
}
