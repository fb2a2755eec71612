import { useEffect, useState } from 'react';

import { address, ApiError, askMetrics } from '../api/client';
import type { StoreStatus } from '../api/types';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { CommandLine } from '../parts/CommandLine';
import { bytes, clock, command, count, plural } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { metricIn } from './integrity/metric';
import { Proofs } from './integrity/Proofs';
import { Quarantine } from './integrity/Quarantine';
import { Sources } from './integrity/Sources';

import './IntegrityPage.css';

/** Whether the record is whole: what was refused, what waits, where everything came from. */
export function IntegrityPage() {
  const status = useAnswer<StoreStatus>(address(['status']));
  const spool = useAnswer<api.Spool>(address(['spool']));
  const metrics = useMetrics();
  return (
    <div className="integrity">
      <header className="page-head">
        <h1>Integrity</h1>
        <CommandLine command={command('status')} />
      </header>
      {status.error && <Failure error={status.error} />}
      {!status.data && status.waiting && <p role="status">Reading…</p>}
      {status.data && <Health status={status.data} metrics={metrics} />}
      <section aria-labelledby="integrity-proofs">
        <h2 id="integrity-proofs">Proofs</h2>
        <Proofs />
      </section>
      <section aria-labelledby="integrity-refused">
        <h2 id="integrity-refused">Refused lines</h2>
        <Quarantine />
      </section>
      <section aria-labelledby="integrity-pending">
        <h2 id="integrity-pending">Waiting to be recorded</h2>
        {spool.data ? (
          <Waiting spool={spool.data} />
        ) : (
          <p className="soft">Agents write no files beside this store.</p>
        )}
        <p className="soft">
          A transcript that is still being written may end in the middle of an answer. Its last
          lines are held back as pending until they are whole; the receipt of{' '}
          <code>{command('record')}</code> counts them, and they are recorded with the next reading.
        </p>
      </section>
      <section aria-labelledby="integrity-sources">
        <h2 id="integrity-sources">Where the events came from</h2>
        <Sources />
      </section>
    </div>
  );
}

type HealthProps = { readonly status: StoreStatus; readonly metrics: string };

function Health({ status, metrics }: HealthProps) {
  const duplicates = metricIn(metrics, 'hence_duplicates_total');
  const size = metricIn(metrics, 'hence_store_bytes');
  return (
    <>
      <dl className="integrity__facts">
        <Fact name="Events">{count(status.events)}</Fact>
        <Fact name="Sessions">{count(status.sessions)}</Fact>
        <Fact name="Newest event">
          {status.newest === null ? 'none has a time' : `${clock(status.newest)} UTC`}
        </Fact>
        <Fact name="Refused lines">{count(status.quarantined)}</Fact>
        {size !== null && <Fact name="Size of the store">{bytes(size)}</Fact>}
        {duplicates !== null && (
          <Fact name="Duplicates">{`${count(duplicates)} since the server started; a duplicate changes nothing`}</Fact>
        )}
      </dl>
      {status.quarantined === 0 ? (
        <p className="integrity__fine">✓ No line was refused.</p>
      ) : (
        <Notice tone="missing">
          {plural(status.quarantined, 'line')} could not be recorded as they came. Their bytes are
          kept below, with the reason.
        </Notice>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Waiting({ spool }: { readonly spool: api.Spool }) {
  return (
    <>
      <p>
        {spool.waiting_bytes === 0
          ? 'Everything that agents wrote beside the store is recorded.'
          : `${bytes(spool.waiting_bytes)} in ${plural(spool.files.length, 'file')} wait.`}
      </p>
      {spool.problems.map((problem, at) => (
        <Notice key={at} tone="error">
          {problem}
        </Notice>
      ))}
    </>
  );
}

/** What the server counts; empty where it does not tell. */
function useMetrics(): string {
  const [text, setText] = useState('');
  useEffect(() => {
    let wanted = true;
    askMetrics().then(
      (told) => wanted && setText(told),
      (error: unknown) => {
        // Without the figures the page still says what it knows; what is no refusal is a mistake.
        if (!(error instanceof ApiError)) throw error;
      },
    );
    return () => {
      wanted = false;
    };
  }, []);
  return text;
}
