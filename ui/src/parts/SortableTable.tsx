import type { ReactNode } from 'react';

import { usePlace } from '../ground/place';
import { sortedBy, type SortValue } from './sorted';

import './SortableTable.css';

export type SortableColumn<Row> = {
  /** In the address, and unlike all others of the table. */
  readonly name: string;
  readonly title: string;
  readonly value: (row: Row) => SortValue;
  readonly cell: (row: Row) => ReactNode;
  readonly number?: boolean;
  /** Below all rows. */
  readonly total?: ReactNode;
};

export type SortableTableProps<Row> = {
  readonly label: string;
  /** What the address calls the order of this table. */
  readonly name: string;
  readonly columns: readonly SortableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
};

/** A table that is sorted by a click on a heading, with sums below. The order stands in the address. */
export function SortableTable<Row>(props: SortableTableProps<Row>) {
  const { columns, rows, keyOf } = props;
  const { query, set } = usePlace();
  const chosen = query.get(props.name) ?? '';
  const ascending = chosen.endsWith('+');
  const column = columns.find((each) => each.name === chosen.replace(/[+-]$/, ''));
  const shown = column ? sortedBy(rows, column.value, ascending) : rows;
  const sort = (next: SortableColumn<Row>) => {
    const up = column === next ? !ascending : !next.number;
    set({ [props.name]: `${next.name}${up ? '+' : '-'}` });
  };
  return (
    <div className="sortable" tabIndex={0} role="region" aria-label={props.label}>
      <table>
        <thead>
          <tr>
            {columns.map((each) => (
              <th
                key={each.name}
                scope="col"
                className={each.number ? 'sortable__number' : ''}
                aria-sort={each === column ? (ascending ? 'ascending' : 'descending') : 'none'}
              >
                <button type="button" onClick={() => sort(each)}>
                  {each.title}
                  <span aria-hidden="true">{each === column ? (ascending ? ' ↑' : ' ↓') : ''}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((each) => (
                <td key={each.name} className={each.number ? 'sortable__number' : ''}>
                  {each.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some((each) => each.total !== undefined) && (
          <tfoot>
            <tr>
              {columns.map((each) => (
                <td key={each.name} className={each.number ? 'sortable__number' : ''}>
                  {each.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
