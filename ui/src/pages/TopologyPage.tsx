import { address } from '../api/client';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { usePlace } from '../ground/place';
import { CommandLine } from '../parts/CommandLine';
import { command, count, duration, plural } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { brief } from '../parts/printable';
import { SortableTable, type SortableColumn } from '../parts/SortableTable';
import { parseRange } from '../parts/when';
import { Picture } from './topology/Picture';
import { pictureOf, targetKind, unnamed } from './topology/picture';

import './TopologyPage.css';

/** Who called, delegated to and messaged whom, across all sessions. */
export function TopologyPage() {
  const { query, set } = usePlace();
  const [from, to] = [query.get('from'), query.get('to')];
  const answer = useAnswer<api.Topology>(address(['topology'], { from, to }));
  const picture = answer.data && pictureOf(answer.data);
  const day = (name: 'from' | 'to', value: string | null) => (
    <label>
      {name === 'from' ? 'From' : 'To'}{' '}
      <input
        type="date"
        value={value?.slice(0, 10) ?? ''}
        onChange={(event) => set({ [name]: parseRange(event.target.value, 0)?.[name] })}
      />
    </label>
  );
  return (
    <div className="topology" aria-busy={answer.waiting}>
      <header className="page-head">
        <h1>Topology</h1>
        {day('from', from)}
        {day('to', to)}
        <CommandLine command={command('topology', from && `--from=${from}`, to && `--to=${to}`)} />
      </header>
      <p className="soft">
        Agents stand in the order in which they hand work on, tools and models beside them. A line
        is as thick as it was used often; red means that some of it failed.
      </p>
      {answer.error && <Failure error={answer.error} />}
      {answer.waiting && !picture && <p role="status">Reading every call…</p>}
      {picture && picture.nodes.length === 0 && (
        <Notice>Nobody called, asked or messaged anybody in this time.</Notice>
      )}
      {picture && picture.nodes.length > 0 && <Picture picture={picture} />}
      {picture && picture.left_out > 0 && (
        <p className="soft">
          {plural(picture.left_out, 'link')} of less use {picture.left_out === 1 ? 'is' : 'are'} in
          the table only.
        </p>
      )}
      {answer.data && answer.data.edges.length > 0 && <Edges edges={answer.data.edges} />}
    </div>
  );
}

type Edge = api.TopologyEdge;

function Edges({ edges }: { readonly edges: readonly Edge[] }) {
  return (
    <SortableTable
      label="Links"
      name="sort"
      columns={columns}
      rows={edges}
      keyOf={(edge) => `${edge.type} ${edge.from} ${edge.to}`}
    />
  );
}

const columns: readonly SortableColumn<Edge>[] = [
  text('from', 'From', (edge) => brief(edge.from ?? unnamed.agent)),
  text('how', 'How', (edge) => edge.type),
  text('to', 'To', (edge) => brief(edge.to ?? unnamed[targetKind[edge.type]])),
  number('times', 'Times', (edge) => edge.count),
  {
    ...number('failed', 'Failed', (edge) => edge.failures),
    cell: ({ failures }) =>
      failures > 0 ? <b className="failed">{count(failures)}</b> : <span>0</span>,
  },
  number('sessions', 'Sessions', (edge) => edge.sessions),
  number('median', 'Median', (edge) => edge.latency.p50_ms, duration),
  number('p95', '95 %', (edge) => edge.latency.p95_ms, duration),
];

function text(name: string, title: string, value: (edge: Edge) => string): SortableColumn<Edge> {
  return { name, title, value, cell: value };
}

function number(
  name: string,
  title: string,
  value: (edge: Edge) => number | null,
  write: (value: number) => string = count,
): SortableColumn<Edge> {
  const cell = (edge: Edge) => {
    const figure = value(edge);
    return figure === null ? '' : write(figure);
  };
  return { name, title, value, cell, number: true };
}
