/** A running `hence serve` for each test file, and a page that watches what it should not do. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';

import { test as base, expect, type Page } from '@playwright/test';

const root = resolve(import.meta.dirname, '../..');
export const program = process.env['HENCE_PROGRAM'] ?? join(root, 'build/release/hence');
const quiet_environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('HENCE_')),
);

export class Server {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    readonly store: string,
  ) {}

  static async start(store: string, ...options: readonly string[]): Promise<Server> {
    const ports = ['--grpc', '127.0.0.1:0'];
    if (!options.includes('--listen')) ports.push('--listen', '127.0.0.1:0');
    const child = spawn(program, ['--store', store, 'serve', ...ports, ...options], {
      env: quiet_environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const url = await new Promise<string>((found, failed) => {
      let said = '';
      child.stderr.on('data', (piece: Buffer) => {
        said += piece.toString();
        const address = /http:\/\/[\d.]+:\d+/.exec(said);
        if (address) found(address[0]);
      });
      child.on('exit', () => failed(new Error(`hence serve ended: ${said}`)));
    });
    return new Server(url, child, store);
  }

  async post(events: readonly object[], token = ''): Promise<void> {
    const body = events.map((event) => JSON.stringify(event)).join('\n');
    const response = await fetch(`${this.url}/api/v1/events`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-ndjson',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body,
    });
    expect(response.status, await response.text()).toBe(200);
  }

  async get<Answer>(target: string): Promise<Answer> {
    const response = await fetch(`${this.url}/api/v1/${target}`);
    expect(response.status, target).toBe(200);
    return (await response.json()) as Answer;
  }

  async end(): Promise<void> {
    const ended = new Promise((done) => this.process.on('exit', done));
    this.process.kill('SIGTERM');
    await ended;
  }
}

/** A directory that goes with the tests. */
export function emptyStore(): string {
  return join(mkdtempSync(join(tmpdir(), 'hence-page-')), 'store');
}

export function removeStore(store: string): void {
  rmSync(resolve(store, '..'), { recursive: true, force: true });
}

export function hence(store: string, ...words: readonly string[]): string {
  const done = spawnSync(program, ['--store', store, ...words], {
    env: quiet_environment,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect(done.status, done.stderr).toBe(0);
  return done.stdout;
}

export function recordExamples(store: string): void {
  const examples = join(root, 'examples');
  const files = readdirSync(examples).filter((name) => name.endsWith('.ndjson'));
  hence(store, 'record', ...files.map((name) => join(examples, name)));
}

/** Records lines as they are made, so that a million of them need no file. */
export async function recordLines(store: string, lines: Iterable<string>): Promise<void> {
  const child = spawn(program, ['--store', store, 'record', '--no-sync', '-'], {
    env: quiet_environment,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.on('exit', done));
  Readable.from(inPieces(lines)).pipe(child.stdin);
  expect(await ended).toBe(0);
}

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line + '\n';
    if (piece.length < 1 << 20) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** What a page did that no page of ours may do. */
export type Watched = { readonly complaints: string[] };

export function watch(page: Page, url: string): Watched {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // What is not there is an answer, too; the console calls it an error.
    const absent = /^Failed to load resource: .* status of 404/.test(message.text());
    if (message.type() === 'error' && !absent) complaints.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !/^(data|blob|file):/.test(address))
      complaints.push(`request to ${address}`);
  });
  return { complaints };
}

type PerFile = { readonly server: Server };
type PerTest = { readonly watched: Watched };

/** Tests get a server with the examples, and fail when the page complained about anything. */
export const test = base.extend<PerTest, PerFile>({
  server: [
    async ({}, use) => {
      const store = emptyStore();
      recordExamples(store);
      const server = await Server.start(store);
      await use(server);
      await server.end();
      removeStore(store);
    },
    { scope: 'worker' },
  ],
  watched: [
    async ({ page, server }, use) => {
      const watched = watch(page, server.url);
      await use(watched);
      expect(watched.complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** The same with another store: what `prepare` records, and nothing else. */
export function testOn(
  prepare: (store: string) => void | Promise<void>,
  options: (store: string) => readonly string[] = () => [],
) {
  return test.extend<object, PerFile>({
    server: [
      async ({}, use) => {
        const store = emptyStore();
        await prepare(store);
        const server = await Server.start(store, ...options(store));
        await use(server);
        await server.end();
        removeStore(store);
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  });
}

export { expect };
