// Records events into a spool: the one place through which everything passes.
//
// Nothing here throws into the host. What goes wrong is counted, told to `onError`, and reported by
// `flush`.
import * as os from 'node:os';
import * as path from 'node:path';
import { Asking } from './ask.js';
import {
  encode,
  flagsOf,
  idOf,
  isConfidence,
  kindOf,
  nameOf,
  newId,
  now,
  rationaleOf,
  said,
  shown,
  type EventRecord,
  type Rationale,
  type Why,
} from './event.js';
import { flushDirectory, type Flush } from './flush.js';
import {
  current,
  placeFrom,
  Scope,
  Step,
  type Parent,
  type Place,
  type RecordOptions,
} from './scope.js';
import { Sender } from './sender.js';
import { capBytes, Spool } from './spool.js';

export interface OpenOptions {
  /** A directory or http://host:port; else $HENCE_STORE, else the usual one of the user. */
  store?: string | undefined;
  agent?: string | undefined;
  /** An event survives also the death of the machine. */
  sync?: boolean;
  onError?: ((error: unknown) => void) | undefined;
  /** How many bytes may wait in the spool. */
  cap?: number;
  /** For a server; else $HENCE_TOKEN. */
  token?: string | undefined;
}

const flushMsMax = 86_400_000; // A timer waits for 24 days at most.

const home = (text: string): string =>
  text === '~' || text.startsWith('~/') ? path.join(os.homedir(), text.slice(1)) : text;

/** The place that is meant, by the rules of the `hence` program. */
export function storeNamed(store: string | undefined): string {
  const text = store || process.env['HENCE_STORE'] || '';
  if (/^https?:\/\//.test(text)) {
    return text.replace(/\/+$/, '');
  }
  if (text === 'memory:' || text.includes('://')) {
    throw new Error(`${text} has no spool: record into a directory or http://host:port`);
  }
  if (text !== '') {
    return path.resolve(home(text));
  }
  const data = process.env['XDG_DATA_HOME'] ?? '';
  return path.join(data.startsWith('/') ? data : home('~/.local/share'), 'hence');
}

/** Beside the store, or, before a server, in the user's state directory. */
function spoolOf(store: string): string {
  const server = store.split('://')[1];
  if (server === undefined) {
    return path.join(store, 'spool');
  }
  const state = process.env['XDG_STATE_HOME'] ?? '';
  const base = state.startsWith('/') ? state : home('~/.local/state');
  return path.join(base, 'hence', 'spool', server.replace(/[^A-Za-z0-9.-]/g, '_').slice(0, 128));
}

export class Recorder {
  readonly store: string;
  readonly token: string;
  readonly spool: Spool;
  readonly asking: Asking;
  readonly ground: Scope;
  errors = 0;
  lastError: string | undefined;
  #onError: ((error: unknown) => void) | undefined;
  #sender: Sender | undefined;

  constructor(options: OpenOptions = {}) {
    this.#onError = options.onError;
    this.store = storeNamed(options.store);
    this.token = options.token ?? process.env['HENCE_TOKEN'] ?? '';
    this.spool = new Spool(
      spoolOf(this.store),
      options.sync ?? false,
      options.cap ?? capBytes,
      (error) => this.fail(error),
    );
    this.asking = new Asking(this.store, this.token);
    const handed = placeFrom(process.env['HENCE_HANDOFF'] ?? '');
    this.ground = new Scope(this, { ...handed, agent: nameOf(options.agent) ?? handed.agent });
  }

  fail(error: unknown): void {
    this.errors += 1;
    this.lastError = said(error);
    try {
      this.#onError?.(error);
    } catch {
      // The host's own handler must not harm the host.
    }
  }

  /** The current scope, or the one that this process began in. */
  here(): Scope {
    const scope = current.getStore();
    return scope?.recorder === this ? scope : this.ground;
  }

  placeOf(parent: Parent): Scope {
    if (parent instanceof Scope) {
      return parent;
    }
    const here = this.here();
    const above = idOf(parent);
    return above === undefined ? here : new Scope(this, { ...here.place, parent: above });
  }

  rationale(said: Why): Rationale | undefined {
    try {
      const { confidence } = said;
      if (confidence !== undefined && confidence !== null && !isConfidence(confidence)) {
        this.fail(new RangeError(`a confidence is 0 to 1, and ${shown(confidence)} is not`));
      }
      return rationaleOf(said);
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  record(
    kind: string,
    fields: Record<string, unknown>,
    options: RecordOptions,
    parent: Parent,
  ): Step {
    let place: Place = this.ground.place;
    let id = newId();
    let recorded = false;
    try {
      const scope = this.placeOf(parent);
      place = scope.place;
      id = idOf(options.id) ?? id;
      if (options.correlation !== undefined) {
        place = { ...place, correlation: nameOf(options.correlation) };
      }
      const event: EventRecord = { id, kind: kindOf(kind), time: now() };
      if (options.causes !== undefined && options.causes.length > 0) {
        event.causes = options.causes.flatMap((one) => idOf(one) ?? []);
      }
      if (options.durationMs !== undefined && options.durationMs >= 0) {
        event.duration_ms = options.durationMs;
      }
      const rationale = this.rationale(options);
      if (rationale !== undefined) {
        event.rationale = rationale;
      }
      const flags = flagsOf(rationale);
      if (flags !== undefined) {
        event.flags = flags;
      }
      event.fields = fields;
      recorded = this.put(event, place, scope.place.parent);
    } catch (error) {
      this.spool.dropped += 1;
      this.fail(error);
    }
    return new Step(this, place, id, recorded);
  }

  /** Writes an event at its place. False when it was dropped. */
  put(event: EventRecord, place: Place, parent: string | undefined): boolean {
    try {
      return this.writeLine(
        encode({
          id: event.id,
          kind: event.kind,
          time: event.time,
          agent: place.agent,
          session: place.session,
          run: place.run,
          parent,
          causes: event.causes,
          correlation: place.correlation,
          iteration: place.iteration,
          duration_ms: event.duration_ms,
          rationale: event.rationale,
          fields: event.fields,
          flags: event.flags,
        }),
      );
    } catch (error) {
      this.spool.dropped += 1;
      this.fail(error);
      return false;
    }
  }

  writeLine(line: string): boolean {
    const written = this.spool.write(line);
    if (this.store.includes('://')) {
      this.#sender ??= new Sender(this);
      this.#sender.wake();
    }
    return written;
  }

  /** Says what became of the events, within `timeout` milliseconds. It never rejects. */
  async flush(timeout: number): Promise<Flush> {
    try {
      timeout = timeout > 0 ? Math.min(timeout, flushMsMax) : 0; // What is no number is no time.
      if (this.#sender !== undefined) {
        return await this.#sender.flush(timeout);
      }
      return await flushDirectory(this, timeout);
    } catch (error) {
      this.fail(error);
      const { lines, dropped } = this.spool;
      return { stored: 0, spooled: lines, dropped, lastSeq: null, error: said(error) };
    }
  }
}
