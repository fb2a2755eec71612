import type * as api from '../../api/types';
import { count } from '../../parts/format';
import { printable } from '../../parts/printable';
import { SortableTable, type SortableColumn } from '../../parts/SortableTable';
import type { SortValue } from '../../parts/sorted';

const shown_max = 500;

export type ResultTableProps = { readonly answer: api.SqlAnswer };

type Row = { readonly at: number; readonly values: readonly unknown[] };

/** The rows of an answer, sorted by any column. Long lists are cut, and say so. */
export function ResultTable({ answer }: ResultTableProps) {
  const rows = answer.rows.slice(0, shown_max).map((values, at): Row => ({ at, values }));
  return (
    <div className="sql__table">
      <SortableTable
        label="Rows"
        name="sort"
        columns={answer.columns.map((title, at) => columnOf(title, at, rows))}
        rows={rows}
        keyOf={(row) => String(row.at)}
      />
      {answer.rows.length > shown_max && (
        <p className="soft">
          The first {count(shown_max)} rows are shown. The command prints all of them.
        </p>
      )}
    </div>
  );
}

function columnOf(title: string, at: number, rows: readonly Row[]): SortableColumn<Row> {
  const valueOf = (row: Row) => row.values[at] ?? null;
  return {
    // Two columns may have the same title.
    name: String(at + 1),
    title,
    value: (row) => sortable(valueOf(row)),
    cell: (row) => {
      const value = valueOf(row);
      return value === null ? <span className="soft">null</span> : textOf(value);
    },
    number: rows.every((row) => valueOf(row) === null || typeof valueOf(row) === 'number'),
  };
}

function sortable(value: unknown): SortValue {
  return value === null || typeof value === 'number' ? value : textOf(value);
}

function textOf(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}
