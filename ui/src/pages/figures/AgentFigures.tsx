import type * as api from '../../api/types';
import { hashOf } from '../../ground/place';
import { count, duration, tokens, usd } from '../../parts/format';
import { brief } from '../../parts/printable';
import { SortableTable, type SortableColumn } from '../../parts/SortableTable';
import { sumOf } from './sums';

export type AgentFiguresProps = { readonly rows: readonly api.AgentFigures[] };

/** What each agent did: how much of it failed, how long it took, what it used. */
export function AgentFigures({ rows }: AgentFiguresProps) {
  return (
    <SortableTable
      label="By agent"
      name="agents"
      columns={columnsOf(rows)}
      rows={rows}
      keyOf={(row) => row.agent ?? ''}
    />
  );
}

type Row = api.AgentFigures;

function columnsOf(rows: readonly Row[]): readonly SortableColumn<Row>[] {
  return [
    {
      name: 'agent',
      title: 'Agent',
      value: (row) => row.agent ?? '',
      cell: ({ agent }) =>
        agent === null ? (
          <span className="soft">of no agent</span>
        ) : (
          <a href={hashOf(['sessions'], { agent })}>{brief(agent)}</a>
        ),
      total: 'in all',
    },
    number('events', 'Events', rows, (row) => row.events, count),
    number('tool_calls', 'Tool calls', rows, (row) => row.tool_calls, count),
    number('llm_calls', 'Model calls', rows, (row) => row.llm_calls, count),
    {
      ...number('errors', 'Failures', rows, (row) => row.errors, count),
      cell: ({ errors }) =>
        errors > 0 ? <b className="figures__failed">{count(errors)}</b> : <span>0</span>,
    },
    number('calls_ms', 'Time in calls', rows, (row) => row.calls_ms || null, duration),
    number('tokens', 'Tokens', rows, (row) => row.tokens.total, tokens),
    number('cache', 'of these from the cache', rows, (row) => row.tokens.cache_read, tokens),
    number('cost', 'Cost', rows, (row) => row.cost_usd, usd),
  ];
}

function number(
  name: string,
  title: string,
  rows: readonly Row[],
  value: (row: Row) => number | null,
  told: (value: number) => string,
): SortableColumn<Row> {
  const show = (each: number | null) => (each === null ? '–' : told(each));
  return {
    name,
    title,
    value,
    cell: (row) => show(value(row)),
    number: true,
    total: show(sumOf(rows, value)),
  };
}
