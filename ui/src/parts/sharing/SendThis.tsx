import { useState } from 'react';

import { address, ApiError, askFile, askText } from '../../api/client';
import type * as api from '../../api/types';
import { Copy } from '../Copy';
import { Dialog } from '../Dialog';
import { onlyHere, ticketOf } from './sending';
import { saveFile } from '../saveFile';

import './SendThis.css';

export type Sent = {
  readonly session: string;
  readonly event: api.EventId | null;
  readonly view: string | null;
};

export type SendThisProps = { readonly sent: Sent; readonly onClose: () => void };

/** Ways to show somebody else what one sees: a file, a text for a ticket, a link. */
export function SendThis({ sent, onClose }: SendThisProps) {
  const [redact, setRedact] = useState(true);
  const [said, setSaid] = useState('');
  const save = async () => {
    setSaid('exporting…');
    try {
      await exportFile(sent, redact);
      setSaid('saved');
    } catch (error) {
      setSaid(error instanceof ApiError ? error.message : String(error));
    }
  };
  return (
    <Dialog title="Send this" onClose={onClose}>
      <h2>Send this</h2>
      <section className="send">
        <h3>As one file</h3>
        <p>
          An HTML file with the whole session. It opens from disk, needs no server and asks nobody.
          {sent.event === null
            ? ' It opens at the beginning.'
            : ' It opens at the event and the view that you see now.'}
        </p>
        <label>
          <input
            type="checkbox"
            checked={redact}
            onChange={(event) => setRedact(event.target.checked)}
          />{' '}
          Take secrets out: keys, tokens and passwords of known forms
        </label>
        <p>
          <button type="button" disabled={said === 'exporting…'} onClick={() => void save()}>
            Save the file
          </button>{' '}
          <span role="status">{said}</span>
        </p>
      </section>
      <section className="send">
        <h3>As text for a ticket</h3>
        <p>
          {sent.event === null
            ? 'Markdown: the session, turn by turn.'
            : 'Markdown: the selected event, and what led to it.'}
        </p>
        <Copy label="Copy as Markdown" text={() => ticketFor(sent)} />
      </section>
      <section className="send">
        <h3>As a link</h3>
        {onlyHere(location.hostname) && (
          <p className="missing">
            The link works on this machine only: the server listens on {location.hostname}.
          </p>
        )}
        <Copy label="Copy the link" text={() => location.href} />
      </section>
    </Dialog>
  );
}

export async function exportFile({ session, event, view }: Sent, redact: boolean): Promise<void> {
  const target = address(['export', 'html'], { session, event, view, redact });
  saveFile(await askFile(target), `${session}.html`);
}

async function ticketFor({ session, event }: Sent): Promise<string> {
  const told =
    event === null
      ? await askText(address(['sessions', session, 'tree']))
      : await askText(address(['events', event, 'explain']));
  return ticketOf({ session, event, told, link: location.href });
}
