// Asks for an answer by its address, for the functions of questions.ts.
import { valueIn } from './ask.js';
import { recorder } from './index.js';
import type * as answers from './schema.js';
import type { Step } from './scope.js';

/** An answer: `value` is its JSON, `text` what the command prints. */
export interface Answer<Value = unknown> {
  value: Value;
  text: () => Promise<string>;
}

/** A name, or a step that has it. */
export type Named = string | number | Step;

/** A name as a part of a path. */
export const part = (name: Named): string => encodeURIComponent(String(name));

export async function asked<Value>(path: string, parameters: object = {}): Promise<Answer<Value>> {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = Object.fromEntries(given.map(([name, value]) => [name, said(value)]));
  return ask(path, [], query) as Promise<Answer<Value>>;
}

function said(value: unknown): string {
  if (typeof value === 'boolean') {
    return value ? '1' : '0';
  }
  return Array.isArray(value) ? value.join(',') : String(value);
}

/**
 * Any question: its path below /api/v1, with its parameters: `ask("sessions/s1/tree")`. Where nobody
 * serves the store, `hence ask` is run, or the command that is given.
 */
export async function ask(
  path: string,
  command: readonly string[] = [],
  parameters: Record<string, string> = {},
): Promise<Answer> {
  const { asking } = recorder();
  const value = valueIn(await asking.get(path, command, parameters), path);
  return { value, text: () => asking.get(path, command, parameters, 60_000, 'text/plain') };
}

/** One SELECT over what was recorded; `sqlSchema` has the tables. */
export async function sql(
  query: string,
  bounds: Omit<answers.SqlQuery, 'query'> = {},
): Promise<Answer<answers.SqlAnswer>> {
  const { asking } = recorder();
  const given = Object.entries(bounds).filter(([, value]) => value !== undefined && value !== null);
  const words = given.map(([name, value]) => `--${name.split('_')[0]}=${value}`);
  const command = ['sql', ...words, '--', query];
  const body = JSON.stringify({ ...Object.fromEntries(given), query });
  const get = (accept?: string): Promise<string> =>
    asking.get('sql', command, {}, 60_000, accept, body);
  return {
    value: JSON.parse(await get()) as answers.SqlAnswer,
    text: () => get('text/plain'),
  };
}
