import { address, type ApiError } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { hashOf } from '../../ground/place';
import { count, duration, plural } from '../../parts/format';
import { Kind } from '../../parts/Kind';
import { Failure, Notice } from '../../parts/Notice';
import { brief } from '../../parts/printable';
import { SummaryText } from '../../parts/SummaryText';
import { RowTime } from '../state/RowTime';
import { useSession } from '../state/session';

export type SelectedHeadProps = { readonly event: api.EventId };

/** What is selected, in three lines. */
export function SelectedHead({ event }: SelectedHeadProps) {
  const { session, version, select } = useSession();
  const { data, error, waiting } = useAnswer<api.Outline>(
    address(['sessions', session, 'outline'], { order: 'time', at: event, limit: 1 }),
    version,
  );
  if (error) return <Elsewhere event={event} error={error} />;
  const row = data?.rows[0];
  if (!row) return <header className="side-panel__head" aria-busy="true" />;
  return (
    <header className="side-panel__head" aria-busy={waiting}>
      <div className="side-panel__summary">
        <SummaryText summary={row.summary} />
      </div>
      <div className="side-panel__meta">
        <Kind kind={row.kind} />
        {row.status === 'error' && <span className="side-panel__failed">✕ failed</span>}
        {row.agent && <span className="side-panel__agent cut">{brief(row.agent)}</span>}
        <RowTime row={row} />
        {row.duration_ms !== null && <span>{duration(row.duration_ms)}</span>}
        {row.tokens !== null && <span>{plural(row.tokens, 'token')}</span>}
        <span>
          event {count(row.ordinal)} of {count(data.events)}
        </span>
        <button type="button" className="side-panel__clear" onClick={() => select(null)}>
          Clear
        </button>
      </div>
    </header>
  );
}

/** The selected event is not of this session: a chain may have led into another. */
function Elsewhere({ event, error }: { readonly event: api.EventId; readonly error: ApiError }) {
  const { session } = useSession();
  const { data } = useAnswer<api.Event>(error.status === 404 ? address(['events', event]) : null);
  if (error.status !== 404 || !data || data.id !== event) return <Failure error={error} />;
  return (
    <Notice>
      This event is not part of {brief(session)}.{' '}
      {data.session !== undefined && (
        <a href={hashOf(['session', data.session], { event })}>Open {brief(data.session)}</a>
      )}
    </Notice>
  );
}
