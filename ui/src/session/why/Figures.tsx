import { useState } from 'react';

import { address } from '../../api/client';
import { recorded } from '../../api/recorded';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { count, duration, plural, usd } from '../../parts/format';
import { useSession } from '../state/session';

/** Figures read the whole session: in a long one somebody has to ask for them. */
const by_itself_max = 20_000;

const classes = [
  ['input', 'input'],
  ['output', 'output'],
  ['cache_read', 'read from the cache'],
  ['cache_write', 'written to the cache'],
  ['reasoning', 'reasoning (of the output)'],
] as const;

/** What the session used: tokens by class with the cache, money where it was recorded, calls. */
export function Figures() {
  const { session, head, version } = useSession();
  const [asked, setAsked] = useState(false);
  const wanted = recorded === null && (asked || (head !== null && head.events <= by_itself_max));
  const { data } = useAnswer<api.Stats>(wanted ? address(['stats'], { session }) : null, version);
  if (recorded) return <p className="soft">the file does not have them</p>;
  if (!wanted) {
    return (
      <button type="button" onClick={() => setAsked(true)}>
        Add up {plural(head?.events ?? 0, 'event')}
      </button>
    );
  }
  if (!data) return <p className="soft">adding up…</p>;
  return (
    <dl className="usage">
      <Figure name="tokens" value={known(data.tokens.total)} />
      {classes.map(([key, name]) =>
        data.tokens[key] === null ? null : (
          <Figure key={key} name={name} value={known(data.tokens[key])} part />
        ),
      )}
      {data.cost_usd !== null && <Figure name="cost" value={usd(data.cost_usd)} />}
      <Figure name="model calls" value={calls(data.llm_calls)} />
      <Figure name="tool calls" value={calls(data.tool_calls)} />
    </dl>
  );
}

function known(value: number | null): string {
  return value === null ? 'not recorded' : count(value);
}

function calls({ n, p50_ms, max_ms }: api.Durations): string {
  if (n === 0) return 'none';
  const told = (ms: number | null) => duration(ms).replaceAll(' ', '\u00a0');
  const took = p50_ms === null ? '' : `, half within ${told(p50_ms)}, at most ${told(max_ms)}`;
  return `${count(n)}${took}`;
}

type FigureProps = { readonly name: string; readonly value: string; readonly part?: boolean };

function Figure({ name, value, part = false }: FigureProps) {
  return (
    <>
      <dt className={part ? 'usage__part' : undefined}>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
