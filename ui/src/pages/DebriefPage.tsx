import { address, askText } from '../api/client';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { hashOf, usePlace } from '../ground/place';
import { CommandLine } from '../parts/CommandLine';
import { CompletenessList } from '../parts/CompletenessList';
import { Copy } from '../parts/Copy';
import { command, duration, plural } from '../parts/format';
import { LongText } from '../parts/JsonText';
import { Failure, Missing } from '../parts/Notice';
import { printable } from '../parts/printable';
import { RationaleText } from '../parts/RationaleText';
import { Coverage } from './debrief/Coverage';
import { PathStrip } from './debrief/PathStrip';
import { Section, Sections, type SectionsProps } from './debrief/Sections';
import { Outcome } from './sessions/Outcome';

import './DebriefPage.css';

export type DebriefPageProps = { readonly run: string };

/** One run looked back at: what it was for, which way it went and why, how it ended. */
export function DebriefPage({ run }: DebriefPageProps) {
  const { query } = usePlace();
  const asked = query.get('session');
  const target = address(['runs', run, 'debrief'], { session: asked, summaries: true });
  const { data, error, waiting } = useAnswer<api.Debrief>(target);
  const found = useSessionOf(asked === null ? (data?.run_id ?? null) : null);
  const session = asked ?? found;
  return (
    <article className="debrief" aria-busy={waiting}>
      <header className="page-head debrief__head">
        <h1 className="cut" title={run}>
          Debrief: run {printable(data?.run_id ?? run)}
        </h1>
        {session && <a href={hashOf(['session', session])}>Open the session</a>}
        <Copy
          label="Copy as Markdown"
          text={() =>
            askText(address(['runs', run, 'debrief'], { session: asked, markdown: true }))
          }
        />
        <CommandLine command={command('debrief', run, asked !== null && `--session=${asked}`)} />
      </header>
      {error && <Failure error={error} />}
      {waiting && !data && <p role="status">Reading the run…</p>}
      {data && !error && <Told debrief={data} session={session} />}
    </article>
  );
}

/** The session of a run that was asked for by its name alone, where there is one such run. */
function useSessionOf(run: string | null): string | null {
  const { data } = useAnswer<api.RunPage>(
    run === null ? null : address(['runs'], { text: run, limit: 100 }),
  );
  const same = data?.runs.filter((row) => row.id === run) ?? [];
  return same.length === 1 ? (same[0]?.session ?? null) : null;
}

function Told({ debrief, session }: SectionsProps) {
  const { goal, verdict, termination, coverage, path, completeness } = debrief;
  return (
    <>
      <dl className="debrief__figures">
        <dt>Goal</dt>
        <dd>
          {goal === null ? <Missing>no goal was recorded</Missing> : <LongText text={goal} />}
        </dd>
        <dt>Verdict</dt>
        <dd>{verdict ? <Verdict verdict={verdict} /> : <Missing>none was recorded</Missing>}</dd>
        <dt>Ended by</dt>
        <dd>
          <Termination termination={termination} />
        </dd>
        <dt>Coverage</dt>
        <dd>
          <Coverage coverage={coverage} />
        </dd>
      </dl>
      <CompletenessList completeness={completeness} />
      {path.length > 0 && (
        <Section title={`Path: ${plural(path.length, 'step')}`}>
          <PathStrip path={path} />
        </Section>
      )}
      <Sections debrief={debrief} session={session} />
    </>
  );
}

function Verdict({ verdict }: { readonly verdict: NonNullable<api.Debrief['verdict']> }) {
  const { status, tokens, duration_ms } = verdict;
  return (
    <div className="debrief__verdict">
      {status === null ? <Missing>no status</Missing> : <Outcome status={status} />}
      {tokens.total !== null && <span className="soft">{plural(tokens.total, 'token')}</span>}
      <span className="soft">{duration(duration_ms)}</span>
    </div>
  );
}

function Termination({ termination }: { readonly termination: api.Debrief['termination'] }) {
  if (termination.by === 'unknown' && !termination.rationale) {
    return <Missing>no termination was recorded</Missing>;
  }
  return (
    <>
      <div>{printable(termination.by)}</div>
      {termination.rationale && <RationaleText rationale={termination.rationale} />}
    </>
  );
}
