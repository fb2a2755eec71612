import { clock, count } from '../../parts/format';
import { placeOf } from './graph';

export type AsOfProps = {
  readonly changes: readonly string[];
  readonly asOf: string | null;
  /** Null: as it is. */
  readonly onChange: (asOf: string | null) => void;
};

/** The graph as it was: one step of the slider is one change. */
export function AsOf({ changes, asOf, onChange }: AsOfProps) {
  if (changes.length < 2) return null;
  const place = placeOf(changes, asOf);
  const last = changes.length - 1;
  const text = place < 0 ? 'before the first change' : clock(changes[place] ?? '');
  return (
    <label className="as-of">
      As of
      <input
        type="range"
        min={0}
        max={last}
        value={Math.max(0, place)}
        aria-valuetext={text}
        onChange={(event) => {
          const at = Number(event.target.value);
          onChange(at === last ? null : (changes[at] ?? null));
        }}
      />
      <span className="mono">
        {asOf === null ? 'now' : text}
        <span className="soft">
          {' '}
          change {count(place + 1)} of {count(changes.length)}
        </span>
      </span>
    </label>
  );
}
