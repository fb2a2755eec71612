import { useMemo } from 'react';

import { address } from '../api/client';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { hashOf, usePlace } from '../ground/place';
import { ChosenField } from '../parts/ChosenField';
import { CommandLine } from '../parts/CommandLine';
import { clock, command, count, duration, plural } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { brief } from '../parts/printable';
import { Several } from '../parts/Several';
import { parseRange } from '../parts/when';
import { AgentFigures } from './figures/AgentFigures';
import { ToolFigures } from './figures/ToolFigures';

import './FiguresPage.css';

/** Who and what fails most, takes longest and costs most: per agent and per tool. */
export function FiguresPage() {
  const { query, set } = usePlace();
  const take = (name: string) => (value: string) => set({ [name]: value }, 'push');
  const during = query.get('during') ?? '';
  const [session, agent] = [query.get('session'), query.get('agent')];
  const range = useMemo(() => parseRange(during, Date.now()), [during]);
  const asked = { session, agent, from: range?.from ?? null, to: range?.to ?? null };
  const { data, error, waiting } = useAnswer<api.Stats>(address(['stats'], asked));
  return (
    <div className="figures" aria-busy={waiting}>
      <header className="page-head">
        <h1>Figures</h1>
        <ChosenField label="Agent" value={agent ?? ''} hint="all" onChoose={take('agent')} />
        <ChosenField label="Session" value={session ?? ''} hint="all" onChoose={take('session')} />
        <ChosenField
          label="Time"
          value={during}
          hint="all, or 7d, 2026-05"
          onChoose={take('during')}
        />
        <CommandLine
          command={command(
            'stats',
            agent && `--agent=${agent}`,
            session && `--session=${session}`,
            range?.from && `--from=${range.from}`,
            range?.to && `--to=${range.to}`,
          )}
        />
      </header>
      {range === null && (
        <Notice tone="error">No time: try 25m, 7d, 2026-05-19 or 2026-05-19..2026-05-21</Notice>
      )}
      {error && !waiting && <Failure error={error} />}
      {waiting && !data && <p role="status">Reading every event…</p>}
      {data && !error && <Answer stats={data} />}
    </div>
  );
}

function Answer({ stats }: { readonly stats: api.Stats }) {
  const { errors, slow, loops } = stats;
  return (
    <>
      <p className="soft">
        {plural(stats.events, 'event')} · {plural(stats.tool_calls.n, 'tool call')} ·{' '}
        {plural(stats.llm_calls.n, 'model call')}
        {stats.duration_ms !== null && ` · over ${duration(stats.duration_ms)}`}
        {stats.cost_usd === null && ' · no cost was recorded'}
      </p>
      <h2>By agent</h2>
      <AgentFigures rows={stats.by_agent} />
      <h2>By tool</h2>
      {stats.by_tool.length === 0 && <p className="soft">No tool was called.</p>}
      {stats.by_tool.length > 0 && <ToolFigures rows={stats.by_tool} />}
      <h2>What failed</h2>
      {errors.length === 0 && <p className="soft">Nothing, as far as was recorded.</p>}
      <ul className="figures__list">
        <Several items={errors} step={20}>
          {(each, at) => (
            <li key={at}>
              <b className="figures__failed">{count(each.count)} ×</b> {brief(each.error)}{' '}
              <span className="soft">
                {each.agents.map((name) => brief(name)).join(', ')}
                {each.last_seen && ` · last ${clock(each.last_seen)}`}
              </span>
            </li>
          )}
        </Several>
      </ul>
      <h2>What took longest</h2>
      <ul className="figures__list">
        {slow.map((each) => (
          <li key={each.event}>
            {duration(each.duration_ms)}{' '}
            <a href={hashOf(['dossier', each.event])}>{brief(each.summary)}</a>
          </li>
        ))}
      </ul>
      {loops.length > 0 && <h2>What went in circles</h2>}
      <ul className="figures__list">
        <Several items={loops} step={20}>
          {(each, at) => (
            <li key={at}>
              {count(each.repeats)} × {each.steps.map((step) => brief(step)).join(' → ')}{' '}
              <a href={hashOf(['dossier', each.first_event])}>from here on</a>
            </li>
          )}
        </Several>
      </ul>
    </>
  );
}
