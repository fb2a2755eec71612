import { useState } from 'react';

import type * as api from '../api/types';
import { bytes, count } from './format';
import { redactedMarks } from './Redacted';

import './JsonText.css';

/** Longer text is shown in part until somebody asks for the rest. */
const shown_max = 4_000;
const members_max = 100;
/** What opens by itself: the members of small values, some levels down. */
const opened_members_max = 8;
const opened_depth_max = 4;

export type LongTextProps = { readonly text: string; readonly mono?: boolean };

/** Recorded text, as text. A long one is cut, and says by how much. */
export function LongText({ text, mono = false }: LongTextProps) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > shown_max;
  return (
    <div className="long-text">
      <pre className={mono ? 'mono' : 'long-text__prose'}>
        {cut ? text.slice(0, shown_max) : text}
      </pre>
      {cut && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {bytes(text.length)}
        </button>
      )}
    </div>
  );
}

export type JsonTextProps = {
  readonly value: api.Json;
  readonly name?: string;
  readonly open?: boolean;
  /** How deep it stands: what is far down opens only when asked. */
  readonly depth?: number;
};

/** A recorded value: members open one by one, so that a large one costs nothing until looked at. */
export function JsonText({ value, name, open = true, depth = 0 }: JsonTextProps) {
  if (value === null || typeof value !== 'object') {
    return <Leaf value={value} {...(name === undefined ? {} : { name })} />;
  }
  return (
    <Branch value={value} open={open} depth={depth} {...(name === undefined ? {} : { name })} />
  );
}

function Name({ name }: { readonly name?: string }) {
  return name === undefined ? null : <span className="json__name">{name}: </span>;
}

function Leaf({
  value,
  name,
}: {
  readonly value: null | boolean | number | string;
  readonly name?: string;
}) {
  const own = name === undefined ? {} : { name };
  if (typeof value === 'string' && (value.length > 80 || value.includes('\n'))) {
    return (
      <div className="json__leaf">
        <Name {...own} />
        <LongText text={value} mono />
      </div>
    );
  }
  return (
    <div className="json__leaf">
      <Name {...own} />
      <span className={`json__${value === null ? 'null' : typeof value}`}>
        {typeof value === 'string' ? redactedMarks(value) : String(value)}
      </span>
    </div>
  );
}

type BranchProps = {
  readonly value: readonly api.Json[] | api.JsonObject;
  readonly name?: string;
  readonly open: boolean;
  readonly depth: number;
};

function Branch({ value, name, open, depth }: BranchProps) {
  const [opened, setOpened] = useState(open);
  const [shown, setShown] = useState(members_max);
  const members: readonly (readonly [string, api.Json])[] = opened ? Object.entries(value) : [];
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  return (
    <details
      className="json__branch"
      open={opened}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <Name {...(name === undefined ? {} : { name })} />
        <span className="soft">
          {Array.isArray(value) ? `[${count(size)}]` : `{${count(size)}}`}
        </span>
      </summary>
      {members.slice(0, shown).map(([key, member]) => (
        <JsonText
          key={key}
          name={key}
          value={member}
          open={size <= opened_members_max && depth < opened_depth_max}
          depth={depth + 1}
        />
      ))}
      {opened && size > shown && (
        <button type="button" onClick={() => setShown(shown + 1000)}>
          {count(size - shown)} more
        </button>
      )}
    </details>
  );
}
