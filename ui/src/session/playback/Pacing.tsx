import { usePlace } from '../../ground/place';
import { loopText, speeds, withEnd, type Loop, type Pace } from './clock';

export type PacingProps = {
  readonly pace: Pace;
  readonly asRecorded: boolean;
  readonly loop: Loop | null;
  readonly events: number;
  /** Where the playhead is, when asked. */
  readonly here: () => number;
};

/** What the address says of how to play: as recorded is at speed 1 with every gap whole. */
export function paceIn(query: URLSearchParams): Pace & { readonly asRecorded: boolean } {
  const speed = speeds.find((each) => String(each) === query.get('speed')) ?? 1;
  const asRecorded = query.get('speed') === 'recorded';
  return { speed, compressed: !asRecorded && query.get('gaps') !== 'whole', asRecorded };
}

/** How fast, whether idle gaps are short, and what is played again and again. */
export function Pacing({ pace, asRecorded, loop, events, here }: PacingProps) {
  const { set } = usePlace();
  const setEnd = (end: 'first' | 'last') =>
    set({ loop: loopText(withEnd(loop, end, Math.min(here(), events), events)) });
  return (
    <div className="pacing">
      <select
        aria-label="Speed"
        value={asRecorded ? 'recorded' : String(pace.speed)}
        onChange={(event) => set({ speed: event.target.value === '1' ? null : event.target.value })}
      >
        {speeds.map((speed) => (
          <option key={speed} value={speed}>
            {speed}×
          </option>
        ))}
        <option value="recorded">as recorded</option>
      </select>
      <button
        type="button"
        aria-pressed={pace.compressed}
        disabled={asRecorded}
        title="A gap longer than 2 s is played as 2 s, one shorter than 8 ms as 8 ms"
        onClick={() => set({ gaps: pace.compressed ? 'whole' : null })}
      >
        Short gaps
      </button>
      <span className="pacing__loop" role="group" aria-label="Loop">
        <button type="button" title="Loop from here (i)" onClick={() => setEnd('first')}>
          From
        </button>
        <button
          type="button"
          aria-pressed={loop !== null}
          title={loop ? `Events ${loop.first} to ${loop.last}, again and again (r)` : 'Loop (r)'}
          disabled={events < 2}
          onClick={() => set({ loop: loop ? null : `1-${events}` })}
        >
          Loop
        </button>
        <button type="button" title="Loop up to here (o)" onClick={() => setEnd('last')}>
          To
        </button>
      </span>
    </div>
  );
}
