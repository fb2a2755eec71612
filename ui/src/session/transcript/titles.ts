/** The title of a card: what the event is about, before its text is read. */
import { textIn } from '../state/fields';
import type { Row } from './window';

const line_max = 200;

export function titleOf(row: Row): string | null {
  const field = (name: string) => textIn(row.fields, name) ?? afterColon(row.summary);
  switch (row.kind) {
    case 'tool_call':
      return field('tool_name');
    case 'llm_call':
      return field('model');
    case 'session_start':
    case 'prompt':
      return null;
    case 'decision':
      return field('description');
    case 'termination':
      return field('reason');
    case 'session_end':
      return field('status');
    case 'observation':
      return textIn(row.fields, 'key');
    case 'delegation':
      return fromTo(row);
    case 'message':
    case 'curation':
    case 'strategy_switch':
      return afterColon(row.summary);
    case 'outcome':
      return outcomeTitle(row);
    case 'log':
      return logLine(row);
    default:
      // The text of the others stands below, whole.
      return null;
  }
}

/** A log of one short line is all title. */
export function logLine(row: Row): string | null {
  const body = row.kind === 'log' ? textIn(row.fields, 'body') : null;
  return body !== null && body.length <= line_max && !body.includes('\n') ? body : null;
}

/** Without the task, which stands below. */
function fromTo(row: Row): string {
  const from = textIn(row.fields, 'parent_id');
  const to = textIn(row.fields, 'child_id');
  return from !== null && to !== null ? `${from} → ${to}` : afterColon(row.summary);
}

function outcomeTitle(row: Row): string {
  const correct = textIn(row.fields, 'correct');
  return correct === 'true' ? 'correct' : correct === 'false' ? 'incorrect' : 'unknown';
}

function afterColon(summary: string): string {
  const colon = summary.indexOf(': ');
  return colon < 0 ? summary : summary.slice(colon + 2);
}

export type CardRole = 'asked' | 'answer' | 'empty' | 'thinking' | 'tool' | 'other';

/** How a card is set: as somebody's words, as a deed, or as a line among them. */
export function roleOf(row: Row): CardRole {
  switch (row.kind) {
    case 'session_start':
    case 'prompt':
      return 'asked';
    case 'llm_call':
      return row.fields !== null && !(textIn(row.fields, 'completion') ?? '').trim()
        ? 'empty'
        : 'answer';
    case 'thought':
      return 'thinking';
    case 'tool_call':
      return 'tool';
    default:
      return 'other';
  }
}
