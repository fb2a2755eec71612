import { count, duration, plural } from '../../parts/format';
import { Kind } from '../../parts/Kind';
import { lineageText } from '../../parts/lineage';
import { momentText } from './describe';
import type { Mark, Picture } from './picture';

export type TipProps = {
  readonly mark: Mark;
  readonly picture: Picture;
  readonly at: { readonly x: number; readonly y: number };
  readonly width: number;
};

const tip_px = 320;

/** What is under the pointer. */
export function Tip({ mark, picture, at, width }: TipProps) {
  const { span, bucket } = mark;
  const left = Math.max(0, Math.min(at.x + 14, width - tip_px));
  return (
    <div className="timeline__tip" role="tooltip" style={{ left, top: at.y + 16 }}>
      <div className="timeline__tip-head">
        <Kind kind={mark.kind} />
        {mark.failed && span && <span className="timeline__failed">✕ failed</span>}
        <span className="soft">
          {momentText(picture, mark.from)}
          {bucket && ` – ${momentText(picture, mark.to)}`}
        </span>
      </div>
      {span && (
        <>
          <div className="timeline__tip-text">{span.summary.slice(0, 400)}</div>
          <div className="soft">
            event {count(span.ordinal)}
            {span.duration_ms !== null && ` · ${duration(span.duration_ms)}`}
            {span.critical && ' · on the critical path'}
            {lineageText(span) && ` · ${lineageText(span)}`}
          </div>
        </>
      )}
      {bucket && (
        <div className="soft">
          {plural(bucket.events, 'event')}, most of this kind
          {bucket.errors > 0 && (
            <span className="timeline__failed"> · ✕ {count(bucket.errors)} failed</span>
          )}
          {bucket.critical && ' · on the critical path'}
          <div>click to look nearer</div>
        </div>
      )}
    </div>
  );
}
