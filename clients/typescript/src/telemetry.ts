// A tracer for the telemetry of the Vercel AI SDK, and of whatever else takes OpenTelemetry's Tracer:
// its spans are written to the spool, each as one line of OTLP in JSON.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { encode, said } from './event.js';
import type { Recorder } from './recorder.js';

type Attributes = Record<string, unknown>;

interface SpanOptions {
  attributes?: Attributes;
  kind?: number;
  startTime?: unknown;
  root?: boolean;
  links?: unknown[];
}

const active = new AsyncLocalStorage<Span>();

const nanos = (): string =>
  (
    BigInt(Math.round(performance.timeOrigin * 1000)) * 1000n +
    BigInt(Math.round(performance.now() * 1_000_000))
  ).toString();

function valueOf(value: unknown): object {
  switch (typeof value) {
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      return Array.isArray(value)
        ? { arrayValue: { values: value.map(valueOf) } }
        : { stringValue: String(value) };
  }
}

const listed = (attributes: Attributes): object[] =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => ({ key, value: valueOf(value) }));

/** A span as OpenTelemetry's API has it. */
export class Span {
  readonly traceId: string;
  readonly spanId = randomBytes(8).toString('hex');
  #recorder: Recorder;
  #scope: string;
  #name: string;
  #parent: Span | undefined;
  #attributes: Attributes;
  #events: object[] = [];
  #status: { code: number; message?: string } = { code: 0 };
  #kind: number;
  #start = nanos();
  #ended = false;

  constructor(recorder: Recorder, scope: string, name: string, options: SpanOptions) {
    this.#recorder = recorder;
    this.#scope = scope;
    this.#name = name;
    this.#parent = options.root ? undefined : active.getStore();
    this.traceId = this.#parent?.traceId ?? randomBytes(16).toString('hex');
    this.#kind = (options.kind ?? 0) + 1;
    this.#attributes = { ...options.attributes };
    const { place } = recorder.here();
    this.#attributes['hence.session'] ??= place.session;
    this.#attributes['hence.agent'] ??= this.#parent === undefined ? place.agent : undefined;
    this.#attributes['hence.run'] ??= place.run;
    this.#attributes['hence.correlation'] ??= place.correlation;
    if (this.#parent === undefined) {
      this.#attributes['hence.parent'] ??= place.parent;
    }
  }
  spanContext(): { traceId: string; spanId: string; traceFlags: number } {
    return { traceId: this.traceId, spanId: this.spanId, traceFlags: 1 };
  }
  setAttribute(key: string, value: unknown): this {
    this.#attributes[key] = value;
    return this;
  }
  setAttributes(attributes: Attributes): this {
    Object.assign(this.#attributes, attributes);
    return this;
  }
  addEvent(name: string, attributes: Attributes = {}): this {
    this.#events.push({ timeUnixNano: nanos(), name, attributes: listed(attributes) });
    return this;
  }
  addLink(): this {
    return this;
  }
  addLinks(): this {
    return this;
  }
  setStatus(status: { code: number; message?: string }): this {
    this.#status = status;
    return this;
  }
  updateName(name: string): this {
    this.#name = name;
    return this;
  }
  /** An error, a text, or an object with the members of an error. */
  recordException(error: unknown): void {
    const told = (error !== null && typeof error === 'object' ? error : {}) as Attributes;
    const { name, code, message, stack } = told;
    this.addEvent('exception', {
      'exception.type': name ?? code,
      'exception.message': typeof message === 'string' ? message : said(error),
      'exception.stacktrace': stack,
    });
  }
  isRecording(): boolean {
    return !this.#ended;
  }
  end(): void {
    if (this.#ended) {
      return;
    }
    this.#ended = true;
    try {
      const span = {
        traceId: this.traceId,
        spanId: this.spanId,
        parentSpanId: this.#parent?.spanId,
        name: this.#name,
        kind: this.#kind,
        startTimeUnixNano: this.#start,
        endTimeUnixNano: nanos(),
        attributes: listed(this.#attributes),
        events: this.#events,
        status: this.#status,
      };
      const scopeSpans = [{ scope: { name: this.#scope }, spans: [span] }];
      const resource = { attributes: [] };
      this.#recorder.writeLine(encode({ resourceSpans: [{ resource, scopeSpans }] }));
    } catch (error) {
      this.#recorder.fail(error);
    }
  }
}

/** A tracer as OpenTelemetry's API has it: `experimental_telemetry: { isEnabled: true, tracer }`. */
export class Tracer {
  constructor(
    readonly keeper: () => Recorder,
    readonly name: string,
  ) {}

  startSpan(name: string, options: SpanOptions = {}): Span {
    return new Span(this.keeper(), this.name, name, options);
  }
  startActiveSpan<T>(name: string, ...rest: unknown[]): T {
    const act = rest.at(-1) as (span: Span) => T;
    const options = (rest.length > 1 ? rest[0] : {}) as SpanOptions;
    const span = this.startSpan(name, options);
    return active.run(span, () => act(span));
  }
}
