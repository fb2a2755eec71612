import { useCallback, useMemo, useState } from 'react';

import { address } from '../api/client';
import type * as api from '../api/types';
import { forget, useAnswer } from '../api/useAnswer';
import { useArrivals } from '../api/useArrivals';
import { useKeys } from '../ground/keys';
import { go, hashOf, usePlace } from '../ground/place';
import { CompletenessList } from '../parts/CompletenessList';
import { Failure } from '../parts/Notice';
import { Chooser } from './replay/Chooser';
import { EventDetail } from './replay/EventDetail';
import { Legend } from './replay/Legend';
import { nextMark } from './replay/lines';
import {
  askedType,
  eventFor,
  gapsOf,
  modelOf,
  summaryOf,
  type Mark,
  type Model,
} from './replay/model';
import { Picture } from './replay/Picture';
import { ReplayHead } from './replay/ReplayHead';
import { ReplayTable } from './replay/ReplayTable';

import './ReplayPage.css';

export type ReplayPageProps = { readonly type: string; readonly id: string };

const limit_usual = 500;

/** A trade, directive, incident or session across agents, from its beginning to its end. */
export function ReplayPage({ type, id }: ReplayPageProps) {
  if (id === '') {
    return (
      <div className="replay">
        <ReplayHead type={type} id="" limit={limit_usual} replay={null} bare={false} />
        <Chooser type={type} />
      </div>
    );
  }
  return <Thread key={`${type}/${id}`} type={type} id={id} />;
}

function Thread({ type, id }: ReplayPageProps) {
  const { query, set } = usePlace();
  const limit = Math.max(1, Math.floor(Number(query.get('limit') ?? limit_usual)) || limit_usual);
  const [version, setVersion] = useState(0);
  const bare = query.get('bare') === '1';
  const asked = askedType(type, bare);
  const target = address(['replay', asked, id], { limit, summaries: true });
  const { data, error, waiting } = useAnswer<api.Replay>(target, version);
  useArrivals(type === 'session' ? { session: id } : { correlation: id }, () => {
    forget(address(['replay', asked, id]));
    setVersion((before) => before + 1);
  });
  const model = useMemo(() => (data ? modelOf(data) : null), [data]);
  const selected = query.get('event');
  const mark = model?.marks[model.places.get(selected ?? '') ?? -1] ?? null;
  const select = useCallback((event: string | null) => set({ event }), [set]);
  useThreadKeys(model, mark, select);
  return (
    <div className="replay" aria-busy={waiting}>
      <ReplayHead
        type={type}
        id={id}
        limit={limit}
        replay={data}
        bare={bare}
        onBare={(only) => set({ bare: only })}
        onSelect={select}
        onMore={() => set({ limit: limit * 4 })}
      />
      {error && <Failure error={error} />}
      {waiting && !data && <p role="status">Reading…</p>}
      {model && data && (
        <>
          <Picture model={model} selected={selected} onSelect={select} />
          <div className="replay__below">
            <div className="replay__table">
              <ReplayTable model={model} selected={mark} onSelect={select} />
            </div>
            {mark && (
              <EventDetail
                mark={mark}
                onRef={(ref) => select(eventFor(model, ref))}
                onClose={() => select(null)}
              />
            )}
            {!mark && selected !== null && (
              <Outside id={selected} replay={data} onClose={() => select(null)} />
            )}
            {selected === null && (
              <aside className="replay__missing" aria-label="What is missing">
                <CompletenessList completeness={data.completeness} onSelect={select} />
                {data.completeness.complete && <p className="soft">Nothing is missing here.</p>}
                <Legend />
              </aside>
            )}
          </div>
        </>
      )}
    </div>
  );
}

type OutsideProps = {
  readonly id: string;
  readonly replay: api.Replay;
  readonly onClose: () => void;
};

/** An event that the replay names, as a gap does, and does not have. */
function Outside({ id, replay, onClose }: OutsideProps) {
  const { data, error } = useAnswer<api.Event>(address(['events', id]));
  // An event as it was stored has no summary. The chain that explains it begins with the event.
  const chain = useAnswer<api.Explanation>(address(['events', id, 'explain'], { limit: 1 }));
  if (error) return <Failure error={error} />;
  if (!data || chain.waiting) return null;
  const gaps = gapsOf(replay.completeness).get(data.id) ?? [];
  const summary = chain.data?.chain[0]?.summary ?? summaryOf(data);
  return <EventDetail mark={{ event: data, summary, gaps }} inside={false} onClose={onClose} />;
}

function odd(mark: Mark): boolean {
  return mark.obstacle || mark.gaps.length > 0;
}

function useThreadKeys(
  model: Model | null,
  mark: Mark | null,
  select: (event: string | null) => void,
): void {
  const step = (by: 1 | -1, fits: (mark: Mark) => boolean) => {
    if (!model) return;
    const from = mark?.at ?? (by > 0 ? -1 : model.marks.length);
    const found = nextMark(model.marks, from, by, fits);
    if (found) select(found.event.id);
  };
  const any = () => true;
  const decides = (each: Mark) => each.event.kind === 'decision';
  useKeys('Replay', [
    { keys: ['j', 'ArrowDown', 'ArrowRight'], label: 'Next event', run: () => step(1, any) },
    { keys: ['k', 'ArrowUp', 'ArrowLeft'], label: 'Previous event', run: () => step(-1, any) },
    { keys: ['d'], label: 'Next decision', run: () => step(1, decides) },
    { keys: ['D'], label: 'Previous decision', run: () => step(-1, decides) },
    { keys: ['n'], label: 'Next obstacle or gap', run: () => step(1, odd) },
    { keys: ['N'], label: 'Previous obstacle or gap', run: () => step(-1, odd) },
    {
      keys: ['Enter', 'o'],
      label: 'Open the event in its session',
      run: () =>
        mark?.event.session !== undefined &&
        go(hashOf(['session', mark.event.session], { event: mark.event.id })),
    },
    { keys: ['Escape'], label: 'Select nothing', run: () => select(null) },
  ]);
}
