import { address } from '../api/client';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { hashOf, usePlace } from '../ground/place';
import { CommandLine } from '../parts/CommandLine';
import { command } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { Comparison } from './compare/Comparison';
import { RunChoice } from './compare/RunChoice';

import './ComparePage.css';

/** Two runs beside each other: what both did, what one did, where they part. */
export function ComparePage() {
  const { query, set } = usePlace();
  const [a, b] = [query.get('a') ?? '', query.get('b') ?? ''];
  const [session_a, session_b] = [query.get('session_a'), query.get('session_b')];
  const diff = useAnswer<api.Diff>(
    a && b ? address(['diff'], { a, b, session_a, session_b }) : null,
  );
  return (
    <div className="compare">
      <header className="page-head page-head--bar compare__head">
        <h1>Compare two runs</h1>
        <RunChoice
          label="Run A"
          run={a}
          session={session_a}
          onChoose={(run, session) => set({ a: run, session_a: session }, 'push')}
        />
        <RunChoice
          label="Run B"
          run={b}
          session={session_b}
          onChoose={(run, session) => set({ b: run, session_b: session }, 'push')}
        />
        <button
          type="button"
          onClick={() => set({ a: b, b: a, session_a: session_b, session_b: session_a })}
        >
          Swap
        </button>
        {a && b && (
          <CommandLine
            command={command(
              'diff',
              a,
              b,
              session_a && `--session-a=${session_a}`,
              session_b && `--session-b=${session_b}`,
            )}
          />
        )}
      </header>
      {diff.waiting && !diff.data && <p role="status">Comparing…</p>}
      {diff.error && <Failure error={diff.error} />}
      {!(a && b) && (
        <Notice>
          Choose two runs, best of the same agent and task: type their names above, or tick two rows
          in <a href={hashOf(['runs'])}>Runs</a>.
        </Notice>
      )}
      {diff.data && a && b && !diff.error && (
        <Comparison diff={diff.data} sessionA={session_a} sessionB={session_b} />
      )}
    </div>
  );
}
