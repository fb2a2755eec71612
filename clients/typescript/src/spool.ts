// Where events go: a file of this process, to which each event is one write.
//
// Whoever owns the store takes the file from there, so there is no queue and nothing to close, and
// what was written outlives the process. A file is closed at 8 MiB and another one begun, so that
// the owner can remove what it has taken. All files of a spool together are capped.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { encode, newId, now, said } from './event.js';

export const capBytes = 1 << 30;
const segmentBytes = 8 << 20;
const retryMs = 1000;

export interface Segment {
  path: string;
  lines: number;
  size: number;
}

const hostName = (): string =>
  os
    .hostname()
    .replace(/[^A-Za-z0-9.-]/g, '_')
    .slice(0, 64) || 'localhost';

export class Spool {
  segment: Segment | undefined;
  earlier: Segment[] = []; // Those that may not have been taken yet.
  lines = 0;
  dropped = 0;
  error: string | undefined;
  #fd = -1;
  #droppedTold = 0;
  #nextTry = 0;

  constructor(
    readonly directory: string,
    readonly sync: boolean,
    readonly cap: number,
    readonly onError: (error: unknown) => void,
  ) {}

  /** False when the line was dropped: there is no room, or no place to write to. */
  write(line: string): boolean {
    try {
      let segment = this.segment;
      if (segment === undefined || segment.size >= segmentBytes) {
        segment = this.#next(line.length);
      }
      if (segment === undefined) {
        this.dropped += 1;
        return false;
      }
      return this.#put(segment, Buffer.from(line));
    } catch (error) {
      this.#fail(error);
      this.dropped += 1;
      return false;
    }
  }

  #put(segment: Segment, line: Buffer): boolean {
    try {
      let put = fs.writeSync(this.#fd, line);
      while (put < line.length) {
        const more = fs.writeSync(this.#fd, line, put);
        if (more <= 0) {
          throw new Error('the line could not be written whole');
        }
        put += more;
      }
      if (this.sync) {
        fs.fdatasyncSync(this.#fd);
      }
    } catch (error) {
      this.#undo(segment);
      this.#fail(error);
      this.dropped += 1;
      return false;
    }
    segment.size += line.length;
    segment.lines += 1;
    this.lines += 1;
    if (this.dropped !== this.#droppedTold) {
      this.#tellDropped(segment);
    }
    return true;
  }

  // Half a line must not spoil the next one: it is cut off, or a new file is begun.
  #undo(segment: Segment): void {
    try {
      fs.ftruncateSync(this.#fd, segment.size);
    } catch {
      this.close();
    }
  }

  #fail(error: unknown): void {
    this.error = said(error);
    this.onError(error);
  }

  close(): void {
    if (this.#fd >= 0) {
      try {
        fs.closeSync(this.#fd);
      } catch {
        // It is gone all the same.
      }
    }
    this.#fd = -1;
    if (this.segment !== undefined) {
      this.earlier.push(this.segment);
    }
    this.segment = undefined;
  }

  #next(size: number): Segment | undefined {
    const clock = performance.now();
    if (clock < this.#nextTry) {
      return undefined;
    }
    try {
      this.close();
      this.earlier = this.earlier.filter((one) => fs.existsSync(one.path));
      fs.mkdirSync(this.directory, { recursive: true, mode: 0o700 });
      if (this.#bytes() + size > this.cap) {
        throw new Error(`the spool ${this.directory} has reached its cap of ${this.cap} bytes`);
      }
      this.segment = this.#open();
    } catch (error) {
      this.#nextTry = clock + retryMs;
      this.#fail(error);
    }
    return this.segment;
  }

  #open(): Segment {
    for (let start = Date.now() * 1000; ; start += 1) {
      const name = path.join(this.directory, `${hostName()}-${process.pid}-${start}.ndjson`);
      try {
        this.#fd = fs.openSync(name, 'ax', 0o600);
        return { path: name, lines: 0, size: 0 };
      } catch (error) {
        // Another thread of this process, or a clock that was set back.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
          throw error;
        }
      }
    }
  }

  #bytes(): number {
    let total = 0;
    for (const name of fs.readdirSync(this.directory)) {
      if (name.endsWith('.ndjson')) {
        total +=
          fs.lstatSync(path.join(this.directory, name), { throwIfNoEntry: false })?.size ?? 0;
      }
    }
    return total;
  }

  // What was dropped is part of the record.
  #tellDropped(segment: Segment): void {
    const missing = this.dropped - this.#droppedTold;
    this.#droppedTold = this.dropped;
    const body = `${missing} events were dropped: ${this.error}`;
    const fields = { severity: 'warn', body, dropped: missing };
    const line = encode({ id: newId(), kind: 'log', time: now(), fields });
    if (this.#put(segment, Buffer.from(line))) {
      this.lines -= 1; // Ours, and none of the host's.
    } else {
      this.dropped -= 1;
      this.#droppedTold -= missing;
    }
  }
}
