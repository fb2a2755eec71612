// Turns what a program says into one line of JSON that the store accepts.
//
// A host may pass anything: values that are not JSON, that refer to themselves, of any size. The
// first try is the quick one. What fails there is made plain, so that one odd value never costs the
// event it is in.
import { randomFillSync } from 'node:crypto';

export interface Rationale {
  why: string;
  refs?: string[];
  alternatives?: { option: string; rejected_because: string }[];
  confidence?: number;
}

export interface EventRecord {
  id: string;
  kind: string;
  time: string;
  agent?: string;
  session?: string;
  run?: string;
  parent?: string;
  causes?: string[];
  correlation?: string;
  iteration?: number;
  duration_ms?: number;
  rationale?: Rationale;
  fields?: Record<string, unknown>;
  flags?: string[];
}

const eventBytesMax = 16 << 20;
const nameBytesMax = 1024;
const idBytesMax = 256;
const depthMax = 56; // Of `fields`; the store takes 64 levels.
const nodesMax = 100_000;

const pool = Buffer.alloc(4000);
let poolText = ''; // In hex.
let poolAt = 0;

/** A UUIDv7: it begins with the time, so that ids lie in the order in which they were made. */
export function newId(): string {
  if (poolAt + 20 > poolText.length) {
    poolText = randomFillSync(pool).toString('hex');
    poolAt = 0;
  }
  const at = poolAt;
  poolAt += 20;
  const ms = Date.now().toString(16).padStart(12, '0');
  // The two highest bits of that digit are 10.
  const variant = '89ab'[poolText.charCodeAt(at + 4) & 3];
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${poolText.slice(at + 1, at + 4)}-${variant}${poolText.slice(at + 5, at + 8)}-${poolText.slice(at + 8, at + 20)}`;
}

export const now = (): string => new Date().toISOString();

/** An event's id as the store takes it: 1 to 256 bytes. What is longer is cut, everywhere alike. */
export const idOf = (value: unknown): string | undefined => nameOf(value, idBytesMax);

/** A name as the store takes it: 1 to 1024 bytes; nothing for an empty one. */
export function nameOf(value: unknown, bytesMax = nameBytesMax): string | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  let text = typeof value === 'string' ? value : shown(value);
  if (text.length > bytesMax / 4) {
    text = Buffer.from(text)
      .subarray(0, bytesMax)
      .toString('utf8')
      .replace(/\ufffd+$/, '');
  }
  return text === '' ? undefined : text;
}

/** A kind as the store takes it. */
export function kindOf(kind: string): string {
  if (/^[a-z][a-z0-9_]{0,63}$/.test(kind)) {
    return kind;
  }
  const plain = String(kind)
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_');
  return (/^[a-z]/.test(plain) ? plain : `e_${plain}`).slice(0, 64);
}

export interface Why {
  why?: string | undefined;
  confidence?: number | undefined;
  /** What was not chosen: {option: why not}, or a list. */
  alternatives?: Record<string, string> | readonly string[] | undefined;
  refs?: readonly (string | { id: string })[] | undefined;
}

/** In the place of a reason, which a rationale must have. */
const unstated = 'no reason was stated';

/** For an event whose reason nobody gave, so that nobody counts it as one that was given. */
export const flagsOf = (rationale: Rationale | undefined): string[] | undefined =>
  rationale?.why === unstated ? ['rationale_derived'] : undefined;

export const isConfidence = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1;

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : shown(value);

/** The rationale of an event, or nothing where nothing of it was said. */
export function rationaleOf(said: Why): Rationale | undefined {
  const rejected: { option: string; rejected_because: string }[] = [];
  if (said.alternatives && !Array.isArray(said.alternatives)) {
    for (const [option, because] of Object.entries(said.alternatives)) {
      if (option !== '') {
        rejected.push({ option, rejected_because: textOf(because) || 'not stated' });
      }
    }
  }
  const refs = (said.refs ?? []).map((ref) => (typeof ref === 'string' ? ref : ref.id));
  const sure = isConfidence(said.confidence) ? said.confidence : undefined;
  const why = textOf(said.why);
  if (why === '' && sure === undefined && rejected.length === 0 && refs.length === 0) {
    return undefined;
  }
  const rationale: Rationale = { why: why || unstated };
  if (refs.length > 0) {
    rationale.refs = refs;
  }
  if (rejected.length > 0) {
    rationale.alternatives = rejected;
  }
  if (sure !== undefined) {
    rationale.confidence = sure;
  }
  return rationale;
}

/** One line. Never fails: what cannot be said as it is, is said as well as it can be. */
export function encode(event: object): string {
  try {
    const text = JSON.stringify(event);
    if (text.length < eventBytesMax / 3 && !isDeep(text)) {
      return `${text}\n`;
    }
  } catch {
    // A BigInt, a circle, a getter that throws.
  }
  for (const textMax of [eventBytesMax / 4, 1 << 20, 1 << 14, 1 << 8]) {
    const text = JSON.stringify(plain(event, { left: nodesMax, textMax, above: [] }, 0));
    if (Buffer.byteLength(text) < eventBytesMax) {
      return `${text}\n`;
    }
  }
  const bare = { ...(event as Record<string, unknown>), fields: { too_large: true } };
  return `${JSON.stringify(plain(bare, { left: 1000, textMax: 1000, above: [] }, 0))}\n`;
}

// Nothing is nested deeper than it has brackets.
function isDeep(text: string): boolean {
  let brackets = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++brackets > depthMax) {
        return true;
      }
    }
  }
  return false;
}

interface Bounds {
  left: number;
  textMax: number;
  above: object[];
}

// Bounded in depth and number, whatever the values do.
function plain(value: unknown, bounds: Bounds, depth: number): unknown {
  bounds.left -= 1;
  switch (typeof value) {
    case 'string':
      return cut(value, bounds.textMax);
    case 'number':
    case 'boolean':
      return value;
    case 'bigint':
      return value.toString();
    case 'object':
      break;
    default:
      return undefined;
  }
  if (value === null) {
    return null;
  }
  try {
    if (bounds.left <= 0 || depth >= depthMax || bounds.above.includes(value)) {
      return cut(shown(value), 1000);
    }
    if (value instanceof Error) {
      return said(value);
    }
    bounds.above.push(value);
    try {
      const own = value as { toJSON?: (key: string) => unknown };
      if (typeof own.toJSON === 'function') {
        return plain(own.toJSON(''), bounds, depth + 1);
      }
      if (Array.isArray(value)) {
        return value.map((one) => plain(one, bounds, depth + 1) ?? null);
      }
      if (value instanceof Map || value instanceof Set) {
        return plain([...value], bounds, depth + 1);
      }
      const members: Record<string, unknown> = {};
      for (const [key, one] of Object.entries(value)) {
        members[cut(key, 1000)] = plain(one, bounds, depth + 1);
      }
      return members;
    } finally {
      bounds.above.pop();
    }
  } catch {
    return cut(shown(value), 1000);
  }
}

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max)}… [${max} of ${text.length} characters]`;

export function shown(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '[object]';
  }
}

/** What an error says, on one line. */
export function said(error: unknown): string {
  try {
    if (error instanceof Error) {
      return error.message ? `${error.name}: ${error.message}` : error.name;
    }
  } catch {
    // An error may have getters, too.
  }
  return shown(error);
}
