import { hashOf } from '../../ground/place';
import { clock, count, duration, milliseconds, tokens } from '../../parts/format';
import { KindsBar } from '../../parts/KindsBar';
import { brief, named } from '../../parts/printable';
import { ago } from '../../parts/when';
import type { Listed } from './filters';
import { Outcome } from './Outcome';
import type { Row } from './pages';

import './SessionRow.css';

const columns: { readonly [space in Listed]: readonly string[] } = {
  sessions: ['Session', 'Goal'],
  runs: ['Run', 'Session', 'Goal'],
  correlations: ['Correlation', 'Goal'],
};

const ends = { sessions: 'Outcome', runs: 'Outcome', correlations: 'Sessions' } as const;
const figures = ['Agents', 'Kinds', 'Events', 'Tokens', 'Errors', 'Duration'];

export type SessionsHeadProps = { readonly space: Listed };

export function SessionsHead({ space }: SessionsHeadProps) {
  return (
    <div role="row" className={`sessions__row sessions__row--${space} sessions__row--head`}>
      {[...columns[space], ...figures, ends[space], 'First'].map((title) => (
        <span
          key={title}
          role="columnheader"
          className={numbers.has(title) ? 'sessions__number' : ''}
        >
          {title}
        </span>
      ))}
    </div>
  );
}

const numbers: ReadonlySet<string> = new Set(['Events', 'Tokens', 'Errors', 'Duration']);

/** Where a row leads: a run to its session, or to its debrief where there is none. */
export function hashOfRow(space: Listed, row: Row): string {
  if (space === 'sessions') return hashOf(['session', row.id]);
  if (space === 'correlations') return hashOf(['replay', 'trade', row.id]);
  return row.session ? hashOf(['session', row.session]) : debriefOf(row);
}

export function debriefOf(row: Row): string {
  return hashOf(['debrief', row.id], { session: row.session });
}

export type SessionRowProps = {
  readonly space: Listed;
  readonly row: Row;
  readonly href: string;
  readonly id: string;
  readonly index: number;
  readonly current: boolean;
  readonly marked: boolean;
  readonly now: number;
  readonly onOpen: () => void;
};

/** A session or a run: one line of figures. */
export function SessionRow(props: SessionRowProps) {
  const { space, row, href, current, marked, now } = props;
  const open = (event: React.MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const elsewhere = link !== null && !link.hasAttribute('data-row');
    if (elsewhere || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    props.onOpen();
  };
  return (
    <div
      role="row"
      id={props.id}
      aria-rowindex={props.index + 2}
      aria-selected={current}
      className={`sessions__row sessions__row--${space} ${current ? 'is-current' : ''}`}
      onClick={open}
    >
      <span role="gridcell" className="sessions__name">
        <a data-row className="cut" href={href} title={brief(row.id)} tabIndex={-1}>
          {named(row.id)}
        </a>
        {marked && <span className="sessions__mark">A</span>}
        {space === 'runs' && (
          <a className="sessions__debrief" href={debriefOf(row)} tabIndex={-1}>
            debrief
          </a>
        )}
      </span>
      {space === 'runs' && <Session session={row.session ?? null} />}
      <span role="gridcell" className="cut" title={brief(row.goal ?? '')}>
        {row.goal === null ? <span className="sessions__none">–</span> : brief(row.goal)}
      </span>
      <Figures row={row} now={now} />
    </div>
  );
}

function Session({ session }: { readonly session: string | null }) {
  return (
    <span role="gridcell" className="cut" title={brief(session ?? '')}>
      {session !== null && (
        <a href={hashOf(['session', session])} tabIndex={-1}>
          {named(session)}
        </a>
      )}
    </span>
  );
}

function Sessions({ names }: { readonly names: readonly string[] }) {
  return (
    <span className="sessions__agents" title={brief(names.slice(0, 50).join(', '))}>
      <span className="cut">{brief(names[0] ?? '')}</span>
      {names.length > 1 && <span className="soft"> +{count(names.length - 1)}</span>}
    </span>
  );
}

function Figures({ row, now }: { readonly row: Row; readonly now: number }) {
  const [agent = ''] = row.agents;
  return (
    <>
      <span
        role="gridcell"
        className="sessions__agents"
        title={brief(row.agents.slice(0, 50).join(', '))}
      >
        <span className="cut">{brief(agent)}</span>
        {row.agents.length > 1 && <span className="soft"> +{count(row.agents.length - 1)}</span>}
      </span>
      <span role="gridcell">
        <KindsBar kinds={row.kinds} />
      </span>
      <span role="gridcell" className="sessions__number">
        {count(row.events)}
      </span>
      <span role="gridcell" className="sessions__number" title={count(row.tokens ?? 0)}>
        {row.tokens ? tokens(row.tokens) : <span className="sessions__none">–</span>}
      </span>
      <span role="gridcell" className="sessions__number">
        {row.errors > 0 ? (
          <span className="sessions__errors">! {count(row.errors)}</span>
        ) : (
          <span className="sessions__none">–</span>
        )}
      </span>
      <span role="gridcell" className="sessions__number">
        {duration(row.duration_ms)}
      </span>
      <span role="gridcell">
        {row.sessions ? <Sessions names={row.sessions} /> : <Outcome {...row} />}
      </span>
      {row.first === null ? (
        <span role="gridcell" className="cut soft">
          no time
        </span>
      ) : (
        <span role="gridcell" className="cut soft" title={`${clock(row.first)} UTC`}>
          {ago(milliseconds(row.first), now)}
        </span>
      )}
    </>
  );
}
