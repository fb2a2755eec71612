/** What was recorded with an event, as one reads it. */
import type * as api from '../../api/types';
import { JsonText, LongText } from '../../parts/JsonText';
import { brief } from '../../parts/printable';
import { sayingOf, type Saying } from './saying';

/** What is left over is opened by itself when it is little. */
const open_max = 4;

export type SaidProps = {
  readonly kind: string;
  readonly fields: api.JsonObject;
};

/** Facts in a line, texts as text, and what is left by its members. */
export function Said({ kind, fields }: SaidProps) {
  const { facts, texts, blocks, rest } = sayingOf(kind, fields);
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
            <LongText text={text} />
          </div>
        ),
      )}
      {blocks.map(({ name, value }) => (
        <Block key={name} label={name} value={value} />
      ))}
      <Facts facts={facts} />
      {rest && <JsonText value={rest} open={Object.keys(rest).length <= open_max} name="more" />}
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
        <LongText text={value} mono />
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
