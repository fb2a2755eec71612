import { useState } from 'react';

import { address, ApiError, askFile } from '../api/client';
import { recorded } from '../api/recorded';
import { useKeys } from '../ground/keys';
import { Copy, copyText } from '../parts/Copy';
import { saveFile } from '../parts/saveFile';

export type SessionActionsProps = { readonly session: string };

/** Take it along: a link to exactly this, or the session as one file that needs no server. */
export function SessionActions({ session }: SessionActionsProps) {
  const [said, setSaid] = useState('');
  const exportFile = async () => {
    setSaid('exporting…');
    try {
      saveFile(await askFile(address(['export', 'html'], { session })), `${session}.html`);
      setSaid('');
    } catch (error) {
      setSaid(error instanceof ApiError ? error.message : String(error));
    }
  };
  useKeys('Session', [
    { keys: ['y'], label: 'Copy the link', run: () => void copyText(location.href) },
    ...(recorded
      ? []
      : [{ keys: ['E'], label: 'Export as one HTML file', run: () => void exportFile() }]),
  ]);
  return (
    <>
      {!recorded && <Copy label="Copy link" text={() => location.href} />}
      {!recorded && (
        <button type="button" disabled={said === 'exporting…'} onClick={() => void exportFile()}>
          Export
        </button>
      )}
      <span role="status">{said}</span>
    </>
  );
}
