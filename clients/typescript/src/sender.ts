// Carries the files of the spool to a server. The file is the queue: nothing is kept in memory but
// how far it was sent. A timer that does not keep the process alive sends what has come; files that
// dead processes left behind are sent, too. Events have ids, so what is sent twice counts once.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { errorIn } from './ask.js';
import { said } from './event.js';
import type { Flush } from './flush.js';
import type { Recorder } from './recorder.js';

const postBytes = 1 << 20;
const postMs = 10_000;
const pauseMs = 50; // Events that come close together are sent together.
const retryMs = [200, 500, 1000, 2000, 5000];

export class Sender {
  #recorder: Recorder;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #sent = new Map<string, number>();
  #stored = 0;
  #refused = 0;
  #lastSeq: number | null = null;
  #error: string | null = null;
  #failures = 0;
  #orphansSent = false;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
    // What is sent by the end need not be sent by another process again.
    process.once('exit', () => {
      const { spool } = recorder;
      const segment = spool.segment;
      if (segment !== undefined && (this.#sent.get(segment.path) ?? 0) >= segment.size) {
        spool.close();
        fs.rmSync(segment.path, { force: true });
      }
    });
  }

  wake(pause = pauseMs): void {
    if (this.#timer === undefined && this.#sending === undefined) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        void this.#send();
      }, pause);
      this.#timer.unref();
    }
  }

  get #waiting(): number {
    return Math.max(0, this.#recorder.spool.lines - this.#stored - this.#refused);
  }

  async flush(timeout: number): Promise<Flush> {
    const deadline = performance.now() + timeout;
    while (this.#waiting > 0) {
      const left = deadline - performance.now();
      if (left <= 0) {
        break;
      }
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, left)));
      await Promise.race([this.#send(), over]);
      clearTimeout(timer);
      if (this.#error !== null && this.#waiting > 0) {
        const pause = Math.min(200, Math.max(0, deadline - performance.now()));
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    const waiting = this.#waiting;
    const { spool } = this.#recorder;
    let error = waiting > 0 ? (this.#error ?? 'the server has not answered in time') : null;
    if (error === null && this.#refused > 0) {
      error = `${this.#refused} events were refused: see hence quarantine`;
    }
    return {
      stored: this.#stored,
      spooled: waiting,
      dropped: spool.dropped,
      lastSeq: this.#lastSeq,
      error: error ?? spool.error ?? null,
    };
  }

  // One at a time; whoever asks meanwhile waits for the same one.
  #send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      if (this.#waiting > 0) {
        this.wake(
          this.#error === null ? pauseMs : retryMs[Math.min(this.#failures, retryMs.length - 1)],
        );
      }
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const { spool } = this.#recorder;
    try {
      const own = [...spool.earlier, ...(spool.segment ? [spool.segment] : [])];
      for (const segment of own) {
        const at = await this.#sendFile(segment.path, this.#sent.get(segment.path) ?? 0, true);
        if (segment !== spool.segment && at >= segment.size) {
          fs.rmSync(segment.path, { force: true });
          this.#sent.delete(segment.path);
        }
      }
      if (!this.#orphansSent) {
        this.#orphansSent = true;
        await this.#sendOrphans(new Set(own.map((segment) => segment.path)));
      }
      this.#error = null;
      this.#failures = 0;
    } catch (error) {
      this.#error = said(error);
      this.#failures += 1;
      this.#recorder.fail(error);
    }
  }

  // What processes of this machine left behind that are gone.
  async #sendOrphans(own: ReadonlySet<string>): Promise<void> {
    const { directory } = this.#recorder.spool;
    for (const name of fs.readdirSync(directory)) {
      const file = path.join(directory, name);
      const pid = Number(/-(\d+)-\d+\.ndjson$/.exec(name)?.[1]);
      if (name.endsWith('.ndjson') && !own.has(file) && pid > 0 && !lives(pid)) {
        await this.#sendFile(file, 0, false);
        fs.rmSync(file, { force: true });
      }
    }
  }

  async #sendFile(file: string, from: number, own: boolean): Promise<number> {
    let at = from;
    for (;;) {
      const body = wholeLines(file, at, !own);
      if (body.length === 0) {
        return at;
      }
      for (const [part, format] of byFormat(body)) {
        await this.#post(part, format, path.basename(file), own);
        at += part.length;
        if (own) {
          this.#sent.set(file, at);
        }
      }
    }
  }

  async #post(body: Buffer, format: string, file: string, own: boolean): Promise<void> {
    const target = `/api/v1/events?format=${format}&source=${encodeURIComponent(`spool/${file}`)}`;
    const reply = await this.#recorder.asking.exchange(
      'POST',
      target,
      postMs,
      { 'content-type': 'application/x-ndjson', accept: 'application/json' },
      body,
    );
    if (reply.status !== 200 && reply.status !== 207) {
      throw new Error(`${this.#recorder.store} answers ${reply.status}: ${errorIn(reply.body)}`);
    }
    const receipt = JSON.parse(reply.body) as { quarantined: number; last_seq: number };
    const lines = body.filter((byte) => byte === 0x0a).length;
    if (own) {
      const refused = Math.min(lines, receipt.quarantined);
      this.#stored += lines - refused;
      this.#refused += refused;
    }
    this.#lastSeq = receipt.last_seq || this.#lastSeq;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Of a file that nobody writes any more, the last line counts, too.
function wholeLines(file: string, at: number, torn: boolean): Buffer {
  let fd: number;
  try {
    fd = fs.openSync(file, 'r');
  } catch {
    return Buffer.alloc(0);
  }
  try {
    for (let size = postBytes; ; size *= 4) {
      const buffer = Buffer.alloc(size);
      const got = fs.readSync(fd, buffer, 0, size, at);
      const end = buffer.subarray(0, got).lastIndexOf(0x0a) + 1;
      if (end > 0) {
        return buffer.subarray(0, end);
      }
      if (got < size) {
        return buffer.subarray(0, torn ? got : 0);
      }
    }
  } finally {
    fs.closeSync(fd);
  }
}

function byFormat(body: Buffer): [Buffer, string][] {
  if (!body.includes('{"resource')) {
    return [[body, 'native']];
  }
  const runs: [Buffer, string][] = [];
  for (let at = 0; at < body.length;) {
    const end = (body.indexOf(0x0a, at) + 1 || body.length) as number;
    const line = body.subarray(at, end);
    const otlp = /^\{"resource(Spans|Logs)"/.test(line.subarray(0, 20).toString('latin1'));
    const format = otlp ? 'otlp' : 'native';
    const last = runs.at(-1);
    if (last !== undefined && last[1] === format) {
      last[0] = Buffer.concat([last[0], line]);
    } else {
      runs.push([line, format]);
    }
    at = end;
  }
  return runs;
}
