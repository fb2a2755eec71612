import type * as api from '../../api/types';
import { hashOf } from '../../ground/place';
import { count, duration } from '../../parts/format';
import { brief } from '../../parts/printable';
import { SortableTable, type SortableColumn } from '../../parts/SortableTable';
import { sumOf } from './sums';

export type ToolFiguresProps = { readonly rows: readonly api.ToolFigures[] };

/** How often each tool was called, how often it failed, and how long it took. */
export function ToolFigures({ rows }: ToolFiguresProps) {
  return (
    <SortableTable
      label="By tool"
      name="tools"
      columns={columnsOf(rows)}
      rows={rows}
      keyOf={(row) => row.tool ?? ''}
    />
  );
}

type Row = api.ToolFigures;

function columnsOf(rows: readonly Row[]): readonly SortableColumn<Row>[] {
  return [
    {
      name: 'tool',
      title: 'Tool',
      value: (row) => row.tool ?? '',
      cell: ({ tool }) =>
        tool === null ? (
          <span className="soft">without a name</span>
        ) : (
          <a href={hashOf(['search'], { q: tool, tool })}>{brief(tool)}</a>
        ),
      total: 'in all',
    },
    {
      name: 'calls',
      title: 'Calls',
      value: (row) => row.calls,
      cell: (row) => count(row.calls),
      number: true,
      total: count(sumOf(rows, (row) => row.calls) ?? 0),
    },
    {
      name: 'failed',
      title: 'Failures',
      value: (row) => row.failed,
      cell: ({ failed }) =>
        failed > 0 ? <b className="figures__failed">{count(failed)}</b> : <span>0</span>,
      number: true,
      total: count(sumOf(rows, (row) => row.failed) ?? 0),
    },
    {
      name: 'share',
      title: 'Failed share',
      value: (row) => row.failed / Math.max(1, row.calls),
      cell: ({ failed, calls }) => `${Math.round((100 * failed) / Math.max(1, calls))} %`,
      number: true,
    },
    time('p50', 'Usual time', (row) => row.p50_ms),
    time('p95', 'Slow (p95)', (row) => row.p95_ms),
    {
      ...time('total', 'Time in all', (row) => row.total_ms),
      total: duration(sumOf(rows, (row) => row.total_ms)),
    },
  ];
}

function time(
  name: string,
  title: string,
  value: (row: Row) => number | null,
): SortableColumn<Row> {
  const cell = (row: Row) => duration(value(row)) || '–';
  return { name, title, value, cell, number: true };
}
