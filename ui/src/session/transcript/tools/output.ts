/** What a tool gave back: its text, its pictures, and how a command ended. */
import type * as api from '../../../api/types';
import { isObject, textIn, valueIn } from '../../state/fields';
import { pictureIn } from './pictures';

export type ToolOutput = {
  readonly text: string | null;
  /** As `data:` addresses. */
  readonly pictures: readonly string[];
  /** What is neither. */
  readonly value: api.Json | undefined;
};

export function readOutput(output: api.Json | undefined): ToolOutput {
  if (typeof output === 'string') return { text: plain(output), pictures: [], value: undefined };
  const parts = Array.isArray(output)
    ? (output as readonly api.Json[])
    : isObject(output) && Array.isArray(valueIn(output, 'content'))
      ? (valueIn(output, 'content') as readonly api.Json[])
      : null;
  const read = parts?.map(partOf);
  if (!read || read.length === 0 || read.some((part) => part === null)) {
    return {
      text: streamsOf(output),
      pictures: [],
      value: streamsOf(output) === null ? output : undefined,
    };
  }
  const texts = read.flatMap((part) => (part && 'text' in part ? [part.text] : []));
  return {
    text: texts.length > 0 ? plain(texts.join('\n')) : null,
    pictures: read.flatMap((part) => (part && 'picture' in part ? [part.picture] : [])),
    value: undefined,
  };
}

function partOf(part: api.Json): { readonly text: string } | { readonly picture: string } | null {
  if (!isObject(part)) return null;
  const picture = pictureIn(part);
  if (picture !== null) return { picture };
  const text = textIn(part, 'text');
  return text !== null && textIn(part, 'type')?.includes('text') ? { text } : null;
}

/** `{"stdout","stderr"}`, as shells give it. */
function streamsOf(output: api.Json | undefined): string | null {
  if (!isObject(output)) return null;
  const out = valueIn(output, 'stdout');
  const err = valueIn(output, 'stderr');
  if (typeof out !== 'string' || Object.keys(output).length > 4) return null;
  return plain([out, typeof err === 'string' ? err : ''].filter((each) => each !== '').join('\n'));
}

// The colours of a terminal; anything else that acts is shown as it is by the browser: as nothing.
const colours = /\u001b\[[0-9;?]*[A-Za-z]/g;

function plain(text: string): string {
  return text.includes('\u001b') ? text.replace(colours, '') : text;
}

/** The number that a command ended with, where the record has it. */
export function exitOf(fields: api.JsonObject): number | null {
  for (const name of ['exit_code', 'exitCode', 'returncode']) {
    const value = valueIn(fields, name);
    if (typeof value === 'number') return value;
  }
  const said = textIn(fields, 'error') ?? textIn(fields, 'output') ?? '';
  const match = /^(?:Error: )?Exit code:? (-?\d{1,10})\b/.exec(said);
  return match ? Number(match[1]) : null;
}
