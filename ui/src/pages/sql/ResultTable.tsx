import type * as api from '../../api/types';
import { count } from '../../parts/format';

const shown_max = 500;

export type ResultTableProps = { readonly answer: api.SqlAnswer };

/** The rows of an answer. Long lists are cut, and say so. */
export function ResultTable({ answer }: ResultTableProps) {
  const rows = answer.rows.slice(0, shown_max);
  return (
    <>
      <div className="sql__table" tabIndex={0} role="region" aria-label="Rows">
        <table>
          <thead>
            <tr>
              {answer.columns.map((name, i) => (
                <th key={i}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, r) => (
              <tr key={r}>
                {row.map((value, c) => (
                  <td key={c} data-number={typeof value === 'number' ? '' : undefined}>
                    {value === null ? <span className="soft">null</span> : textOf(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {answer.rows.length > shown_max && (
        <p className="soft">
          The first {count(shown_max)} rows are shown. The command prints all of them.
        </p>
      )}
    </>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
