import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { useKeysInside } from '../../ground/keys';
import { usePlace } from '../../ground/place';
import { count } from '../../parts/format';
import { Failure } from '../../parts/Notice';
import { marks, useSession } from '../state/session';
import { useView } from '../state/useView';
import { KindFilter } from '../tree/KindFilter';
import { ItemCard } from './ItemCard';
import { foldAgents, itemAt, itemOf, itemsOf, type Item } from './items';
import { useDelegated } from './useDelegated';
import { useFollowing, type Following } from './useFollowing';
import { useKeptPlace, type KeptPlace } from './useKeptPlace';
import { useTranscript } from './useTranscript';

import './TranscriptView.css';

/** What was said and done, in order, to be read. */
export function TranscriptView() {
  const state = useSession();
  const { query } = usePlace();
  const filter = { kinds: query.get('kinds'), errors: query.get('errors') === '1' };
  const filtered = Boolean(filter.kinds) || filter.errors;
  const transcript = useTranscript(state.session, filter, state.version);
  const { stretch, extend } = transcript;
  const all = useMemo(
    () => itemsOf(stretch.rows, stretch.from_start && !filtered),
    [stretch, filtered],
  );
  const { items, fold } = useFolded(all);
  const box = useRef<HTMLDivElement>(null);
  const kept = useKeptPlace(box, items);
  const follow = useFollowing(transcript, items, kept);
  const [top, setTop] = useState<number | null>(null);
  const fill = useCallback(() => {
    const element = box.current;
    if (!element || element.clientHeight === 0) return;
    const above = element.scrollTop;
    const below = element.scrollHeight - above - element.clientHeight;
    if (below < element.clientHeight) void extend('later');
    else if (above < element.clientHeight * 0.6) void extend('earlier');
  }, [extend]);
  const onScroll = () => {
    setTop(kept.remember());
    fill();
  };
  useEffect(() => {
    setTop(kept.remember(items.length > 0 ? 'anew' : undefined));
    // A screen that is not full yet has nothing to scroll by.
    const element = box.current;
    if (element && element.scrollHeight < element.clientHeight * 2) fill();
  }, [items]);
  const now = Number.isFinite(state.at) ? itemAt(items, state.at) : null;
  const main = useView() === 'transcript';
  const onKeyDown = useItemKeys({ items, follow, kept, top, main });
  const away = () => follow.setFollowing(false);
  const first = items.find(({ row }) => row.seq === top)?.row.ordinal ?? items[0]?.row.ordinal ?? 1;
  return (
    <div className="transcript" onKeyDown={onKeyDown}>
      <TranscriptBar first={first} last={stretch.rows.at(-1)?.ordinal ?? 0} follow={follow} />
      <div>{transcript.error && <Failure error={transcript.error} />}</div>
      <div
        ref={box}
        className="transcript__box"
        role="feed"
        aria-label={`Transcript of ${state.session}`}
        tabIndex={0}
        onScroll={onScroll}
        onWheel={away}
        onTouchMove={away}
      >
        <div>
          {stretch.to_end && items.length === 0 && (
            <p className="transcript__end soft">Nothing fits the filter.</p>
          )}
          {items.map((item) => (
            <ItemCard
              key={item.row.seq}
              item={item}
              total={state.head?.events ?? -1}
              marks={marksOf(state, item)}
              now={item === now}
              onSelect={follow.choose}
              onFold={fold}
            />
          ))}
          {stretch.to_end && items.length > 0 && (
            <p className="transcript__end soft">The end of what was recorded.</p>
          )}
        </div>
      </div>
    </div>
  );
}

/** The items with sub-agents folded, and a way to open one. */
function useFolded(all: readonly Item[]) {
  const { event } = useSession();
  const delegated = useDelegated();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(
    () => foldAgents(all, { delegated, open }, event),
    [all, delegated, open, event],
  );
  const fold = useCallback((key: string, opened: boolean) => {
    setOpen((before) => new Set(opened ? [...before, key] : [...before].filter((k) => k !== key)));
  }, []);
  return { items, fold };
}

/** A card is marked for what is folded into it, too. */
function marksOf(state: Parameters<typeof marks>[0], { row, result }: Item): string {
  const folded = result !== null && (result.id === state.event || state.lit.has(result.id));
  const own = row.id === state.event || !folded;
  return marks(state, own ? row : { id: result?.id ?? row.id, ordinal: row.ordinal });
}

type KeyContext = {
  readonly items: readonly Item[];
  readonly follow: Following;
  readonly kept: KeptPlace;
  /** The topmost card, by seq. */
  readonly top: number | null;
  readonly main: boolean;
};

function useItemKeys({ items, follow, kept, top, main }: KeyContext) {
  const { event, head } = useSession();
  const step = (by: number) => {
    const selected = event === null ? null : itemOf(items, event);
    const near = selected !== null && kept.sees(selected.row.seq);
    // Whoever has scrolled away goes on from what is on the screen.
    const start = items.findIndex(({ row }) => row.seq === (near ? selected.row.seq : top));
    const next = items[Math.max(0, Math.min(near ? start + by : start, items.length - 1))];
    if (!next) return;
    kept.bring(next.row.seq, 'nearest');
    kept.focus(next.row.seq);
    follow.choose(next.row.id);
  };
  return useKeysInside(
    'Transcript',
    [
      { keys: ['j'], label: 'Next card', run: () => step(1) },
      { keys: ['k'], label: 'Previous card', run: () => step(-1) },
      { keys: ['Home'], label: 'To the beginning', run: () => follow.goTo(1) },
      { keys: ['End'], label: 'To the end', run: () => follow.goTo(head?.events ?? 1) },
    ],
    main,
  );
}

type TranscriptBarProps = {
  readonly first: number;
  /** The last event that is in the page. */
  readonly last: number;
  readonly follow: Following;
};

/** Where in the session one reads, and how to read elsewhere. */
function TranscriptBar({ first, last, follow }: TranscriptBarProps) {
  const { head, at, growing } = useSession();
  const total = head?.events ?? 1;
  const behind = growing && last > 0 ? total - last : 0;
  return (
    <div className="transcript__bar">
      <KindFilter />
      {Number.isFinite(at) && !follow.following && (
        <button type="button" onClick={() => follow.setFollowing(true)}>
          Follow the playhead
        </button>
      )}
      {behind > 0 && (
        <button type="button" onClick={() => follow.goTo(total)}>
          {count(behind)} new ↓
        </button>
      )}
      <input
        type="range"
        aria-label="Place in the session"
        aria-valuetext={`event ${first} of ${total}`}
        min={1}
        max={total}
        value={Math.min(first, total)}
        onChange={(event) => {
          follow.setFollowing(false);
          follow.goTo(Number(event.target.value));
        }}
      />
      <span className="transcript__place soft">
        {count(first)} of {count(total)}
      </span>
    </div>
  );
}
