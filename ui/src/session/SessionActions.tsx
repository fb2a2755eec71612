import { useState } from 'react';

import { ApiError } from '../api/client';
import { recorded } from '../api/recorded';
import { useKeys } from '../ground/keys';
import { usePlace } from '../ground/place';
import { Copy, copyText } from '../parts/Copy';
import { onlyHere } from '../parts/sharing/sending';
import { exportFile, SendThis } from '../parts/sharing/SendThis';

export type SessionActionsProps = { readonly session: string };

/** Take it along: a file that opens where one is, a text for a ticket, or a link to exactly this. */
export function SessionActions({ session }: SessionActionsProps) {
  const { query } = usePlace();
  const [said, setSaid] = useState('');
  const [sending, setSending] = useState(false);
  const sent = { session, event: query.get('event'), view: query.get('view') };
  const tell = (work: Promise<unknown>, done: string) => {
    work.then(
      () => setSaid(done),
      (error: unknown) => setSaid(error instanceof ApiError ? error.message : String(error)),
    );
  };
  const save = () => {
    setSaid('exporting…');
    tell(exportFile(sent, false), 'exported');
  };
  const link = () =>
    tell(
      copyText(location.href),
      onlyHere(location.hostname) ? 'link copied: it works on this machine only' : 'link copied',
    );
  useKeys('Session', [
    { keys: ['y'], label: 'Copy the link', run: link },
    ...(recorded
      ? []
      : [
          { keys: ['E'], label: 'Export as one HTML file', run: save },
          { keys: ['S'], label: 'Send this: file, ticket or link', run: () => setSending(true) },
        ]),
  ]);
  return (
    <>
      {!recorded && (
        <>
          <Copy label="Copy link" text={() => location.href} />
          <button type="button" onClick={() => setSending(true)}>
            Send…
          </button>
          <button type="button" disabled={said === 'exporting…'} onClick={save}>
            Export
          </button>
        </>
      )}
      <span role="status">{said}</span>
      {sending && <SendThis sent={sent} onClose={() => setSending(false)} />}
    </>
  );
}
