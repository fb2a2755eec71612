import { hashOf } from '../../ground/place';
import { clock, count, duration, milliseconds, tokens } from '../../parts/format';
import { KindsBar } from '../../parts/KindsBar';
import { brief, named } from '../../parts/printable';
import { ago } from '../../parts/when';
import type { Listed } from './filters';
import { Outcome } from './Outcome';
import type { Row } from './pages';

import './SessionRow.css';

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
  /** Ticks the row for comparing it, where that can be done. */
  readonly onMark: () => void;
};

/** A session or a run: one line of figures. */
export function SessionRow(props: SessionRowProps) {
  const { space, row, href, current, marked, now } = props;
  const open = (event: React.MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a, input') : null;
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
      {space === 'runs' && (
        <span role="gridcell" className="sessions__tick">
          <input
            type="checkbox"
            checked={marked}
            aria-label={`Compare ${brief(row.id)}`}
            onChange={props.onMark}
          />
        </span>
      )}
      <span role="gridcell" className="sessions__goal cut" title={brief(row.goal ?? '')}>
        {row.goal === null ? <span className="sessions__none">no goal</span> : brief(row.goal)}
      </span>
      <span role="gridcell" className="sessions__name">
        <a data-row className="cut" href={href} title={brief(row.id)} tabIndex={-1}>
          {named(row.id)}
        </a>
        {space === 'runs' && (
          <a className="sessions__debrief" href={debriefOf(row)} tabIndex={-1}>
            debrief
          </a>
        )}
      </span>
      {space === 'runs' && <Session session={row.session ?? null} />}
      <Figures row={row} now={now} />
    </div>
  );
}

function Session({ session }: { readonly session: string | null }) {
  return (
    <span role="gridcell" className="sessions__wide cut" title={brief(session ?? '')}>
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
        className="sessions__agents sessions__wide"
        title={brief(row.agents.slice(0, 50).join(', '))}
      >
        <span className="cut">{brief(agent)}</span>
        {row.agents.length > 1 && <span className="soft"> +{count(row.agents.length - 1)}</span>}
      </span>
      <span role="gridcell" className="sessions__wide sessions__kinds">
        <KindsBar kinds={row.kinds} />
      </span>
      <span role="gridcell" className="sessions__number sessions__events">
        {count(row.events)}
      </span>
      <span
        role="gridcell"
        className="sessions__number sessions__wide sessions__tokens"
        title={count(row.tokens ?? 0)}
      >
        {row.tokens ? tokens(row.tokens) : <span className="sessions__none">–</span>}
      </span>
      <span role="gridcell" className="sessions__number sessions__failures">
        {row.errors > 0 ? (
          <span className="sessions__errors">! {count(row.errors)}</span>
        ) : (
          <span className="sessions__none">–</span>
        )}
      </span>
      <span role="gridcell" className="sessions__number sessions__wide">
        {duration(row.duration_ms)}
      </span>
      <span role="gridcell" className="sessions__wide">
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
