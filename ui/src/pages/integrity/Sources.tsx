import { useEffect, useState } from 'react';

import { address, ApiError, post } from '../../api/client';
import type * as api from '../../api/types';
import { CommandLine } from '../../parts/CommandLine';
import { clock, command, count } from '../../parts/format';
import { Failure } from '../../parts/Notice';
import { brief } from '../../parts/printable';
import { SortableTable, type SortableColumn } from '../../parts/SortableTable';

const query =
  'SELECT source, count(*) AS events, min(received) AS first, max(received) AS last FROM events GROUP BY source ORDER BY events DESC';

type Source = {
  readonly source: string;
  readonly events: number;
  readonly first: string;
  readonly last: string;
};

type Asked =
  | { readonly state: 'waiting' }
  | { readonly state: 'answered'; readonly rows: readonly Source[] }
  | { readonly state: 'failed'; readonly error: ApiError };

/** How many events came in which format, and when they arrived. Counting reads every event. */
export function Sources() {
  const [asked, setAsked] = useState<Asked>({ state: 'waiting' });
  useEffect(() => {
    let wanted = true;
    post<api.SqlAnswer>(address(['sql']), { query }).then(
      (answer) => wanted && setAsked({ state: 'answered', rows: answer.rows.map(sourceOf) }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (wanted) setAsked({ state: 'failed', error });
      },
    );
    return () => {
      wanted = false;
    };
  }, []);
  if (asked.state === 'waiting') return <p role="status">Counting every event…</p>;
  if (asked.state === 'failed') return <Failure error={asked.error} />;
  return (
    <>
      <SortableTable
        label="Sources"
        name="sources"
        columns={columns}
        rows={asked.rows}
        keyOf={(row) => row.source}
      />
      <CommandLine command={command('sql', query)} />
    </>
  );
}

function sourceOf(row: readonly unknown[]): Source {
  const [source, events, first, last] = row;
  return {
    source: typeof source === 'string' ? source : '',
    events: typeof events === 'number' ? events : 0,
    first: typeof first === 'string' ? first : '',
    last: typeof last === 'string' ? last : '',
  };
}

const columns: readonly SortableColumn<Source>[] = [
  {
    name: 'source',
    title: 'Format',
    value: (row) => row.source,
    cell: (row) => (row.source === '' ? 'not named' : brief(row.source)),
  },
  {
    name: 'events',
    title: 'Events',
    value: (row) => row.events,
    cell: (row) => count(row.events),
    number: true,
  },
  {
    name: 'first',
    title: 'First received (UTC)',
    value: (row) => row.first,
    cell: (row) => clock(row.first),
  },
  {
    name: 'last',
    title: 'Last received (UTC)',
    value: (row) => row.last,
    cell: (row) => clock(row.last),
  },
];
