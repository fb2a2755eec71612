/** What an event says of itself in one line, as every answer of the server writes it. */
import type * as api from '../api/types';
import { firstLine, printable } from './printable';

type Told = Pick<api.Event, 'kind' | 'duration_ms' | 'rationale' | 'fields'>;

/** `took_ms`: of the observation that ended a call, where the call itself has no duration. */
export function summary(event: Told, took_ms: number | null = null): string {
  const tell = rows.get(event.kind);
  if (tell) return tell(new Fields(event.fields ?? {}), event, took_ms);
  // A span that is nothing else says at least what it was called, a prompt what was asked.
  const fields = new Fields(event.fields ?? {});
  const said =
    event.kind === 'span'
      ? fields.line('name')
      : event.kind === 'prompt'
        ? fields.line('text')
        : '';
  return `Event: ${printable(event.kind)}${bracketed(said)}`;
}

/** What is absent, empty or of another type is told by `otherwise`. */
class Fields {
  constructor(private readonly fields: api.JsonObject) {}

  get(name: string): api.Json | undefined {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
  }

  text(name: string, otherwise = ''): string {
    const value = this.get(name);
    return typeof value === 'string' && value !== '' ? printable(value) : otherwise;
  }

  /** Models like to begin with an empty line, which would say nothing. */
  line(name: string, otherwise = ''): string {
    const value = this.get(name);
    const line = typeof value === 'string' ? firstLine(value.replace(/^[\r\n]+/, '')) : '';
    return line === '' ? otherwise : line;
  }

  /** Content may be anything; what is no text shows as the JSON it is. */
  content(name: string, otherwise = ''): string {
    const value = this.get(name);
    if (value === undefined || value === null || typeof value === 'string') {
      return this.line(name, otherwise);
    }
    return firstLine(JSON.stringify(value));
  }

  number(name: string): number | null {
    const value = this.get(name);
    return typeof value === 'number' ? value : null;
  }

  list(name: string): readonly api.Json[] {
    const value = this.get(name);
    return Array.isArray(value) ? value : [];
  }
}

function bracketed(text: string): string {
  return text === '' ? '' : ` (${text})`;
}

function took(event: Told, took_ms: number | null): string {
  const ms = event.duration_ms ?? took_ms ?? 0;
  if (Number.isInteger(ms)) return `${BigInt(ms)}ms`;
  return `${ms.toFixed(3).replace(/\.?0+$/, '')}ms`;
}

function tokens(fields: Fields): string {
  const prompt = fields.number('prompt_tokens');
  const completion = fields.number('completion_tokens');
  const parts = prompt === null && completion === null ? null : (prompt ?? 0) + (completion ?? 0);
  return String(fields.number('total_tokens') ?? parts ?? '?');
}

function decision(fields: Fields, event: Told): string {
  const why = typeof event.rationale?.why === 'string' ? printable(event.rationale.why) : '';
  const what = fields.text('description') || fields.text('decision_type') || why || 'unknown';
  return `Decision: ${what} -> ${fields.text('chosen', '?')}`;
}

/** Who a message goes to. */
export function receivers(fields: api.JsonObject | undefined): readonly string[] {
  const to = new Fields(fields ?? {}).list('to');
  return to.filter((name): name is string => typeof name === 'string' && name !== '');
}

function message(fields: Fields, event: Told): string {
  const from = fields.text('from', '?');
  const status = bracketed(fields.text('status'));
  const to = receivers(event.fields);
  if (to.length > 0) return `Message: ${from} -> ${to.map(printable).join(', ')}${status}`;
  const subtype = fields.text('subtype');
  return `Action: ${from}${subtype === '' ? '' : ` ${subtype}`}${status}`;
}

function outcome(fields: Fields): string {
  const correct = fields.get('correct');
  const verdict = correct === true ? 'correct' : correct === false ? 'incorrect' : 'unknown';
  return `Outcome: ${verdict}${bracketed(fields.text('outcome'))}`;
}

function observation(fields: Fields): string {
  const said =
    fields.text('key') || fields.content('content') || fields.content('error', 'unknown');
  return `Observation: ${said}`;
}

function alternatives(fields: Fields): string {
  const rejected = fields.list('rejected').flatMap((each) => {
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return [];
    return new Fields(each as api.JsonObject).text('option') || [];
  });
  const over = rejected.length === 0 ? '' : ` over ${rejected.join(', ')}`;
  return `Alternatives: chose ${fields.text('chosen', '?')}${over}`;
}

function log(fields: Fields): string {
  const severity = fields.text('severity');
  return `Log: ${severity}${severity === '' ? '' : ': '}${fields.content('body', 'unknown')}`;
}

/** A session may well have said nothing. */
function session(what: string, said: string): string {
  return said === '' ? what : `${what}: ${said}`;
}

type Tell = (fields: Fields, event: Told, took_ms: number | null) => string;

// A name that is missing is "unknown", the end of an arrow "?".
const rows: ReadonlyMap<string, Tell> = new Map<string, Tell>([
  [
    'tool_call',
    (of, event, ms) => `Tool call: ${of.text('tool_name', 'unknown')} (${took(event, ms)})`,
  ],
  [
    'llm_call',
    (of, event, ms) =>
      `LLM call: ${of.text('model', 'unknown')} (${tokens(of)} tokens, ${took(event, ms)})`,
  ],
  ['decision', decision],
  [
    'delegation',
    (of) =>
      `Delegation: ${of.text('parent_id', '?')} -> ${of.text('child_id', '?')} (${of.text('task', '?')})`,
  ],
  ['error', (of) => `Error: ${of.text('error', 'unknown')}`],
  ['message', message],
  ['outcome', outcome],
  ['thought', (of) => `Thought: ${of.line('text', 'unknown')}`],
  ['observation', observation],
  ['assumption', (of) => `Assumption: ${of.text('assumption', 'unknown')}`],
  ['curation', (of) => `Curation: ${of.text('action', 'unknown')} ${of.text('target', '?')}`],
  ['alternatives', alternatives],
  ['log', log],
  ['strategy_switch', (of) => `Strategy: ${of.text('from', '?')} -> ${of.text('to', '?')}`],
  ['reactive', (of) => `Reactive: ${of.text('action', 'unknown')}`],
  ['termination', (of) => `Termination: ${of.text('reason', 'unknown')}`],
  ['session_start', (of) => session('Session started', of.text('goal'))],
  ['session_end', (of) => session('Session ended', of.text('status'))],
]);
