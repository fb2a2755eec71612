import { useEffect, useRef, useState } from 'react';

import { recorded } from '../api/recorded';
import { onKeyDown, useKeys } from '../ground/keys';
import { go, hashOf, usePlace } from '../ground/place';
import { currentTheme, setTheme } from '../ground/theme';
import { Notice } from '../parts/Notice';
import { Bar } from './Bar';
import { Help } from './Help';
import { Palette } from './Palette';
import { routes } from './routes';

import './App.css';

/** The bar, the page that the address names, and what opens over it. */
export function App() {
  const { path } = usePlace();
  const [over, setOver] = useState<'help' | 'palette' | null>(null);
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  useKeys('Everywhere', [
    { keys: ['?'], label: 'Show the keys', run: () => setOver('help') },
    {
      keys: ['Control+k'],
      label: 'Command palette',
      run: () => setOver('palette'),
      everywhere: true,
    },
    {
      keys: ['T'],
      label: 'Dark or light',
      run: () => setTheme(currentTheme() === 'dark' ? 'light' : 'dark'),
    },
    { keys: ['g s'], label: 'Go to sessions', run: () => go('#/sessions') },
    { keys: ['g r'], label: 'Go to runs', run: () => go('#/runs') },
    { keys: ['g f'], label: 'Go to search', run: () => go('#/search') },
    { keys: ['g u'], label: 'Go to figures', run: () => go('#/figures') },
    { keys: ['g i'], label: 'Go to integrity', run: () => go('#/integrity') },
    { keys: ['g d'], label: 'Go to decisions', run: () => go('#/decisions') },
    { keys: ['g c'], label: 'Go to calibration', run: () => go('#/calibration') },
  ]);
  const start = recorded ? ['session', recorded.session] : ['sessions'];
  const [name, ...rest] = path.length === 0 ? start : path;
  const route = routes.find((each) => each.name === name);
  const page = useRef<HTMLElement>(null);
  return (
    <div className="app">
      <button type="button" className="app__skip" onClick={() => page.current?.focus()}>
        Skip to the page
      </button>
      <Bar onPalette={() => setOver('palette')} onHelp={() => setOver('help')} />
      <main className="app__page" aria-label="Page" ref={page} tabIndex={-1}>
        {route?.purpose && <p className="app__purpose">{route.purpose}</p>}
        {route ? (
          <div className="app__inside">{route.page(rest)}</div>
        ) : (
          <Notice tone="error">
            <h1 className="unseen">No page</h1>
            Nothing stands at this address. <a href={hashOf(['sessions'])}>Sessions</a>
          </Notice>
        )}
      </main>
      {over === 'help' && <Help onClose={() => setOver(null)} />}
      {over === 'palette' && <Palette onClose={() => setOver(null)} />}
    </div>
  );
}
