import { useEffect, useRef } from 'react';

import { recorded } from '../api/recorded';
import { hashOf, usePlace } from '../ground/place';
import { setTheme, useTheme } from '../ground/theme';
import { routes } from './routes';

import './Bar.css';

export type BarProps = { readonly onPalette: () => void; readonly onHelp: () => void };

/** Where one can go. */
export function Bar({ onPalette, onHelp }: BarProps) {
  const { path } = usePlace();
  const theme = useTheme();
  const here = useShownPage(path[0]);
  return (
    <header className="bar">
      <a className="bar__name" href="#/">
        Hence
      </a>
      <nav ref={here} aria-label="Pages" className="bar__pages">
        {!recorded &&
          routes
            .filter((route) => route.title)
            .map((route) => (
              <a
                key={route.name}
                href={hashOf([route.name])}
                title={route.purpose}
                aria-current={(path[0] ?? 'sessions') === route.name ? 'page' : undefined}
              >
                {route.title}
              </a>
            ))}
      </nav>
      <button type="button" onClick={onPalette} aria-keyshortcuts="Control+K">
        Go to… <kbd>Ctrl K</kbd>
      </button>
      <button type="button" onClick={onHelp} aria-label="Keys">
        ?
      </button>
      <button type="button" onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        {theme === 'dark' ? 'Light' : 'Dark'}
      </button>
    </header>
  );
}

/** On a narrow screen the pages are scrolled: the one that is shown is in sight. */
function useShownPage(name: string | undefined) {
  const pages = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = pages.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (link && pages.current)
      pages.current.scrollLeft = link.offsetLeft - pages.current.offsetLeft;
  }, [name]);
  return pages;
}
