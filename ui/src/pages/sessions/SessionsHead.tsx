import { columnsOf, orderAfter, type Column, type Order } from './columns';
import type { Listed } from './filters';

export type SessionsHeadProps = {
  readonly space: Listed;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
};

/** The headings: each sorts the list. On a narrow screen, one field does. */
export function SessionsHead({ space, order, onOrder }: SessionsHeadProps) {
  const columns = columnsOf[space];
  return (
    <div role="row" className={`sessions__row sessions__row--${space} sessions__row--head`}>
      {space === 'runs' && (
        <span role="columnheader" className="sessions__tick">
          <span className="unseen">Compare</span>
        </span>
      )}
      {columns.map((column) => (
        <span
          key={column.title}
          role="columnheader"
          className={`${column.number ? 'sessions__number' : ''} ${column.spared ? `sessions__${column.spared}` : ''}`}
          aria-sort={
            column.sort !== order.sort ? undefined : order.ascending ? 'ascending' : 'descending'
          }
        >
          {column.sort ? (
            <button type="button" onClick={() => onOrder(orderAfter(order, column))}>
              {column.title}
              <span aria-hidden="true">{arrow(column, order)}</span>
            </button>
          ) : (
            column.title
          )}
        </span>
      ))}
      <span role="columnheader" className="sessions__sort">
        <SortField columns={columns} order={order} onOrder={onOrder} />
      </span>
    </div>
  );
}

function arrow(column: Column, order: Order): string {
  if (column.sort !== order.sort) return '';
  return order.ascending ? ' ↑' : ' ↓';
}

type SortFieldProps = {
  readonly columns: readonly Column[];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
};

function SortField({ columns, order, onOrder }: SortFieldProps) {
  const sortable = columns.filter((column) => column.sort);
  return (
    <>
      <label>
        Sort by{' '}
        <select
          value={order.sort}
          onChange={(event) => {
            const column = sortable.find((each) => each.sort === event.target.value);
            if (column) onOrder(orderAfter({ sort: '', ascending: false }, column));
          }}
        >
          {sortable.map((column) => (
            <option key={column.sort} value={column.sort}>
              {column.title}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        aria-label={order.ascending ? 'Smallest first' : 'Largest first'}
        onClick={() => onOrder({ ...order, ascending: !order.ascending })}
      >
        {order.ascending ? '↑' : '↓'}
      </button>
    </>
  );
}
