/** The messages of model calls: agents resend the whole conversation, and only the news is shown. */
import type * as api from '../../api/types';
import { isObject, listIn, textIn, valueIn } from '../state/fields';

export type Prompt = {
  /** How many messages the call before had sent already. */
  readonly kept: number;
  readonly added: readonly api.KnewMessage[];
  /** How many of the call before were not sent again. */
  readonly dropped: number;
};

/** What is new in a conversation; without one before it, all of it is. */
export function promptOf(
  messages: readonly api.Json[],
  before: readonly api.Json[] | null,
): Prompt {
  const earlier = before ?? [];
  let kept = 0;
  while (
    kept < messages.length &&
    kept < earlier.length &&
    JSON.stringify(messages[kept]) === JSON.stringify(earlier[kept])
  ) {
    ++kept;
  }
  return {
    kept,
    added: messages.slice(kept).map((message, at) => knownMessage(message, kept + at)),
    dropped: earlier.length - kept,
  };
}

/** As the server says it. */
export function promptKnown(knew: api.Knew): Prompt | null {
  if (!knew.messages) return null;
  const { kept, added, dropped } = knew.messages;
  return { kept, added, dropped: dropped.length };
}

export function messagesIn(fields: api.JsonObject | null): readonly api.Json[] | null {
  return listIn(fields, 'messages');
}

function knownMessage(message: api.Json, index: number): api.KnewMessage {
  const role = isObject(message) ? textIn(message, 'role') : null;
  const text = textOf(message);
  return { index, role, text, bytes: text.length, cut: false };
}

/** The content of a message: text, parts with text, or whatever else it is, as JSON. */
export function textOf(message: api.Json): string {
  if (typeof message === 'string') return message;
  const content = isObject(message) ? valueIn(message, 'content') : message;
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) {
    return (content as readonly api.Json[])
      .map((part) =>
        isObject(part) ? (textIn(part, 'text') ?? JSON.stringify(part)) : asText(part),
      )
      .join('\n');
  }
  return JSON.stringify(content ?? message);
}

function asText(part: api.Json): string {
  return typeof part === 'string' ? part : JSON.stringify(part);
}
