import type { ReactNode } from 'react';

import { useKeys } from '../ground/keys';
import { usePlace } from '../ground/place';
import { FindBox } from './find/FindBox';
import { GraphView } from './graph/GraphView';
import { PlaybackBar } from './playback/PlaybackBar';
import { SessionHead } from './SessionHead';
import { SidePanel } from './SidePanel';
import { useSession, views, type View } from './state/session';
import { useView, viewNamed } from './state/useView';
import { TimelineView } from './timeline/TimelineView';
import { TranscriptView } from './transcript/TranscriptView';
import { TreeView } from './tree/TreeView';

import './SessionLayout.css';

const drawn: { readonly [view in View]: () => ReactNode } = {
  graph: () => <GraphView />,
  tree: () => <TreeView />,
  timeline: () => <TimelineView />,
  transcript: () => <TranscriptView />,
};

/** The head, one view or two beside each other, the panel, and the playback bar. */
export function SessionLayout() {
  const { query, set } = usePlace();
  const { head } = useSession();
  const named = viewNamed(query.get('view'));
  const view = useView();
  const beside = viewNamed(query.get('beside'));
  useKeys(
    'Views',
    views.flatMap((each, at) => [
      { keys: [String(at + 1)], label: `Show the ${each}`, run: () => set({ view: each }) },
      {
        keys: [`Alt+${at + 1}`],
        label: `Show the ${each} beside it, or no longer`,
        run: () => set({ beside: beside === each ? null : each }),
      },
    ]),
  );
  return (
    <div className="session">
      <SessionHead view={view} beside={beside} />
      <div className="session__middle">
        <FindBox />
        <section className="session__view" aria-label={view}>
          {(named || head) && drawn[view]()}
        </section>
        {beside && beside !== view && (
          <section className="session__view" aria-label={beside}>
            {drawn[beside]()}
          </section>
        )}
        <SidePanel />
      </div>
      <PlaybackBar />
    </div>
  );
}
