import { useRef } from 'react';

import { hashOf } from '../../ground/place';
import { Failure, Notice } from '../../parts/Notice';
import { SessionsList, scrollerIn } from '../sessions/SessionsList';
import { useRows } from '../sessions/useRows';

export type ChooserProps = { readonly type: string };

/** What can be replayed: correlations, or sessions. */
export function Chooser({ type }: ChooserProps) {
  const space = type === 'session' ? 'sessions' : 'correlations';
  const box = useRef<HTMLDivElement>(null);
  const list = useRows(
    space,
    { status: space === 'sessions' },
    () => scrollerIn(box)?.scrollTop === 0,
  );
  if (list.error && list.rows.length === 0) return <Failure error={list.error} />;
  if (list.rows.length === 0) {
    if (list.waiting) return <p role="status">Reading…</p>;
    return <Notice>No event names a {type === 'session' ? 'session' : 'correlation'} yet.</Notice>;
  }
  return (
    <SessionsList
      key={space}
      space={space}
      list={list}
      box={box}
      hrefOf={(row) => hashOf(['replay', type, row.id])}
    />
  );
}
