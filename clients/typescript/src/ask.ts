// Asks the store: through the process that owns it, over HTTP, or by running `hence`. Asking, unlike
// recording, is done for its answer: what goes wrong is thrown, as a HenceError.
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';

export class HenceError extends Error {
  constructor(
    message: string,
    readonly exitStatus = 3,
  ) {
    super(message);
    this.name = 'HenceError';
  }
}

export interface Reply {
  status: number;
  body: string;
}

const commandJson = 'application/vnd.hence.command+json';
const jsonBody = { 'content-type': 'application/json' };
const askMs = 60_000;

export class Asking {
  constructor(
    readonly store: string,
    readonly token: string,
  ) {}

  /** One request, answered within `timeout` milliseconds in all. */
  async exchange(
    method: string,
    target: string,
    timeout: number,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<Reply> {
    const sent: Record<string, string> = { ...headers };
    if (this.token !== '') {
      sent['authorization'] = `Bearer ${this.token}`;
    }
    let directory = -1;
    let place: http.RequestOptions;
    if (this.store.startsWith('http://')) {
      const url = new URL(target, this.store);
      place = { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port || 80 };
    } else if (this.store.includes('://')) {
      throw new HenceError(`${this.store} cannot be asked: use http://host:port`);
    } else {
      let socketPath = path.join(this.store, 'hence.sock');
      if (Buffer.byteLength(socketPath) >= 100) {
        // An address of a socket is short; the directory's descriptor is a shorter name.
        directory = fs.openSync(this.store, 'r');
        socketPath = `/proc/self/fd/${directory}/hence.sock`;
      }
      place = { socketPath };
    }
    const signal = AbortSignal.timeout(Math.max(1, timeout));
    try {
      return await new Promise<Reply>((resolve, reject) => {
        const request = http.request(
          { ...place, method, path: target, headers: sent, signal, agent: false },
          (response) => {
            const pieces: Buffer[] = [];
            response.on('data', (piece: Buffer) => pieces.push(piece));
            response.on('error', reject);
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                body: Buffer.concat(pieces).toString('utf8'),
              }),
            );
          },
        );
        request.on('error', reject);
        request.end(body);
      });
    } catch (error) {
      throw signal.aborted ? new HenceError('there was no answer in time') : error;
    } finally {
      if (directory >= 0) {
        fs.closeSync(directory);
      }
    }
  }

  /** The answer to a question: its path below /api/v1, and the command that asks the same. */
  async get(
    question: string,
    command: readonly string[],
    parameters: Record<string, string> = {},
    timeout = askMs,
    accept = commandJson,
    body?: string,
  ): Promise<string> {
    const deadline = performance.now() + timeout;
    const query = new URLSearchParams(parameters).toString();
    const target = `/api/v1/${question}${query ? `?${query}` : ''}`;
    let reply: Reply | undefined;
    try {
      reply =
        body === undefined
          ? await this.exchange('GET', target, timeout, { accept })
          : await this.exchange('POST', target, timeout, { accept, ...jsonBody }, body);
    } catch (error) {
      const absent = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ECONNRESET', 'ENOTDIR'];
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (this.store.includes('://') || !absent.includes(code)) {
        throw error;
      }
    }
    if (reply === undefined) {
      // Nobody owns the store: whoever runs the program does.
      const words = command.length > 0 ? command : ['ask', '--', target];
      return this.#run(words, deadline - performance.now(), accept === commandJson);
    }
    if (reply.status >= 400) {
      throw new HenceError(errorIn(reply.body), 1);
    }
    return reply.body;
  }

  #run(command: readonly string[], timeout: number, json: boolean): Promise<string> {
    if (timeout <= 0) {
      return Promise.reject(new HenceError('there was no time to ask'));
    }
    const program = process.env['HENCE_PROGRAM'] || 'hence';
    const words = ['--store', this.store, ...(json ? ['--json'] : []), ...command];
    const env = this.token === '' ? process.env : { ...process.env, HENCE_TOKEN: this.token };
    return new Promise((resolve, reject) => {
      execFile(
        program,
        words,
        { timeout: Math.ceil(timeout), killSignal: 'SIGKILL', maxBuffer: 1 << 30, env },
        (error, out, complaint) => {
          if (error === null || out.trim() !== '') {
            resolve(out);
          } else if (error.killed) {
            reject(new HenceError('hence did not answer in time'));
          } else {
            const last = complaint.trim().split('\n').at(-1);
            const status = typeof error.code === 'number' ? error.code : 3;
            reject(new HenceError(last || error.message, status));
          }
        },
      );
    });
  }
}

export function errorIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error: { message: string; hint?: string } };
    return error.hint ? `${error.message}; ${error.hint}` : error.message;
  } catch {
    return body.trim();
  }
}

/** JSON; events are printed one to a line, and an export is the text of a file. */
export function valueIn(body: string, path: string): unknown {
  if (path.startsWith('export/')) {
    return body;
  }
  if (path !== 'events' && path !== 'integrity/events') {
    return JSON.parse(body);
  }
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as unknown);
}
