import { recorded } from '../../api/recorded';
import { usePlace } from '../../ground/place';
import type { Axis } from './ticks';

export type TimelineBarProps = {
  readonly axis: Axis;
  readonly linear: boolean;
  readonly lanes: 'agent' | 'run';
  readonly figures: string;
  readonly critical: string;
  readonly shown: string;
  /** A nearer answer is on its way. */
  readonly nearby: boolean;
  /** There is something idle that can be folded. */
  readonly folded: boolean;
  readonly onZoom: (factor: number) => void;
  readonly onWhole: () => void;
};

/** What the timeline is of, and how it is shown. */
export function TimelineBar(props: TimelineBarProps) {
  const { set } = usePlace();
  const { axis, linear, lanes } = props;
  return (
    <div className="timeline__bar">
      <span
        className="timeline__figures soft cut"
        title={`${props.figures} · ${props.critical} · ${props.shown}`}
      >
        {props.figures}
        {props.critical && ' · '}
        {/* Underlined as it is drawn. */}
        {props.critical && <span className="timeline__critical">{props.critical}</span>}
        <span aria-live="polite">{props.nearby && ' · looking nearer…'}</span>
      </span>
      {!recorded && (
        <span className="timeline__group" role="group" aria-label="Lanes">
          <button
            type="button"
            aria-pressed={lanes === 'agent'}
            onClick={() => set({ lanes: null })}
          >
            Agents
          </button>
          <button
            type="button"
            aria-pressed={lanes === 'run'}
            onClick={() => set({ lanes: 'run' })}
          >
            Runs
          </button>
        </span>
      )}
      <span className="timeline__group" role="group" aria-label="Times">
        <button type="button" aria-pressed={axis === 'since'} onClick={() => set({ axis: null })}>
          Since start
        </button>
        <button
          type="button"
          aria-pressed={axis === 'clock'}
          onClick={() => set({ axis: 'clock' })}
        >
          Clock
        </button>
      </span>
      <button
        type="button"
        aria-pressed={props.folded && !linear}
        disabled={!props.folded}
        title="Draw long stretches in which nothing happens as short ones"
        onClick={() => set({ idle: linear ? null : 'shown' })}
      >
        Fold idle
      </button>
      <span className="timeline__group" role="group" aria-label="Zoom">
        <button type="button" aria-label="See more" onClick={() => props.onZoom(1 / 0.7)}>
          −
        </button>
        <button type="button" aria-label="Look nearer" onClick={() => props.onZoom(0.7)}>
          +
        </button>
        <button type="button" onClick={props.onWhole}>
          Whole
        </button>
      </span>
    </div>
  );
}
