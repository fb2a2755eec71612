/** What was recorded with an event, as one reads it. */
import type * as api from '../../api/types';
import { JsonText } from '../../parts/JsonText';
import { brief } from '../../parts/printable';
import { CodeText } from '../../parts/rich/CodeText';
import { Markdown } from '../../parts/rich/Markdown';
import { sayingOf, type Saying } from './saying';

/** What is left of these stands behind the button JSON: nobody reads it for what was done. */
const read_whole = new Set([
  ...['llm_call', 'tool_call', 'tool_result', 'session_start', 'prompt', 'thought', 'termination'],
]);

export type SaidProps = {
  readonly kind: string;
  readonly fields: api.JsonObject;
};

/** Facts in a line, texts as text, and what is left by its members. */
export function Said({ kind, fields }: SaidProps) {
  const { facts, texts, blocks, rest, unknown } = sayingOf(kind, fields);
  return (
    <>
      {texts.map(({ name, text, mono }) =>
        mono ? (
          <Block key={name} label={name} value={text} />
        ) : (
          <div key={name}>
            {(texts.length > 1 || name === 'chosen') && (
              <span className="card__label">{name.replaceAll('_', ' ')}</span>
            )}
            <Markdown text={text} />
          </div>
        ),
      )}
      {blocks.map(({ name, value }) => (
        <Block key={name} label={name} value={value} />
      ))}
      <Facts facts={facts} />
      {rest && !read_whole.has(kind) && (
        <div className="card__more">
          <JsonText value={rest} open={unknown} name="more" />
        </div>
      )}
    </>
  );
}

function Facts({ facts }: Pick<Saying, 'facts'>) {
  if (facts.length === 0) return null;
  return (
    <div className="card__facts">
      {facts.map(({ name, text }) => (
        <span key={name}>
          <span className="soft">{name.replaceAll('_', ' ')}</span> {brief(text)}
        </span>
      ))}
    </div>
  );
}

export type BlockProps = { readonly label: string; readonly value: api.Json };

/** A recorded value under its name: text as text, few short members as lines, else as JSON. */
export function Block({ label, value }: BlockProps) {
  const members = flatMembers(value);
  return (
    <div className={label === 'error' ? 'card__block card__block--error' : 'card__block'}>
      <span className="card__label">{label}</span>
      {typeof value === 'string' ? (
        <CodeText text={value} className={label === 'error' ? 'tool__error' : ''} />
      ) : members ? (
        members.map(([name, member]) => <JsonText key={name} name={name} value={member} />)
      ) : (
        <JsonText value={value} />
      )}
    </div>
  );
}

const lines_max = 8;

function flatMembers(value: api.Json): readonly (readonly [string, api.Json])[] | null {
  if (value === null || typeof value !== 'object') return null;
  const members = Object.entries(value) as [string, api.Json][];
  const flat = members.every(([, member]) => member === null || typeof member !== 'object');
  return flat && members.length > 0 && members.length <= lines_max ? members : null;
}
