import { useEffect, useRef, useState } from 'react';

import type * as api from '../../api/types';
import { count } from '../../parts/format';
import { Kind } from '../../parts/Kind';
import { brief } from '../../parts/printable';
import { RowTime } from '../state/RowTime';
import { valueText } from './Scrubber';

export type NowCardProps = {
  readonly row: api.OutlineRow | null;
  readonly events: number;
  readonly playing: boolean;
  readonly note: string;
  readonly onSelect: (event: api.EventId) => void;
};

/** The event at the playhead: what happens now. */
export function NowCard({ row, events, playing, note, onSelect }: NowCardProps) {
  return (
    <div className="now" aria-label="Now" role="group">
      {row && (
        <button
          type="button"
          className="now__event"
          title="Select this event"
          onClick={() => onSelect(row.id)}
        >
          <Kind kind={row.kind} />
          {row.status === 'error' && <span className="now__failed">✕ failed</span>}
          <span className="now__summary cut">{brief(row.summary)}</span>
          {row.agent !== null && (
            <span className="now__agent cut soft">{brief(row.agent, 60)}</span>
          )}
        </button>
      )}
      <span className="now__note soft" role="status">
        {note}
      </span>
      <span className="now__place">
        {row && <RowTime row={row} />}
        <span>
          {row ? count(row.ordinal) : '–'} / {count(events)}
        </span>
      </span>
      <Announced text={playing && row ? valueText(row, events) : ''} />
    </div>
  );
}

const announce_ms = 1000;

/** Tells a screen reader what happens, as fast as one can listen. */
function Announced({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  const next = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, next.current - performance.now());
    const timer = setTimeout(() => {
      next.current = performance.now() + announce_ms;
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className="unseen" aria-live="polite">
      {said}
    </span>
  );
}
