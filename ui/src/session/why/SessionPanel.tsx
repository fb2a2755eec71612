import { useState } from 'react';

import { address, type Query } from '../../api/client';
import { recorded } from '../../api/recorded';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { CommandLine } from '../../parts/CommandLine';
import { CompletenessList } from '../../parts/CompletenessList';
import { command, count, plural } from '../../parts/format';
import { Kind } from '../../parts/Kind';
import { Failure, Notice } from '../../parts/Notice';
import { brief } from '../../parts/printable';
import { SummaryText } from '../../parts/SummaryText';
import { Markdown } from '../../parts/rich/Markdown';
import { failureKinds } from '../state/failures';
import { RowTime } from '../state/RowTime';
import { useSession } from '../state/session';
import { useGoal } from '../state/useGoal';
import { Figures } from './Figures';

import './rows.css';
import './SessionPanel.css';

const rows_first = 8;
const rows_max = 50;
/** Looking for gaps reads the whole session: in a long one somebody has to ask for it. */
const gaps_by_itself_max = 20_000;

/** What is worth knowing of a session before anything is selected: its goal, its end, what failed. */
export function SessionPanel() {
  const { head, session } = useSession();
  const end = useRows({ kinds: 'session_end,termination,outcome', limit: rows_max });
  const failed = useRows({ errors: true, kinds: failureKinds(head?.kinds), limit: rows_max });
  return (
    <div className="session-panel">
      <h3>Goal</h3>
      <Goal />
      <h3>Figures</h3>
      <Figures key={session} />
      <h3>How it ended</h3>
      <Rows outline={end} none="no end, termination or outcome was recorded" />
      <h3>{failed && failed.rows_total > 0 ? `Failed: ${count(failed.rows_total)}` : 'Failed'}</h3>
      <Rows outline={failed} none="nothing" />
      <h3>What is missing</h3>
      <Gaps />
    </div>
  );
}

function Goal() {
  const { text, waiting } = useGoal();
  if (text === null) return <p className="soft">{waiting ? 'reading…' : 'none was recorded'}</p>;
  return (
    <div className="session-panel__goal">
      <Markdown text={text} />
    </div>
  );
}

function useRows(query: Query): api.Outline | null {
  const { session, version } = useSession();
  const target = address(['sessions', session, 'outline'], { order: 'time', ...query });
  return useAnswer<api.Outline>(target, version).data;
}

type RowsProps = { readonly outline: api.Outline | null; readonly none: string };

function Rows({ outline, none }: RowsProps) {
  const { select } = useSession();
  const [all, setAll] = useState(false);
  if (!outline) return null;
  if (outline.rows.length === 0) return <p className="soft">{none}</p>;
  const more = outline.rows_total - outline.rows.length;
  return (
    <>
      <ul className="session-panel__rows">
        {outline.rows.slice(0, all ? rows_max : rows_first).map((row) => (
          <li key={row.seq}>
            <button type="button" onClick={() => select(row.id)}>
              <Kind kind={row.kind} bare />
              <span className="cut" title={brief(row.summary)}>
                <SummaryText summary={row.summary} />
              </span>
              <RowTime row={row} />
            </button>
          </li>
        ))}
      </ul>
      {!all && outline.rows.length > rows_first && (
        <button type="button" onClick={() => setAll(true)}>
          {count(outline.rows_total - rows_first)} more
        </button>
      )}
      {all && more > 0 && (
        <p className="soft">and {count(more)} more: filter the tree or the transcript for them</p>
      )}
    </>
  );
}

function Gaps() {
  const { session, head, select, version, growing } = useSession();
  const [asked, setAsked] = useState(false);
  const wanted = asked || (head !== null && head.events <= gaps_by_itself_max);
  const { data, error } = useAnswer<api.Gaps>(
    wanted ? address(['gaps', session], { scope: 'session' }) : null,
    version,
  );
  if (error) return <Failure error={error} />;
  return (
    <>
      {!wanted && head && (
        <button type="button" onClick={() => setAsked(true)}>
          Look through {plural(head.events, 'event')}
        </button>
      )}
      {/* Above the list, which grows while a session goes on. */}
      <CommandLine command={command('gaps', session, '--scope', 'session')} />
      {data && <Checklist rules={data.rules} />}
      {data && (
        <CompletenessList completeness={data.completeness} onSelect={select} growing={growing} />
      )}
      {data?.completeness.complete && <p className="soft">nothing that the rules look for</p>}
      <Refused />
    </>
  );
}

/** Lines that were refused belong to no session: they may be what this one lacks. */
function Refused() {
  const { version } = useSession();
  const { data } = useAnswer<api.StoreStatus>(recorded ? null : address(['status']), version);
  if (!data || data.quarantined === 0) return null;
  return (
    <Notice tone="missing">
      {plural(data.quarantined, 'line')} of what was recorded{' '}
      {data.quarantined === 1 ? 'was' : 'were'} refused and {data.quarantined === 1 ? 'is' : 'are'}{' '}
      kept in quarantine, of this session or of others.
      <CommandLine command={command('quarantine')} />
    </Notice>
  );
}

/** Which rules found nothing, and which had nothing to look at: the second is no pass. */
function Checklist({ rules }: { readonly rules: readonly api.RuleCheck[] }) {
  const passed = rules.filter(({ checked, found }) => checked > 0 && found === 0);
  const idle = rules.filter(({ checked }) => checked === 0);
  return (
    <details>
      <summary>
        {plural(passed.length, 'rule')} found nothing, {count(idle.length)} had nothing to check
      </summary>
      <ul className="soft">
        {[...passed, ...idle].map(({ rule, checked, note }) => (
          <li key={rule}>
            {rule.replaceAll('_', ' ')}:{' '}
            {[checked > 0 && `${count(checked)} checked`, note].filter(Boolean).join('; ')}
          </li>
        ))}
      </ul>
    </details>
  );
}
