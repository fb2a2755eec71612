import { useEffect, useState } from 'react';

import type * as api from '../../api/types';
import { go, hashOf } from '../../ground/place';
import { CommandLine } from '../../parts/CommandLine';
import { clock, command, duration, plural, shortId } from '../../parts/format';
import { linesOf } from '../../parts/CompletenessList';
import { askedType, types } from './model';

import './ReplayHead.css';

export type ReplayHeadProps = {
  readonly type: string;
  readonly id: string;
  readonly limit: number;
  readonly replay: api.Replay | null;
  /** Only messages, errors and outcomes. */
  readonly bare: boolean;
  readonly onBare?: (bare: boolean) => void;
  readonly onSelect?: (event: string) => void;
  /** Asks for more of a replay that was cut. */
  readonly onMore?: () => void;
};

/** What is replayed, its figures, and the box to replay something else. */
export function ReplayHead(props: ReplayHeadProps) {
  const { type, id, replay } = props;
  const [typed, setTyped] = useState(id);
  useEffect(() => setTyped(id), [id]);
  return (
    <header className="replay-head">
      <form
        className="replay-head__form"
        onSubmit={(event) => {
          event.preventDefault();
          go(hashOf(['replay', type, ...(typed === '' ? [] : [typed])]));
        }}
      >
        <h1>Replay</h1>
        <select
          aria-label="Type"
          value={type}
          onChange={(event) => go(hashOf(['replay', event.target.value, ...(id ? [id] : [])]))}
        >
          {[...new Set([...types.keys(), type])].map((each) => (
            <option key={each} value={each}>
              {types.get(each) ?? each}
            </option>
          ))}
        </select>
        <input
          aria-label={type === 'session' ? 'Session' : 'Correlation'}
          placeholder={type === 'session' ? 'Session' : 'Correlation'}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit">Replay</button>
        {id && <a href={hashOf(['replay', type])}>Choose another</a>}
      </form>
      {id !== '' && type !== 'session' && (
        <label>
          <input
            type="checkbox"
            checked={props.bare}
            onChange={(event) => props.onBare?.(event.target.checked)}
          />{' '}
          only messages, errors and outcomes
        </label>
      )}
      <CommandLine command={commandOf(props)} />
      {replay && <Figures {...props} replay={replay} />}
    </header>
  );
}

/** Without anything to replay: the command that lists what can be. */
function commandOf({ type, id, limit, bare }: ReplayHeadProps): string {
  if (id !== '') return command('replay', askedType(type, bare), id, `--limit=${limit}`);
  return type === 'session' ? command('sessions', '--status') : command('correlations');
}

type FiguresProps = Pick<ReplayHeadProps, 'onSelect' | 'onMore'> & { readonly replay: api.Replay };

function Figures({ replay, onSelect, onMore }: FiguresProps) {
  const { events, agents, from, duration_ms, obstacles, ended_by, completeness } = replay;
  return (
    <p className="replay-head__figures soft">
      {plural(events.length, 'event')}
      {completeness.truncated > 0 && (
        <>
          {', the oldest of more '}
          <button type="button" className="replay-head__end" onClick={onMore}>
            Load more events
          </button>
        </>
      )}{' '}
      · {plural(agents.length, 'agent')}
      {from !== null && ` · ${clock(from)}`}
      {duration_ms !== null && ` · ${duration(duration_ms)}`} ·{' '}
      <span className={obstacles.length > 0 ? 'replay-head__obstacles' : ''}>
        {plural(obstacles.length, 'obstacle')}
      </span>{' '}
      · {plural(linesOf(completeness).length, 'thing')} missing
      {ended_by !== null && (
        <>
          {' · ended by '}
          <button type="button" className="replay-head__end" onClick={() => onSelect?.(ended_by)}>
            {shortId(ended_by)}
          </button>
        </>
      )}
    </p>
  );
}
