import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { startTheme } from './ground/theme';
import { App } from './shell/App';

import './ground/tokens.css';
import './ground/base.css';

startTheme();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
