/** What arrives while one looks. Reconnects by itself, and goes on where it broke off. */
import { address, askStream, type Query } from './client';
import { recorded } from './recorded';
import type { Event } from './types';

export type LiveState = 'live' | 'waiting' | 'off';

const retry_ms = 2000;

/**
 * Calls with what arrived, at most once a frame; the answer stops it. After a break it calls once
 * with nothing: what was asked in the meantime may have failed, and is to be asked again.
 */
export function listen(
  filters: Query,
  take: (events: readonly Event[]) => void,
  say: (state: LiveState) => void,
): () => void {
  if (recorded) {
    say('off');
    return () => {};
  }
  const stop = new AbortController();
  let last = '';
  let batch: Event[] = [];
  let due = false;
  let broken = false;
  const hand_over = () => {
    due = false;
    const events = batch;
    batch = [];
    if (!stop.signal.aborted && events.length > 0) take(events);
  };
  const see = (message: ServerMessage) => {
    if (message.id) last = message.id;
    const event = eventIn(message);
    if (!event) return;
    batch.push(event);
    if (!due) {
      due = true;
      setTimeout(hand_over, 50);
    }
  };
  const go_on = async () => {
    while (!stop.signal.aborted) {
      try {
        const target = address(['live'], last ? { ...filters, last_event_id: last } : filters);
        const body = await askStream(target, stop.signal);
        say('live');
        if (broken) take([]);
        await readMessages(body, see);
      } catch {
        // Whatever broke, the remedy is the same: say so, wait, and ask again.
      }
      if (stop.signal.aborted) return;
      broken = true;
      say('waiting');
      await new Promise((done) => setTimeout(done, retry_ms));
    }
  };
  void go_on();
  return () => stop.abort();
}

export type ServerMessage = { readonly id: string; readonly event: string; readonly data: string };

function eventIn(message: ServerMessage): Event | null {
  if (message.data === '' || (message.event !== '' && message.event !== 'event')) return null;
  try {
    const parsed = JSON.parse(message.data) as Event;
    return typeof parsed.id === 'string' ? parsed : null;
  } catch {
    return null;
  }
}

/** Reads server-sent events, as the standard has them, until the body ends. */
export async function readMessages(
  body: ReadableStream<Uint8Array>,
  take: (message: ServerMessage) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader();
  let rest = '';
  let id = '';
  let event = '';
  let data: string[] = [];
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: string };
    if (done) return;
    const lines = (rest + value).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        take({ id, event, data: data.join('\n') });
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const name = colon < 0 ? line : line.slice(0, colon);
      const text = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (name === 'id') id = text;
      else if (name === 'event') event = text;
      else if (name === 'data') data.push(text);
    }
  }
}
