import { address, askText } from '../api/client';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { CommandLine } from '../parts/CommandLine';
import { Copy } from '../parts/Copy';
import { command } from '../parts/format';
import { Failure } from '../parts/Notice';
import { Dossier } from './dossier/Dossier';

import './DossierPage.css';

export type DossierPageProps = { readonly event: string };

/** A decision, or any other event, whole: one page that can be printed, filed or sent on. */
export function DossierPage({ event }: DossierPageProps) {
  const target = address(['events', event, 'dossier']);
  const { data, error, waiting } = useAnswer<api.Dossier>(target);
  return (
    <div className="dossier" aria-busy={waiting}>
      <header className="dossier__actions">
        <button type="button" onClick={() => window.print()}>
          Print
        </button>
        <Copy label="Copy as Markdown" text={() => askText(target)} />
        <CommandLine command={command('dossier', event)} />
      </header>
      {!data && <h1 className="unseen">Dossier</h1>}
      {error && !waiting && <Failure error={error} />}
      {waiting && !data && <p role="status">Reading…</p>}
      {data && !error && <Dossier dossier={data} />}
    </div>
  );
}
