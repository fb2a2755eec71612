import { useState } from 'react';

import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { CommandLine } from '../../parts/CommandLine';
import { bytes, command, count } from '../../parts/format';
import { LongText } from '../../parts/JsonText';
import { Failure } from '../../parts/Notice';
import { brief } from '../../parts/printable';
import { SortableTable, type SortableColumn } from '../../parts/SortableTable';
import { textOfBytes } from './bytes';

const shown_max = 500;

type Row = api.QuarantineRow;

/** What was refused, why, and the bytes as they came. */
export function Quarantine() {
  const { data, error, waiting } = useAnswer<readonly Row[]>(address(['quarantine']));
  const [open, setOpen] = useState<number | null>(null);
  if (error) return <Failure error={error} />;
  if (!data) return waiting ? <p role="status">Reading…</p> : null;
  const rows = data.slice(0, shown_max);
  if (rows.length === 0) return <p className="soft">None.</p>;
  return (
    <>
      <SortableTable
        label="Lines that were refused, with the reason"
        name="refused"
        columns={columnsOf(open, setOpen)}
        rows={rows}
        keyOf={(row) => String(row.n)}
      />
      {data.length > shown_max && (
        <p className="soft">These are the first {count(shown_max)}; the command lists all.</p>
      )}
      {open !== null && <Line n={open} onClose={() => setOpen(null)} />}
      <CommandLine command={command('quarantine')} />
    </>
  );
}

function columnsOf(
  open: number | null,
  onOpen: (n: number | null) => void,
): readonly SortableColumn<Row>[] {
  return [
    { name: 'n', title: 'No.', value: (row) => row.n, cell: (row) => count(row.n), number: true },
    {
      name: 'reason',
      title: 'Why it was refused',
      value: (row) => row.reason,
      cell: (row) => brief(row.reason),
    },
    {
      name: 'source',
      title: 'From',
      value: (row) => row.source,
      cell: (row) => `${brief(row.source)}${row.line > 0 ? `, line ${count(row.line)}` : ''}`,
    },
    {
      name: 'size',
      title: 'Size',
      value: (row) => row.size,
      cell: (row) => bytes(row.size),
      number: true,
    },
    {
      name: 'count',
      title: 'How often',
      value: (row) => row.count,
      cell: (row) => count(row.count),
      number: true,
    },
    {
      name: 'show',
      title: 'Bytes',
      value: () => null,
      cell: (row) => (
        <button
          type="button"
          aria-expanded={open === row.n}
          aria-label={`Show line ${row.n}`}
          onClick={() => onOpen(open === row.n ? null : row.n)}
        >
          {open === row.n ? 'hide' : 'show'}
        </button>
      ),
    },
  ];
}

type LineProps = { readonly n: number; readonly onClose: () => void };

function Line({ n, onClose }: LineProps) {
  const { data, error } = useAnswer<api.QuarantinedLine>(address(['quarantine', String(n)]));
  if (error) return <Failure error={error} />;
  if (!data || data.n !== n) return <p role="status">Reading…</p>;
  return (
    <section className="integrity__line" aria-label={`Refused line ${n}`}>
      <p>
        SHA-256 <code>{data.sha256}</code>{' '}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </p>
      <LongText text={textOfBytes(data.bytes)} mono />
    </section>
  );
}
