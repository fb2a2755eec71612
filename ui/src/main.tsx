import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { recorded } from './api/recorded';
import { go, hashOf } from './ground/place';
import { startTheme } from './ground/theme';
import { App } from './shell/App';

import './ground/tokens.css';
import './ground/base.css';

startTheme();
openRecorded();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** A file opens where somebody was who exported it. */
function openRecorded(): void {
  if (recorded && location.hash === '') {
    go(hashOf(['session', recorded.session], recorded.opens_at), 'replace');
  }
}
