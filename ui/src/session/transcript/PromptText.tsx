import { useState } from 'react';

import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { bytes, plural } from '../../parts/format';
import { brief } from '../../parts/printable';
import { CodeText } from '../../parts/rich/CodeText';
import { Markdown } from '../../parts/rich/Markdown';
import { messagesIn, promptKnown, promptOf } from './messages';
import type { Item } from './items';

import './PromptText.css';

/** The newest messages are shown; the others when asked for. */
const shown_first = 12;

export type PromptTextProps = { readonly item: Item };

/** What a model was told that it had not been told before. */
export function PromptText({ item }: PromptTextProps) {
  const { row, before, said } = item;
  const [all, setAll] = useState(false);
  const [shown, setShown] = useState(shown_first);
  const messages = messagesIn(row.fields);
  const here = messages !== null && before !== undefined;
  // What is not in the page to compare with, the server has compared.
  const none = row.fields !== null && messages === null;
  const { data, error } = useAnswer<api.Knew>(
    here || none ? null : address(['events', row.id, 'knew'], { limit: 16_384 }),
  );
  if (none) return null;
  const prompt = here
    ? promptOf(messages, all ? null : before)
    : data
      ? promptKnown(data)
      : error && messages
        ? promptOf(messages, null)
        : null;
  if (!prompt) return null;
  // What stands above as a prompt or as the output of a tool is not read again.
  const fresh = all ? prompt.added : prompt.added.filter(({ text }) => !said.has(text.trim()));
  const hidden = Math.max(0, fresh.length - shown);
  if (fresh.length === 0 && prompt.kept === 0 && prompt.dropped === 0) return null;
  return (
    <div className="prompt">
      {prompt.kept > 0 &&
        (here ? (
          <button
            type="button"
            className="prompt__folded"
            onClick={(event) => {
              event.stopPropagation();
              setAll(true);
            }}
          >
            {plural(prompt.kept, 'earlier message')}, sent again
          </button>
        ) : (
          <span className="soft">{plural(prompt.kept, 'earlier message')}, sent again</span>
        ))}
      {!all && prompt.dropped > 0 && (
        <span className="soft">{plural(prompt.dropped, 'message')} no longer sent</span>
      )}
      {hidden > 0 && (
        <button
          type="button"
          className="prompt__folded"
          onClick={(event) => {
            event.stopPropagation();
            setShown(shown + 10 * shown_first);
          }}
        >
          {plural(hidden, 'message')} before these
        </button>
      )}
      {fresh.slice(hidden).map((message) => (
        <div key={message.index} className="prompt__message">
          <span className="prompt__role cut">{brief(message.role ?? 'no role')}</span>
          <div>
            <Message role={message.role} text={message.text} />
            {message.cut && <span className="soft">cut: {bytes(message.bytes)} in all</span>}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Prompts of people are prose; what tools and the system say may be anything. */
function Message({ role, text }: { readonly role: string | null; readonly text: string }) {
  const prose = role === 'user' || role === 'assistant';
  return prose ? <Markdown text={text} /> : <CodeText text={text} lines={8} />;
}
