/** The only place that asks the server. Every answer is JSON; what goes wrong is an ApiError. */
import { encoded, withoutDots } from './encode';
import { ApiError } from './failure';
import { recorded } from './recorded';
import { keptToken } from './token';
import type * as api from './types';

export { ApiError };

const root = '/api/v1/';

type Value = string | number | boolean | null | undefined | readonly string[];
export type Query = { readonly [name: string]: Value };

/** A path below /api/v1/ with its query; segments are encoded, empty values are left out. */
export function address(segments: readonly string[], query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '' || value === false) continue;
    if (typeof value === 'object') value.forEach((each) => parameters.append(name, each));
    else parameters.append(name, value === true ? '1' : String(value));
  }
  const path = segments.map(encoded).join('/');
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** Answers that are bare lists have a page around them. */
export async function ask<Answer>(target: string, signal?: AbortSignal): Promise<Answer> {
  if (recorded) return recorded.answer<Answer>(target);
  const response = await request(target, { Accept: 'application/json' }, signal);
  return (await response.json()) as Answer;
}

/** What does not fit an address: a long question, or a note to record. */
export async function post<Answer>(target: string, body: unknown): Promise<Answer> {
  const response = await request(
    target,
    { Accept: 'application/json', 'Content-Type': 'application/json' },
    undefined,
    JSON.stringify(body),
  );
  return (await response.json()) as Answer;
}

/** The JSON of an answer as it came, with every digit that a number was recorded with. */
export async function askRaw(target: string, signal?: AbortSignal): Promise<string> {
  if (recorded) return JSON.stringify(await recorded.answer<unknown>(target));
  const response = await request(target, { Accept: 'application/json' }, signal);
  return response.text();
}

/** The text that the command prints. */
export async function askText(target: string, signal?: AbortSignal): Promise<string> {
  const response = await request(target, { Accept: 'text/plain' }, signal);
  return response.text();
}

/** What the server counts, as Prometheus reads it. */
export async function askMetrics(): Promise<string> {
  const response = await request('/metrics', { Accept: 'text/plain' });
  return response.text();
}

/** The signed checkpoint of the record, as C2SP writes it. */
export async function askCheckpoint(): Promise<string> {
  const response = await request('/tlog/checkpoint', { Accept: 'text/plain' });
  return response.text();
}

/** A file to keep, such as a session as one page. */
export async function askFile(target: string): Promise<Blob> {
  const response = await request(target, { Accept: 'text/html' });
  return response.blob();
}

/** The body of an answer that does not end, and who asked for it. */
export async function askStream(
  target: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await request(target, { Accept: 'text/event-stream' }, signal);
  if (!response.body) throw new ApiError(0, 'io', 'the answer has no body', '');
  return response.body;
}

async function request(
  target: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
  body?: string,
): Promise<Response> {
  const token = keptToken();
  let response: Response;
  try {
    const path = target.startsWith('/') ? target : root + withoutDots(target);
    response = await fetch(path, {
      headers: token ? { ...headers, Authorization: `Bearer ${token}` } : headers,
      ...(signal ? { signal } : {}),
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'io', 'the server does not answer', 'is hence serve running?');
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as api.Error;
    return new ApiError(response.status, error.code, error.message, error.hint ?? '');
  } catch {
    return new ApiError(response.status, 'io', `the server answered ${response.status}`, '');
  }
}
