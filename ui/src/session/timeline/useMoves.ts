/** How one moves about in the timeline: nearer, farther, aside, and from event to event. */
import { useCallback, useState, type KeyboardEventHandler } from 'react';

import { useKeysInside } from '../../ground/keys';
import { useSession } from '../state/session';
import type { Mark, Picture } from './picture';
import type { Scale, Stretch } from './scale';
import { inView, neighbour } from './scene';
import type { SetView } from './useView';
import { panned, zoomed } from './view';

export type Moves = {
  readonly zoom: (factor: number, share?: number) => void;
  readonly pan: (share: number) => void;
  /** Selects an event, and looks nearer at many. */
  readonly open: (mark: Mark | null) => void;
  /** Why a key did nothing. */
  readonly said: string;
  readonly onKeyDown: KeyboardEventHandler;
};

export type MovesProps = {
  readonly picture: Picture;
  readonly scale: Scale;
  readonly view: Stretch;
  readonly setView: SetView;
  /** The selected event, when it is in the picture. */
  readonly current: Mark | null;
};

const nearer = 0.7;
const aside = 0.2;

export function useMoves({ picture, scale, view, setView, current }: MovesProps): Moves {
  const { select } = useSession();
  const [said, setSaid] = useState('');
  const zoom = useCallback(
    (factor: number, share = 0.5) => setView((before) => zoomed(before, scale, factor, share)),
    [scale, setView],
  );
  const pan = useCallback(
    (share: number) => setView((before) => panned(before, scale, share)),
    [scale, setView],
  );
  const open = useCallback(
    (mark: Mark | null) => {
      if (mark?.span) select(mark.span.id);
      else if (mark?.bucket) setView({ from: mark.from, to: mark.to });
    },
    [select, setView],
  );
  const step = (by: 1 | -1) => {
    const first = inView(picture, view).find(({ span }) => span !== null) ?? null;
    const next = current ? neighbour(picture, current, by) : first;
    setSaid(next ? '' : picture.bucketed ? 'look nearer to go from event to event' : 'no more');
    if (next) open(next);
  };
  const onKeyDown = useKeysInside('Timeline, while it has the focus', [
    { keys: ['ArrowLeft', 'a'], label: 'Earlier', run: () => pan(-aside) },
    { keys: ['ArrowRight', 'd'], label: 'Later', run: () => pan(aside) },
    { keys: ['ArrowUp', 'w'], label: 'Look nearer', run: () => zoom(nearer) },
    { keys: ['ArrowDown', 's'], label: 'See more', run: () => zoom(1 / nearer) },
    { keys: ['0'], label: 'The whole session', run: () => setView(null) },
    { keys: ['.'], label: 'Next event in the lane', run: () => step(1) },
    { keys: [','], label: 'Previous event in the lane', run: () => step(-1) },
  ]);
  return { zoom, pan, open, said, onKeyDown };
}
