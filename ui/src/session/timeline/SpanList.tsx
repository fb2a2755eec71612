import { memo } from 'react';

import type * as api from '../../api/types';
import { count } from '../../parts/format';
import { laneName, markText, momentText } from './describe';
import type { Mark, Picture } from './picture';

export const listed_max = 200;

export type SpanListProps = {
  readonly picture: Picture;
  readonly marks: readonly Mark[];
  readonly lanes: 'agent' | 'run';
  readonly selected: api.EventId | null;
  readonly onOpen: (mark: Mark) => void;
};

/** The canvas in words, for who cannot see it. */
export const SpanList = memo(function SpanList(props: SpanListProps) {
  const { picture, marks, lanes, selected, onOpen } = props;
  const rows = marks.slice(0, listed_max);
  return (
    <div className="unseen">
      <table aria-label="Events in view">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Lane</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((mark) => (
            <tr
              key={`${mark.lane} ${mark.ordinal} ${mark.from}`}
              aria-current={mark.span !== null && mark.span.id === selected}
            >
              <td>{momentText(picture, mark.from)}</td>
              <td>{laneName(picture.lanes[mark.lane], lanes)}</td>
              <td>
                <button type="button" tabIndex={-1} onClick={() => onOpen(mark)}>
                  {markText(mark)}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {marks.length > rows.length && <p>and {count(marks.length - rows.length)} more in view</p>}
    </div>
  );
});
