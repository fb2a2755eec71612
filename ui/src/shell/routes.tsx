/** Which page stands at which place. To add one: a file in pages/ and a row here. */
import type { ReactNode } from 'react';

import { CalibrationPage } from '../pages/CalibrationPage';
import { CohortPage } from '../pages/CohortPage';
import { ComparePage } from '../pages/ComparePage';
import { DebriefPage } from '../pages/DebriefPage';
import { DecisionsPage } from '../pages/DecisionsPage';
import { DossierPage } from '../pages/DossierPage';
import { FiguresPage } from '../pages/FiguresPage';
import { IntegrityPage } from '../pages/IntegrityPage';
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
  /** What the page is for, in one line, for somebody who sees it for the first time. */
  readonly purpose?: string;
  readonly page: (rest: readonly string[]) => ReactNode;
};

export const routes: readonly PageRoute[] = [
  {
    name: 'sessions',
    title: 'Sessions',
    purpose: 'What agents did, one row for each session. Open one to see why.',
    page: () => <SessionsPage space="sessions" />,
  },
  {
    name: 'runs',
    title: 'Runs',
    purpose: 'One row for each task within a session. Tick two rows to compare them.',
    page: () => <SessionsPage space="runs" />,
  },
  {
    name: 'search',
    title: 'Search',
    purpose: 'Where was this said or done? Searches every command, output, message and thought.',
    page: () => <SearchPage />,
  },
  {
    name: 'figures',
    title: 'Figures',
    purpose: 'Which agent and which tool does how much, fails how often, and costs how much.',
    page: () => <FiguresPage />,
  },
  {
    name: 'replay',
    title: 'Replay',
    purpose: 'One incident or task across agents and sessions: who did what, and who told whom.',
    page: ([type, id]) => <ReplayPage type={type ?? 'trade'} id={id ?? ''} />,
  },
  {
    name: 'decisions',
    title: 'Decisions',
    purpose: 'The goals, decisions and rejected options that agents recorded, as one graph.',
    page: ([graph]) => <DecisionsPage graph={graph ?? null} />,
  },
  {
    name: 'calibration',
    title: 'Calibration',
    purpose: 'When an agent says it is 90 % sure, is it right nine times out of ten?',
    page: () => <CalibrationPage />,
  },
  {
    name: 'compare',
    title: 'Compare',
    purpose: 'Two runs side by side: where they first differ, and what each did from there on.',
    page: () => <ComparePage />,
  },
  {
    name: 'cohort',
    title: 'Cohorts',
    purpose: 'Which runs do better, by model, tool, agent or any other setting.',
    page: () => <CohortPage />,
  },
  {
    name: 'topology',
    title: 'Topology',
    purpose: 'Who calls, delegates to and writes to whom, across all sessions.',
    page: () => <TopologyPage />,
  },
  {
    name: 'integrity',
    title: 'Integrity',
    purpose:
      'Is the record whole? What was refused, what is waiting, and where everything is from.',
    page: () => <IntegrityPage />,
  },
  {
    name: 'sql',
    title: 'SQL',
    purpose: 'Ask the record in SQL. Nothing that you type can change it.',
    page: () => <SqlPage />,
  },
  {
    name: 'debrief',
    purpose: 'A run by its decisions: what was done, why, and how it ended.',
    page: ([run]) => <DebriefPage run={run ?? 'latest'} />,
  },
  {
    name: 'dossier',
    purpose: 'Everything about one decision on one page, to print or to file.',
    page: ([event]) => <DossierPage event={event ?? 'latest'} />,
  },
  { name: 'session', page: ([id]) => <SessionPage key={id ?? ''} session={id ?? ''} /> },
];
