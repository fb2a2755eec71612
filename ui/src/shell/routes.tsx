/** Which page stands at which place. To add one: a file in pages/ and a row here. */
import type { ReactNode } from 'react';

import { CalibrationPage } from '../pages/CalibrationPage';
import { CohortPage } from '../pages/CohortPage';
import { ComparePage } from '../pages/ComparePage';
import { DebriefPage } from '../pages/DebriefPage';
import { DecisionsPage } from '../pages/DecisionsPage';
import { ReplayPage } from '../pages/ReplayPage';
import { SearchPage } from '../pages/SearchPage';
import { SessionsPage } from '../pages/SessionsPage';
import { SqlPage } from '../pages/SqlPage';
import { TopologyPage } from '../pages/TopologyPage';
import { SessionPage } from '../session/SessionPage';

export type PageRoute = {
  readonly name: string;
  /** In the bar at the top; the others are reached from other pages. */
  readonly title?: string;
  readonly page: (rest: readonly string[]) => ReactNode;
};

export const routes: readonly PageRoute[] = [
  { name: 'sessions', title: 'Sessions', page: () => <SessionsPage space="sessions" /> },
  { name: 'runs', title: 'Runs', page: () => <SessionsPage space="runs" /> },
  { name: 'search', title: 'Search', page: () => <SearchPage /> },
  {
    name: 'replay',
    title: 'Replay',
    page: ([type, id]) => <ReplayPage type={type ?? 'trade'} id={id ?? ''} />,
  },
  {
    name: 'decisions',
    title: 'Decisions',
    page: ([graph]) => <DecisionsPage graph={graph ?? null} />,
  },
  { name: 'calibration', title: 'Calibration', page: () => <CalibrationPage /> },
  { name: 'compare', title: 'Compare', page: () => <ComparePage /> },
  { name: 'cohort', title: 'Cohorts', page: () => <CohortPage /> },
  { name: 'topology', title: 'Topology', page: () => <TopologyPage /> },
  { name: 'sql', title: 'SQL', page: () => <SqlPage /> },
  { name: 'debrief', page: ([run]) => <DebriefPage run={run ?? 'latest'} /> },
  { name: 'session', page: ([id]) => <SessionPage key={id ?? ''} session={id ?? ''} /> },
];
